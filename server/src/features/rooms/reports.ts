import { ABANDONED_AFTER_MS, type Team, TEAMS, winnerOf } from '@karat/rules/rooms';
import type { Tx } from '#db/db.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import { tellMatch } from './news.ts';
import { addLateStats, type SeatStats, updateConnected, updateLive, updateStats } from './match-queries.ts';
import { insertEvents, updateDeadline, updateScore } from './queries.ts';
import { finishRoom, type Seated, type StepDeps, voidRoom } from './steps.ts';

export type PlayerStats = { readonly steamId: string; readonly kills: number; readonly deaths: number };
type Score = Readonly<Record<Team, number>>;

/** What a game server said about a match, by whichever way it came. */
export type MatchReport =
  | { readonly kind: 'connected'; readonly team: Team }
  | { readonly kind: 'live' }
  | { readonly kind: 'round' | 'result'; readonly score: Score; readonly players: readonly PlayerStats[] }
  /** The end told in maps, not in rounds. */
  | { readonly kind: 'series'; readonly maps: Score };

const rounds = ({ team1, team2 }: Score): number => team1 + team2;

async function noteConnected(tx: Tx, { room }: Seated, team: Team): Promise<boolean> {
  const isNews = await updateConnected(tx.sql, room.id, team);
  if (isNews) await insertEvents(tx.sql, room.id, [{ event: 'connected', details: { team } }]);
  return isNews;
}

/** A match goes live when everybody is there, whoever was told of that before. */
async function noteLive(tx: Tx, seated: Seated): Promise<boolean> {
  const { room } = seated;
  if (room.isLive) return false;
  for (const team of TEAMS) await noteConnected(tx, seated, team);
  await updateLive(tx.sql, room.id);
  await insertEvents(tx.sql, room.id, [{ event: 'live' }]);
  return true;
}

/** Reports come twice, late and in any order: of two scores the one with more rounds is the newer. */
async function noteScore(tx: Tx, { room }: Seated, score: Score): Promise<boolean> {
  if (rounds(score) <= rounds(room.score)) return false;
  await updateScore(tx.sql, room.id, score);
  await insertEvents(tx.sql, room.id, [{ event: 'round', details: { team1: score.team1, team2: score.team2 } }]);
  return true;
}

/** What is known of the players who sit in the room. */
function statsOf({ seats }: Seated, report: MatchReport): SeatStats[] {
  const known = new Map(seats.map(({ id, steamId }) => [steamId, id]));
  const players = report.kind === 'round' || report.kind === 'result' ? report.players : [];
  return players.flatMap(({ steamId, kills, deaths }) => {
    const seatId = known.get(steamId);
    return seatId === undefined ? [] : [{ seatId, kills, deaths }];
  });
}

/** The last round may be told after the result: its kills are the players' all the same. */
async function noteLateStats(tx: Tx, seated: Seated, stats: readonly SeatStats[]): Promise<void> {
  const playerIds = seated.seats.map(({ playerId }) => playerId).toSorted((one, other) => one - other);
  // As for a result: of two rooms with the same players neither waits for the other.
  for (const playerId of playerIds) await lockWallet(tx, playerId);
  if (await addLateStats(tx.sql, stats)) await tellMatch(tx, seated.room.id);
}

/** Takes a report into a room that is locked. One about a room that is not on moves nothing but kills of its last round. */
export async function applyReport(tx: Tx, deps: StepDeps, seated: Seated, report: MatchReport): Promise<void> {
  const { room } = seated;
  const stats = statsOf(seated, report);
  if (room.state === 'MATCH_FINISHED' && stats.length > 0) return noteLateStats(tx, seated, stats);
  if (room.state !== 'MATCH_ONGOING') return;
  if (report.kind === 'connected') {
    if (await noteConnected(tx, seated, report.team)) await tellMatch(tx, room.id);
    return;
  }
  const isBegun = await noteLive(tx, seated);
  const isNewer = 'score' in report && (await noteScore(tx, seated, report.score));
  if (stats.length > 0) await updateStats(tx.sql, stats);
  if (report.kind === 'series') return end(tx, deps, seated, report.maps);
  if (report.kind === 'result' && isCredible(room.score, report.score)) {
    // Rounds may have been played anew: the last word on them is the result's.
    if (!isNewer) await updateScore(tx.sql, room.id, report.score);
    return end(tx, deps, { ...seated, room: { ...room, score: report.score } }, report.score);
  }
  if (!isBegun && !isNewer) return;
  // A look at a server on which nothing moves is no news: a match that both sides have left would last for ever.
  await updateDeadline(tx.sql, room.id, ABANDONED_AFTER_MS);
  await tellMatch(tx, room.id);
}

/** A server that has forgotten the score says that it is level, and would give back what was lost. */
function isCredible(known: Score, score: Score): boolean {
  return winnerOf(score) !== undefined || rounds(score) >= rounds(known);
}

/** By the score alone: what servers say of a winner is not to be relied on. */
function end(tx: Tx, deps: StepDeps, seated: Seated, score: Score): Promise<void> {
  const winner = winnerOf(score);
  if (winner === undefined) return voidRoom(tx, deps, { ...seated, reason: 'draw' });
  return finishRoom(tx, deps, { ...seated, winner, reason: null });
}
