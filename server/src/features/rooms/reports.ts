import { ABANDONED_AFTER_MS, killsDetail, type RoundEnd, type Team, TEAMS, winnerOf } from '@karat/rules/rooms';
import type { Tx } from '#db/db.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import { publishMatchChange } from './live-updates.ts';
import { addLateStats, type SeatStats, updateConnected, updateLive, updateStats } from './match-queries.ts';
import { addRoundDetails, insertEvents, updateDeadline, updateScore } from './queries.ts';
import { finishRoom, type RoomWithSeats, type TransitionDeps, voidRoom } from './transitions.ts';

export type PlayerStats = { readonly steamId: string; readonly kills: number; readonly deaths: number };
type Score = Readonly<Record<Team, number>>;

type ScoreReport = {
  readonly kind: 'round' | 'result';
  readonly score: Score;
  readonly players: readonly PlayerStats[];
  /** How the last round ended, if the server says so. */
  readonly end?: RoundEnd | undefined;
};

/** What a game server reports about a match, by webhook or by polling. */
export type MatchReport =
  | { readonly kind: 'connected'; readonly team: Team }
  | { readonly kind: 'live' }
  | ScoreReport
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

/** How a round ended and who killed, as far as the report has it. Kills are totals, so those of the round are the difference. */
function eventsOfRound({ seats }: RoomWithSeats, { end, players }: ScoreReport): Record<string, string | number> {
  const totals = new Map(players.map(({ steamId, kills }) => [steamId, kills]));
  const kills = seats.flatMap(({ team, position, steamId, kills: before }) => {
    const now = (totals.get(steamId ?? '') ?? 0) - before;
    return now > 0 ? [[killsDetail(team, position), now] as const] : [];
  });
  return { ...(end === undefined ? {} : { end }), ...Object.fromEntries(kills) };
}

/** The winner of the last round; undefined if several rounds were played since the known score. */
function roundWinnerOf(previous: Score, score: Score): Team | undefined {
  if (countRounds(score) !== countRounds(previous) + 1) return undefined;
  return TEAMS.find((team) => score[team] === previous[team] + 1);
}

/** Stores the score if it is newer. Reports may be repeated, late or out of order, so the score with more rounds counts as newer. */
async function recordScore(tx: Tx, roomWithSeats: RoomWithSeats, report: ScoreReport): Promise<boolean> {
  const { room } = roomWithSeats;
  const { score } = report;
  if (countRounds(score) <= countRounds(room.score)) return false;
  const winner = roundWinnerOf(room.score, score);
  const details = {
    team1: score.team1,
    team2: score.team2,
    ...(winner === undefined ? {} : { winner, ...eventsOfRound(roomWithSeats, report) }),
  };
  await updateScore(tx.sql, room.id, score);
  await insertEvents(tx.sql, room.id, [{ event: 'round', details }]);
  return true;
}

/** Adds what the report of a round tells if its score is already known, because a poll has neither kills nor reasons. */
async function recordRoundDetails(tx: Tx, roomWithSeats: RoomWithSeats, report: ScoreReport): Promise<boolean> {
  const { room } = roomWithSeats;
  const isKnownScore = TEAMS.every((team) => report.score[team] === room.score[team]);
  if (report.kind !== 'round' || !isKnownScore || countRounds(report.score) === 0) return false;
  const details = eventsOfRound(roomWithSeats, report);
  return Object.keys(details).length > 0 && addRoundDetails(tx.sql, room.id, details);
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
  const isNewer = 'score' in report && (await recordScore(tx, roomWithSeats, report));
  const hasDetails = !isNewer && 'score' in report && (await recordRoundDetails(tx, roomWithSeats, report));
  if (stats.length > 0) await updateStats(tx.sql, stats);
  if (report.kind === 'series') return endMatch(tx, deps, roomWithSeats, report.maps);
  if (report.kind === 'result' && isCredible(room.score, report.score)) {
    // After replayed rounds the final score can have fewer rounds than the stored one; it is stored anyway.
    if (!isNewer) await updateScore(tx.sql, room.id, report.score);
    return endMatch(tx, deps, { ...roomWithSeats, room: { ...room, score: report.score } }, report.score);
  }
  // An unchanged score does not extend the deadline, because a match that both teams left would never end.
  if (becameLive || isNewer) await updateDeadline(tx.sql, room.id, ABANDONED_AFTER_MS);
  if (becameLive || isNewer || hasDetails) await publishMatchChange(tx, room.id);
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
