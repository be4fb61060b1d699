import type { GameServerLink } from '#adapters/game-server/game-server.ts';
import { assertLease, type Lease } from '#db/lease.ts';
import { selectUnreleasedRooms, updateReleased } from './match-queries.ts';
import { createRoomTasks } from './room-tasks.ts';
import type { RoomLoopDeps } from './transitions.ts';

/** An unreachable server is retried for this long and then released, because it is checked before its next match anyway. */
const RELEASE_TIMEOUT_MS = 60_000;

/** Ends the match on the server and discards its score, because the next room may be waiting. */
async function endMatch(link: GameServerLink, roomId: number): Promise<void> {
  const { matchId } = await link.matchStatus();
  if (matchId === roomId) await link.endMatch();
}

/** Releases the game servers of ended rooms. */
export function createServerRelease(deps: RoomLoopDeps, lease: Lease): () => Promise<void> {
  const { db, servers, log } = deps;
  const startTask = createRoomTasks(deps);
  const firstTriedMs = new Map<number, number>();

  async function release(roomId: number, address: string): Promise<void> {
    const link = servers.findLinkByAddress(address);
    const since = firstTriedMs.get(roomId) ?? performance.now();
    firstTriedMs.set(roomId, since);
    try {
      if (link !== undefined) await endMatch(link, roomId);
    } catch (error) {
      log.warn({ err: error, roomId, address }, 'Game server release failed');
      if (performance.now() - since < RELEASE_TIMEOUT_MS) return;
    }
    await db.transaction(async (tx) => {
      await assertLease(tx, lease);
      await updateReleased(tx.sql, roomId);
    });
    firstTriedMs.delete(roomId);
  }

  return async () => {
    for (const { id, address } of await selectUnreleasedRooms(db.sql)) startTask(id, () => release(id, address));
  };
}
