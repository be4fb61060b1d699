import type { GameServerLink } from '#adapters/game-server/game-server.ts';
import { assertLease, type Lease } from '#db/lock.ts';
import { selectUnreleasedRooms, updateReleased } from './match-queries.ts';
import { createSideWork } from './side-work.ts';
import type { RoomLoopDeps } from './steps.ts';

/** An unreachable server is retried for this long and then released: it is checked before its next match anyway. */
const PATIENCE_MS = 60_000;

/** Ends what is left of the match, including its score, which is no longer needed: the next room may be waiting. */
async function clear(link: GameServerLink, roomId: number): Promise<void> {
  const { matchId } = await link.matchStatus();
  if (matchId === roomId) await link.endMatch();
}

/** Releases the game servers of ended rooms. */
export function createReleases(deps: RoomLoopDeps, lease: Lease): () => Promise<void> {
  const { db, servers, log } = deps;
  const begin = createSideWork(deps);
  const firstTriedMs = new Map<number, number>();

  async function release(roomId: number, address: string): Promise<void> {
    const link = servers.linkAt(address);
    const since = firstTriedMs.get(roomId) ?? performance.now();
    firstTriedMs.set(roomId, since);
    try {
      if (link !== undefined) await clear(link, roomId);
    } catch (error) {
      log.warn({ err: error, roomId, address }, 'Game server release failed');
      if (performance.now() - since < PATIENCE_MS) return;
    }
    await db.transaction(async (tx) => {
      await assertLease(tx, lease);
      await updateReleased(tx.sql, roomId);
    });
    firstTriedMs.delete(roomId);
  }

  return async () => {
    for (const { id, address } of await selectUnreleasedRooms(db.sql)) begin(id, () => release(id, address));
  };
}
