import { assertLease, type Lease, LeaseLost } from '#db/lease.ts';
import { selectBannedSitters } from './queries.ts';
import { leaveWaitingRoom } from './seats.ts';
import type { RoomLoopDeps } from './steps.ts';

/** Frees the seats of those who took one at the very moment of their ban, which did not see it yet. */
export function createBans(deps: RoomLoopDeps, lease: Lease): () => Promise<void> {
  const { db, log } = deps;

  return async () => {
    for (const playerId of await selectBannedSitters(db.sql)) {
      try {
        await db.transaction(async (tx) => {
          await assertLease(tx, lease);
          await leaveWaitingRoom(tx, deps, playerId);
        });
      } catch (error) {
        if (error instanceof LeaseLost) throw error;
        log.error({ err: error, playerId }, 'a banned player could not be taken out of a room');
      }
    }
  };
}
