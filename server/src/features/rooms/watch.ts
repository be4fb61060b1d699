import { TEAMS } from '@karat/rules/rooms';
import { type GameServerLink, type MatchStatus, ServerUnreachable } from '#adapters/game-server/game-server.ts';
import { assertLease, type Lease } from '#db/lock.ts';
import { type PlayedRoom, selectPlayedRooms } from './match-queries.ts';
import { lockRoom, selectSeats } from './queries.ts';
import { applyReport, type MatchReport } from './reports.ts';
import { createSideWork, type SideWork } from './side-work.ts';
import { type RoomLoopDeps, voidRoom } from './steps.ts';

/** A report of a result may be lost, and the score stays readable for at least 14 s. */
const LOOK_EVERY_MS = 10_000;
/** After this many checks a server that is gone, or has no such match, has lost the match. */
const LOST_LOOKS = 3;
/** An unreachable server may still run its match, so it gets longer than a round of the match takes. */
const SILENT_LOOKS = 9;
/** A pause ends only when both teams agree, so the losing team could stop a match forever. */
const PAUSE_MS = 2 * 60_000;

/** Converts a server's match status to reports. */
function reportsOf({ gameState, score, isReady }: MatchStatus): MatchReport[] {
  if (gameState === 'post_game') return [{ kind: 'result', score, players: [] }];
  if (gameState === 'live') return [{ kind: 'round', score, players: [] }];
  return TEAMS.filter((team) => isReady[team]).map((team) => ({ kind: 'connected', team }));
}

/** State of a match between two checks. */
type Seen = { atMs: number; heardAt: string; lostLooks: number; silentLooks: number; pausedAtMs: number | undefined };

/** Polls running matches, because reports from their servers may be lost. */
export function createWatch(
  deps: RoomLoopDeps,
  lease: Lease,
  { nowMs = () => performance.now(), begin = createSideWork(deps) }: { nowMs?: () => number; begin?: SideWork } = {},
): () => Promise<void> {
  const { db, servers, log } = deps;
  const seenOf = new Map<number, Seen>();

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

  async function endPause(link: GameServerLink, { isPaused }: MatchStatus, seen: Seen): Promise<void> {
    seen.pausedAtMs = isPaused ? (seen.pausedAtMs ?? nowMs()) : undefined;
    if (seen.pausedAtMs !== undefined && nowMs() - seen.pausedAtMs >= PAUSE_MS) await link.unpause();
  }

  async function look({ id, address }: PlayedRoom, seen: Seen): Promise<void> {
    const link = address === null ? undefined : servers.linkAt(address);
    try {
      const status = await link?.matchStatus();
      seen.silentLooks = 0;
      if (link !== undefined && status?.matchId === id) {
        seen.lostLooks = 0;
        await endPause(link, status, seen);
        return await report(id, reportsOf(status));
      }
      seen.lostLooks += 1;
    } catch (error) {
      if (!(error instanceof ServerUnreachable)) throw error;
      log.warn({ err: error, roomId: id, address }, 'Match status check failed');
      seen[error.isGone ? 'lostLooks' : 'silentLooks'] += 1;
    }
    if (seen.lostLooks >= LOST_LOOKS || seen.silentLooks >= SILENT_LOOKS) await giveUp(id);
  }

  /** Undefined if the next check is not due. A report since the last check proves that the server works. */
  function seenNow({ id, heardAt }: PlayedRoom): Seen | undefined {
    const before = seenOf.get(id);
    if (before !== undefined && nowMs() - before.atMs < LOOK_EVERY_MS) return undefined;
    const isHeard = before?.heardAt !== heardAt;
    const counts = isHeard ? { lostLooks: 0, silentLooks: 0 } : {};
    const seen = { lostLooks: 0, silentLooks: 0, pausedAtMs: undefined, ...before, ...counts, atMs: nowMs(), heardAt };
    seenOf.set(id, seen);
    return seen;
  }

  return async () => {
    const rooms = (await selectPlayedRooms(db.sql)).filter(({ state }) => state === 'MATCH_ONGOING');
    const ids = new Set(rooms.map(({ id }) => id));
    for (const id of seenOf.keys()) if (!ids.has(id)) seenOf.delete(id);
    for (const room of rooms) {
      const seen = seenNow(room);
      if (seen !== undefined) begin(room.id, () => look(room, seen));
    }
  };
}
