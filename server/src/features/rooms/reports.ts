import { ABANDONED_AFTER_MS, type Team, TEAMS, winnerOf } from '@karat/rules/rooms';
import type { Tx } from '#db/db.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import { publishMatchChange } from './live-updates.ts';
import { addLateStats, type SeatStats, updateConnected, updateLive, updateStats } from './match-queries.ts';
import { insertEvents, updateDeadline, updateScore } from './queries.ts';
import { finishRoom, type RoomWithSeats, type TransitionDeps, voidRoom } from './transitions.ts';

export type PlayerStats = { readonly steamId: string; readonly kills: number; readonly deaths: number };
type Score = Readonly<Record<Team, number>>;

/** A report of a game server about a match, by webhook or by polling. */
export type MatchReport =
  | { readonly kind: 'connected'; readonly team: Team }
  | { readonly kind: 'live' }
  | { readonly kind: 'round' | 'result'; readonly score: Score; readonly players: readonly PlayerStats[] }
  /** The final score in maps, not in rounds. */
  | { readonly kind: 'series'; readonly maps: Score };

const rounds = ({ team1, team2 }: Score): number => team1 + team2;

async function recordConnected(tx: Tx, { room }: RoomWithSeats, team: Team): Promise<boolean> {
  const isNew = await updateConnected(tx.sql, room.id, team);
  if (isNew) await insertEvents(tx.sql, room.id, [{ event: 'connected', details: { team } }]);
  return isNew;
}

/** A match goes live when all players have connected, even if their reports were lost. */
async function recordLive(tx: Tx, seated: RoomWithSeats): Promise<boolean> {
  const { room } = seated;
  if (room.isLive) return false;
  for (const team of TEAMS) await recordConnected(tx, seated, team);
  await updateLive(tx.sql, room.id);
  await insertEvents(tx.sql, room.id, [{ event: 'live' }]);
  return true;
}

/** Reports may be repeated, late or out of order: the score with more rounds is the newer. */
async function recordScore(tx: Tx, { room }: RoomWithSeats, score: Score): Promise<boolean> {
  if (rounds(score) <= rounds(room.score)) return false;
  await updateScore(tx.sql, room.id, score);
  await insertEvents(tx.sql, room.id, [{ event: 'round', details: { team1: score.team1, team2: score.team2 } }]);
  return true;
}

/** The statistics of players seated in the room. */
function statsOf({ seats }: RoomWithSeats, report: MatchReport): SeatStats[] {
  const seatIds = new Map(seats.map(({ id, steamId }) => [steamId, id]));
  const players = report.kind === 'round' || report.kind === 'result' ? report.players : [];
  return players.flatMap(({ steamId, kills, deaths }) => {
    const seatId = seatIds.get(steamId);
    return seatId === undefined ? [] : [{ seatId, kills, deaths }];
  });
}

/** The report of the last round may follow the result; its kills still count. */
async function recordLateStats(tx: Tx, seated: RoomWithSeats, stats: readonly SeatStats[]): Promise<void> {
  const playerIds = seated.seats.map(({ playerId }) => playerId).toSorted((a, b) => a - b);
  // The same lock order as for a result, so that two rooms with the same players cannot deadlock.
  for (const playerId of playerIds) await lockWallet(tx, playerId);
  if (await addLateStats(tx.sql, stats)) await publishMatchChange(tx, seated.room.id);
}

/** Applies a report to a locked room. After the match only kills of its last round still count. */
export async function applyReport(
  tx: Tx,
  deps: TransitionDeps,
  seated: RoomWithSeats,
  report: MatchReport,
): Promise<void> {
  const { room } = seated;
  const stats = statsOf(seated, report);
  if (room.state === 'MATCH_FINISHED' && stats.length > 0) return recordLateStats(tx, seated, stats);
  if (room.state !== 'MATCH_ONGOING') return;
  if (report.kind === 'connected') {
    if (await recordConnected(tx, seated, report.team)) await publishMatchChange(tx, room.id);
    return;
  }
  const hasBegun = await recordLive(tx, seated);
  const isNewer = 'score' in report && (await recordScore(tx, seated, report.score));
  if (stats.length > 0) await updateStats(tx.sql, stats);
  if (report.kind === 'series') return endMatch(tx, deps, seated, report.maps);
  if (report.kind === 'result' && isCredible(room.score, report.score)) {
    // Rounds may have been replayed: the result's score is final.
    if (!isNewer) await updateScore(tx.sql, room.id, report.score);
    return endMatch(tx, deps, { ...seated, room: { ...room, score: report.score } }, report.score);
  }
  if (!hasBegun && !isNewer) return;
  // An unchanged score does not extend the deadline: a match that both teams left would never end.
  await updateDeadline(tx.sql, room.id, ABANDONED_AFTER_MS);
  await publishMatchChange(tx, room.id);
}

/** A server that lost the score reports a draw, which would refund lost stakes. */
function isCredible(previous: Score, score: Score): boolean {
  return winnerOf(score) !== undefined || rounds(score) >= rounds(previous);
}

/** Decides by the score alone: the winner that servers report is unreliable. */
function endMatch(tx: Tx, deps: TransitionDeps, seated: RoomWithSeats, score: Score): Promise<void> {
  const winner = winnerOf(score);
  if (winner === undefined) return voidRoom(tx, deps, { ...seated, reason: 'draw' });
  return finishRoom(tx, deps, { ...seated, winner, reason: null });
}
