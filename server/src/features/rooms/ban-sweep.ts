import { assertLease, type Lease, LeaseLost } from '#db/lease.ts';
import { selectBannedSeatedPlayers } from './queries.ts';
import { leaveWaitingRoom } from './seats.ts';
import type { RoomLoopDeps } from './transitions.ts';

/** Removes players who took a seat while their ban was being committed, so that the ban did not see it. */
export function createBanSweep(deps: RoomLoopDeps, lease: Lease): () => Promise<void> {
  const { db, log } = deps;

  return async () => {
    for (const playerId of await selectBannedSeatedPlayers(db.sql)) {
      try {
        await db.transaction(async (tx) => {
          await assertLease(tx, lease);
          await leaveWaitingRoom(tx, deps, playerId);
        });
      } catch (error) {
        if (error instanceof LeaseLost) throw error;
        log.error({ err: error, playerId }, 'Removing a banned player from a room failed');
      }
    }
  };
}
