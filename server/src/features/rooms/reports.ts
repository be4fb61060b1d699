import { SILENCE_MS, type Team, TEAMS, winnerOf } from '@karat/rules/rooms';
import type { Tx } from '#db/db.ts';
import { tellRoom } from './news.ts';
import { updateConnected, updateLive, updateStats } from './match-queries.ts';
import { insertEvents, updateDeadline, updateScore } from './queries.ts';
import { finishRoom, type Seated, type StepDeps, voidRoom } from './steps.ts';

export type PlayerStats = { readonly steamId: string; readonly kills: number; readonly deaths: number };
type Score = Readonly<Record<Team, number>>;

/** What a game server said about a match, by whichever way it came. */
export type MatchReport =
  | { readonly kind: 'connected'; readonly team: Team }
  | { readonly kind: 'live' }
  | { readonly kind: 'round' | 'result'; readonly score: Score; readonly players: readonly PlayerStats[] };

const rounds = ({ team1, team2 }: Score): number => team1 + team2;

async function noteConnected(tx: Tx, { room }: Seated, team: Team): Promise<boolean> {
  const isNews = await updateConnected(tx.sql, room.id, team);
  if (isNews) await insertEvents(tx.sql, room.id, [{ event: 'connected', details: { team } }]);
  return isNews;
}

/** A match goes live when everybody is there, whoever was told of that before. */
async function noteLive(tx: Tx, seated: Seated): Promise<void> {
  const { room } = seated;
  if (room.isLive) return;
  for (const team of TEAMS) await noteConnected(tx, seated, team);
  await updateLive(tx.sql, room.id);
  await insertEvents(tx.sql, room.id, [{ event: 'live' }]);
}

/** Reports come twice, late and in any order: of two scores the one with more rounds is the newer. */
async function noteScore(
  tx: Tx,
  { room, seats }: Seated,
  { score, players }: { score: Score; players: readonly PlayerStats[] },
) {
  const isNewer = rounds(score) > rounds(room.score);
  if (isNewer) await updateScore(tx.sql, room.id, score);
  const known = new Map(seats.map(({ id, steamId }) => [steamId, id]));
  const stats = players.flatMap(({ steamId, kills, deaths }) => {
    const seatId = known.get(steamId);
    return seatId === undefined ? [] : [{ seatId, kills, deaths }];
  });
  if (stats.length > 0) await updateStats(tx.sql, stats);
  return isNewer;
}

/** Takes a report into a room that is locked. One about a room that is over, or not on yet, changes nothing. */
export async function applyReport(tx: Tx, deps: StepDeps, seated: Seated, report: MatchReport): Promise<void> {
  const { room } = seated;
  if (room.state !== 'MATCH_ONGOING') return;
  if (report.kind === 'connected') {
    if (await noteConnected(tx, seated, report.team)) await tellRoom(tx, room.id);
    return;
  }
  await noteLive(tx, seated);
  await updateDeadline(tx.sql, room.id, SILENCE_MS);
  if (report.kind !== 'live') {
    const { score } = report;
    const isNewer = await noteScore(tx, seated, report);
    if (isNewer)
      await insertEvents(tx.sql, room.id, [{ event: 'round', details: { team1: score.team1, team2: score.team2 } }]);
    if (report.kind === 'result') return end(tx, deps, seated, score);
  }
  await tellRoom(tx, room.id);
}

/** By the rounds alone: what servers say of a winner is not to be relied on. */
async function end(tx: Tx, deps: StepDeps, seated: Seated, score: Score): Promise<void> {
  const winner = winnerOf(score);
  // The end of a series tells maps, not rounds: where rounds are known, they stay.
  const room = rounds(score) > rounds(seated.room.score) ? { ...seated.room, score } : seated.room;
  if (winner === undefined) return voidRoom(tx, deps, { ...seated, room, reason: 'draw' });
  return finishRoom(tx, deps, { ...seated, room, winner, reason: null });
}
