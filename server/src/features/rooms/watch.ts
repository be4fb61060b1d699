import { TEAMS } from '@karat/rules/rooms';
import type { MatchStatus } from '#adapters/game-server/game-server.ts';
import { assertLease, type Lease } from '#db/lock.ts';
import { type PlayedRoom, selectPlayedRooms } from './match-queries.ts';
import { lockRoom, selectSeats } from './queries.ts';
import { applyReport, type MatchReport } from './reports.ts';
import { voidRoom, type RoomLoopDeps } from './steps.ts';

/** The one report of a result may be lost, and the score stays readable for at least 14 s. */
const LOOK_EVERY_MS = 10_000;
/** A server that knows nothing of its match so often has lost it. */
const LOST_AFTER_LOOKS = 3;

/** What a look at the server is worth as a report; nothing while it warms up. */
function reportOf({ gameState, score }: MatchStatus): MatchReport | undefined {
  if (gameState === 'post_game') return { kind: 'result', score, players: [] };
  if (gameState === 'live') return { kind: 'round', score, players: [] };
  return undefined;
}

/** Looks at matches that are on, because what their servers report may be lost. */
export function createWatch(deps: RoomLoopDeps, lease: Lease): () => Promise<void> {
  const { db, servers, log } = deps;
  const lookedAtMs = new Map<number, number>();
  const misses = new Map<number, number>();

  async function report(roomId: number, reports: readonly MatchReport[]): Promise<void> {
    for (const each of reports) {
      await db.transaction(async (tx) => {
        await assertLease(tx, lease);
        const room = await lockRoom(tx.sql, roomId);
        if (room !== undefined) await applyReport(tx, deps, { room, seats: await selectSeats(tx.sql, roomId) }, each);
      });
    }
  }

  async function giveUp(roomId: number): Promise<void> {
    await db.transaction(async (tx) => {
      await assertLease(tx, lease);
      const room = await lockRoom(tx.sql, roomId);
      if (room?.state !== 'MATCH_ONGOING') return;
      await voidRoom(tx, deps, { room, seats: await selectSeats(tx.sql, roomId), reason: 'abandoned' });
    });
  }

  async function look({ id, serverId }: PlayedRoom): Promise<void> {
    const status = serverId === null ? undefined : await servers.link(serverId)?.matchStatus();
    if (status?.matchId === id) {
      misses.delete(id);
      const connected = TEAMS.filter((team) => status.isReady[team]).map(
        (team) => ({ kind: 'connected', team }) as const,
      );
      return report(id, [...connected, ...[reportOf(status) ?? []].flat()]);
    }
    misses.set(id, (misses.get(id) ?? 0) + 1);
    if (misses.get(id)! >= LOST_AFTER_LOOKS) await giveUp(id);
  }

  function forgetOthers(rooms: readonly PlayedRoom[]): void {
    const ids = new Set(rooms.map(({ id }) => id));
    for (const kept of [lookedAtMs, misses]) for (const id of kept.keys()) if (!ids.has(id)) kept.delete(id);
  }

  return async () => {
    const rooms = (await selectPlayedRooms(db.sql)).filter(({ state }) => state === 'MATCH_ONGOING');
    forgetOthers(rooms);
    const due = rooms.filter(({ id }) => performance.now() - (lookedAtMs.get(id) ?? -Infinity) >= LOOK_EVERY_MS);
    for (const room of due) {
      lookedAtMs.set(room.id, performance.now());
      await look(room).catch((error: unknown) => {
        log.warn({ err: error, roomId: room.id }, 'a match could not be looked at');
        misses.set(room.id, (misses.get(room.id) ?? 0) + 1);
      });
    }
  };
}
