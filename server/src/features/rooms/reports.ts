import { ABANDONED_AFTER_MS, type Team, TEAMS, winnerOf } from '@karat/rules/rooms';
import type { Tx } from '#db/db.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import { publishMatchChange } from './live-updates.ts';
import { addLateStats, type SeatStats, updateConnected, updateLive, updateStats } from './match-queries.ts';
import { insertEvents, updateDeadline, updateScore } from './queries.ts';
import { finishRoom, type RoomWithSeats, type TransitionDeps, voidRoom } from './transitions.ts';

export type PlayerStats = { readonly steamId: string; readonly kills: number; readonly deaths: number };
type Score = Readonly<Record<Team, number>>;

/** What a game server reports about a match, by webhook or by polling. */
export type MatchReport =
  | { readonly kind: 'connected'; readonly team: Team }
  | { readonly kind: 'live' }
  | { readonly kind: 'round' | 'result'; readonly score: Score; readonly players: readonly PlayerStats[] }
  /** The final score in maps, not in rounds. */
  | { readonly kind: 'series'; readonly maps: Score };

const countRounds = ({ team1, team2 }: Score): number => team1 + team2;

async function recordConnected(tx: Tx, { room }: RoomWithSeats, team: Team): Promise<boolean> {
  const isNew = await updateConnected(tx.sql, room.id, team);
  if (isNew) await insertEvents(tx.sql, room.id, [{ event: 'connected', details: { team } }]);
  return isNew;
}

/** Marks the match live. A live match implies that both teams connected, so missing connected events are recorded too. */
async function recordLive(tx: Tx, roomWithSeats: RoomWithSeats): Promise<boolean> {
  const { room } = roomWithSeats;
  if (room.isLive) return false;
  for (const team of TEAMS) await recordConnected(tx, roomWithSeats, team);
  await updateLive(tx.sql, room.id);
  await insertEvents(tx.sql, room.id, [{ event: 'live' }]);
  return true;
}

/** Stores the score if it is newer. Reports may be repeated, late or out of order, so the score with more rounds counts as newer. */
async function recordScore(tx: Tx, { room }: RoomWithSeats, score: Score): Promise<boolean> {
  if (countRounds(score) <= countRounds(room.score)) return false;
  await updateScore(tx.sql, room.id, score);
  await insertEvents(tx.sql, room.id, [{ event: 'round', details: { team1: score.team1, team2: score.team2 } }]);
  return true;
}

/** The statistics in a report, by seat. Players without a seat are ignored. */
function statsOf({ seats }: RoomWithSeats, report: MatchReport): SeatStats[] {
  const seatIds = new Map(seats.map(({ id, steamId }) => [steamId, id]));
  const players = report.kind === 'round' || report.kind === 'result' ? report.players : [];
  return players.flatMap(({ steamId, kills, deaths }) => {
    const seatId = seatIds.get(steamId);
    return seatId === undefined ? [] : [{ seatId, kills, deaths }];
  });
}

/** Adds statistics that arrive after the result, because the report of the last round may follow it. */
async function recordLateStats(tx: Tx, roomWithSeats: RoomWithSeats, stats: readonly SeatStats[]): Promise<void> {
  const playerIds = roomWithSeats.seats.map(({ playerId }) => playerId).toSorted((a, b) => a - b);
  // The same lock order as for a result, so that two rooms with the same players cannot deadlock.
  for (const playerId of playerIds) await lockWallet(tx, playerId);
  if (await addLateStats(tx.sql, stats)) await publishMatchChange(tx, roomWithSeats.room.id);
}

/** Applies a report to a locked room. After the match only late statistics of the last round are added. */
export async function applyReport(
  tx: Tx,
  deps: TransitionDeps,
  roomWithSeats: RoomWithSeats,
  report: MatchReport,
): Promise<void> {
  const { room } = roomWithSeats;
  const stats = statsOf(roomWithSeats, report);
  if (room.state === 'MATCH_FINISHED' && stats.length > 0) return recordLateStats(tx, roomWithSeats, stats);
  if (room.state !== 'MATCH_ONGOING') return;
  if (report.kind === 'connected') {
    if (await recordConnected(tx, roomWithSeats, report.team)) await publishMatchChange(tx, room.id);
    return;
  }
  const becameLive = await recordLive(tx, roomWithSeats);
  const isNewer = 'score' in report && (await recordScore(tx, roomWithSeats, report.score));
  if (stats.length > 0) await updateStats(tx.sql, stats);
  if (report.kind === 'series') return endMatch(tx, deps, roomWithSeats, report.maps);
  if (report.kind === 'result' && isCredible(room.score, report.score)) {
    // After replayed rounds the final score can have fewer rounds than the stored one; it is stored anyway.
    if (!isNewer) await updateScore(tx.sql, room.id, report.score);
    return endMatch(tx, deps, { ...roomWithSeats, room: { ...room, score: report.score } }, report.score);
  }
  if (!becameLive && !isNewer) return;
  // An unchanged score does not extend the deadline, because a match that both teams left would never end.
  await updateDeadline(tx.sql, room.id, ABANDONED_AFTER_MS);
  await publishMatchChange(tx, room.id);
}

/**
 * Rejects a draw with fewer rounds than already recorded: a game server that restarted reports 0:0, which would refund every stake.
 */
function isCredible(previous: Score, score: Score): boolean {
  return winnerOf(score) !== undefined || countRounds(score) >= countRounds(previous);
}

/** Finishes the room, or voids it after a draw. Decides by the score alone, because the winner that servers report is unreliable. */
function endMatch(tx: Tx, deps: TransitionDeps, roomWithSeats: RoomWithSeats, score: Score): Promise<void> {
  const winner = winnerOf(score);
  if (winner === undefined) return voidRoom(tx, deps, { ...roomWithSeats, reason: 'draw' });
  return finishRoom(tx, deps, { ...roomWithSeats, winner, reason: null });
}
