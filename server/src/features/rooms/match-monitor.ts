import { TEAMS } from '@karat/rules/rooms';
import { type GameServerLink, type MatchStatus, ServerUnreachable } from '#adapters/game-server/game-server.ts';
import { assertLease, type Lease } from '#db/lease.ts';
import { raiseAlarm } from '#features/alarms/alarms.ts';
import { type MatchRoom, selectMatchRooms } from './match-queries.ts';
import { lockRoom, selectSeats } from './queries.ts';
import { applyReport, type MatchReport } from './reports.ts';
import { createRoomTasks, type StartRoomTask } from './room-tasks.ts';
import { type RoomLoopDeps, voidRoom } from './transitions.ts';

/** A report of a result may be lost, and the score stays readable for at least 14 s. */
const CHECK_EVERY_MS = 10_000;
/** After this many checks a server that is gone, or has no such match, has lost the match. */
const LOST_CHECKS_MAX = 3;
/** An unreachable server may still run its match, so it gets longer than a round of the match takes. */
const SILENT_CHECKS_MAX = 9;
/** A pause ends only when both teams agree, so the losing team could stop a match forever. */
const PAUSE_MS = 2 * 60_000;

/** Converts a server's match status to reports. */
function reportsOf({ gameState, score, isReady }: MatchStatus): MatchReport[] {
  if (gameState === 'post_game') return [{ kind: 'result', score, players: [] }];
  if (gameState === 'live') return [{ kind: 'round', score, players: [] }];
  return TEAMS.filter((team) => isReady[team]).map((team) => ({ kind: 'connected', team }));
}

/** State of a match between two checks. */
type MonitorState = {
  atMs: number;
  lastReportAt: string;
  lostChecks: number;
  silentChecks: number;
  pausedAtMs: number | undefined;
};

type MonitorOptions = { readonly nowMs?: () => number; readonly startTask?: StartRoomTask };

const NO_FAILURES = { lostChecks: 0, silentChecks: 0 };

/** Cancels the room of a match that its server has lost, and tells the operator. */
async function voidMatch(deps: RoomLoopDeps, lease: Lease, { id: roomId, address }: MatchRoom): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await assertLease(tx, lease);
    const room = await lockRoom(tx.sql, roomId);
    if (room?.state !== 'MATCH_ONGOING') return;
    await voidRoom(tx, deps, { room, seats: await selectSeats(tx.sql, roomId), reason: 'abandoned' });
    const details = { address: address ?? 'unknown' };
    await raiseAlarm(tx, { kind: 'serverLost', subject: `room:${roomId}`, details });
  });
}

/** Polls running matches, because reports from their servers may be lost. */
export function createMatchMonitor(
  deps: RoomLoopDeps,
  lease: Lease,
  { nowMs = () => performance.now(), startTask = createRoomTasks(deps) }: MonitorOptions = {},
): () => Promise<void> {
  const { db, servers, log } = deps;
  const states = new Map<number, MonitorState>();

  async function report(roomId: number, reports: readonly MatchReport[]): Promise<void> {
    for (const each of reports) {
      await db.transaction(async (tx) => {
        await assertLease(tx, lease);
        const room = await lockRoom(tx.sql, roomId);
        if (room !== undefined) await applyReport(tx, deps, { room, seats: await selectSeats(tx.sql, roomId) }, each);
      });
    }
  }

  async function endPause(link: GameServerLink, { isPaused }: MatchStatus, monitor: MonitorState): Promise<void> {
    monitor.pausedAtMs = isPaused ? (monitor.pausedAtMs ?? nowMs()) : undefined;
    if (monitor.pausedAtMs !== undefined && nowMs() - monitor.pausedAtMs >= PAUSE_MS) await link.unpause();
  }

  async function check(matchRoom: MatchRoom, monitor: MonitorState): Promise<void> {
    const { id, address } = matchRoom;
    const link = address === null ? undefined : servers.findLinkByAddress(address);
    try {
      const status = await link?.matchStatus();
      monitor.silentChecks = 0;
      if (link !== undefined && status?.matchId === id) {
        monitor.lostChecks = 0;
        await endPause(link, status, monitor);
        return await report(id, reportsOf(status));
      }
      monitor.lostChecks += 1;
    } catch (error) {
      if (!(error instanceof ServerUnreachable)) throw error;
      log.warn({ err: error, roomId: id, address }, 'Match status check failed');
      monitor[error.isGone ? 'lostChecks' : 'silentChecks'] += 1;
    }
    const isLost = monitor.lostChecks >= LOST_CHECKS_MAX || monitor.silentChecks >= SILENT_CHECKS_MAX;
    if (isLost) await voidMatch(deps, lease, matchRoom);
  }

  /** Undefined if the next check is not due. A report since the last check proves that the server works. */
  function dueState({ id, lastReportAt }: MatchRoom): MonitorState | undefined {
    const before = states.get(id);
    if (before !== undefined && nowMs() - before.atMs < CHECK_EVERY_MS) return undefined;
    const hasNewReport = before?.lastReportAt !== lastReportAt;
    const failures = hasNewReport ? NO_FAILURES : {};
    const monitor = { ...NO_FAILURES, pausedAtMs: undefined, ...before, ...failures, atMs: nowMs(), lastReportAt };
    states.set(id, monitor);
    return monitor;
  }

  return async () => {
    const rooms = (await selectMatchRooms(db.sql)).filter(({ state }) => state === 'MATCH_ONGOING');
    const ids = new Set(rooms.map(({ id }) => id));
    for (const id of states.keys()) if (!ids.has(id)) states.delete(id);
    for (const room of rooms) {
      const monitor = dueState(room);
      if (monitor !== undefined) startTask(room.id, () => check(room, monitor));
    }
  };
}
