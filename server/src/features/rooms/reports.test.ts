import { roomFlip } from '@karat/rules/fairness';
import { sha256Hex } from '@karat/rules/sha256';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer, breachesOf, type TestPlayer } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { addMission, missionStandingOf } from '#testing/mission-fixture.ts';
import type { MatchReport } from './reports.ts';

let fixture: RoomFixture;
beforeAll(async () => {
  fixture = await createRoomFixture();
});
afterAll(() => fixture.close());

async function duel(ticketPrice = 100) {
  const [one, two] = [await fixture.addDuellist(), await fixture.addDuellist()];
  const roomId = await fixture.makeRoom(one, { ticketPrice });
  await fixture.join(roomId, two);
  await fixture.begin(roomId, [one, two]);
  return { roomId, one, two };
}

const result = (team1: number, team2: number): MatchReport => ({
  kind: 'result',
  score: { team1, team2 },
  players: [],
});
const round = (team1: number, team2: number): MatchReport =>
  ({ ...result(team1, team2), kind: 'round' }) as MatchReport;

async function standing({ id }: TestPlayer) {
  const [row] = await fixture.db.sql<{ elo: number; wins: number; kills: number; matches: number }>`
    select elo, total_wins as wins, total_kills as kills, total_matches as matches from players where id = ${id}`;
  return row!;
}

test('pays the winner the pot less the rake and updates ratings', async () => {
  const { roomId, one, two } = await duel(1_000);
  await fixture.report(roomId, { kind: 'live' });
  await fixture.report(roomId, result(8, 3));
  expect([await fixture.balanceOf(one), await fixture.balanceOf(two)]).toEqual([10_900, 9_000]);
  expect([await standing(one), await standing(two)]).toMatchObject([
    { elo: 1_025, wins: 1, matches: 1 },
    { elo: 975, wins: 0, matches: 1 },
  ]);
  expect(await fixture.room(roomId)).toMatchObject({
    state: 'MATCH_FINISHED',
    winner: 'team1',
    score: { team1: 8, team2: 3 },
    totalAmount: 0,
    players: [
      { eloChange: 25, payout: 1_900 },
      { eloChange: -25, payout: 0 },
    ],
  });
});

test('changes ratings less with each rematch within a day, regardless of the winner', async () => {
  const [one, two] = [await fixture.addDuellist(), await fixture.addDuellist()];
  const changes: (number | null)[] = [];
  const meet = async (score: [number, number]) => {
    const roomId = await fixture.makeRoom(one);
    await fixture.join(roomId, two);
    await fixture.begin(roomId, [one, two]);
    await fixture.report(roomId, result(...score));
    changes.push((await fixture.room(roomId)).players[0]!.eloChange);
    return roomId;
  };
  await meet([8, 0]);
  await meet([7, 7]);
  await meet([8, 0]);
  const third = await meet([0, 8]);
  await fixture.db.sql`
    update rooms set ended_at = now() - interval '25 hours'
    where id in (select room_id from room_seats where player_id = ${one.id}) and id <> ${third} and winner is not null`;
  await meet([8, 0]);
  // Draws do not count; the first two are a day old by the last.
  expect(changes).toEqual([25, null, 11, -7, 10]);
});

test('a live match marks all players as connected, reported or not', async () => {
  const { roomId } = await duel();
  await fixture.report(roomId, { kind: 'connected', team: 'team2' });
  await fixture.report(roomId, { kind: 'live' });
  const events = (await fixture.room(roomId)).timeline.map(({ event, details }) =>
    `${event} ${details['team'] ?? ''}`.trim(),
  );
  expect(events.slice(-3)).toEqual(['connected team2', 'connected team1', 'live']);
});

test('settles a result once when it is reported twenty times at once', async () => {
  const { roomId, one, two } = await duel(100);
  await Promise.all(Array.from({ length: 20 }, () => fixture.report(roomId, result(2, 8))));
  expect([await fixture.balanceOf(one), await fixture.balanceOf(two)]).toEqual([9_900, 10_090]);
  expect((await standing(two)).matches).toBe(1);
});

test('keeps the newest score when rounds arrive in any order, and never lowers kills', async () => {
  const { roomId, one } = await duel();
  const { steamId } = (await fixture.room(roomId)).players[0]!;
  const stats = (kills: number) => [{ steamId, kills, deaths: 1 }];
  for (const [score, kills] of [
    [[1, 0], 2],
    [[3, 1], 7],
    [[2, 1], 5],
    [[3, 1], 7],
  ] as const) {
    await fixture.report(roomId, { kind: 'round', score: { team1: score[0], team2: score[1] }, players: stats(kills) });
  }
  const room = await fixture.room(roomId);
  expect([room.score, room.players[0]!.kills]).toEqual([{ team1: 3, team2: 1 }, 7]);
  expect(room.timeline.filter(({ event }) => event === 'round')).toHaveLength(2);
  await fixture.report(roomId, result(8, 1));
  expect((await standing(one)).kills).toBe(7);
});

test('refunds a draw without changing ratings', async () => {
  const { roomId, one, two } = await duel(700);
  await fixture.report(roomId, result(7, 7));
  expect(await fixture.room(roomId)).toMatchObject({ state: 'MATCH_CANCELLED', endReason: 'draw', winner: null });
  expect([await fixture.balanceOf(one), await fixture.balanceOf(two)]).toEqual([10_000, 10_000]);
  expect(await standing(one)).toMatchObject({ elo: 1_000, matches: 0 });
});

test('ignores a result from a server that lost the score, and applies the next', async () => {
  const { roomId, one, two } = await duel(700);
  await fixture.report(roomId, round(7, 2));
  await fixture.report(roomId, result(0, 0));
  expect(await fixture.room(roomId)).toMatchObject({ state: 'MATCH_ONGOING', score: { team1: 7, team2: 2 } });
  await fixture.report(roomId, result(8, 2));
  expect([await fixture.balanceOf(one), await fixture.balanceOf(two)]).toEqual([10_630, 9_300]);
});

test('decides a series by its maps without inventing rounds', async () => {
  const { roomId } = await duel();
  await fixture.report(roomId, { kind: 'series', maps: { team1: 0, team2: 1 } });
  const room = await fixture.room(roomId);
  expect(room).toMatchObject({ state: 'MATCH_FINISHED', winner: 'team2', score: { team1: 0, team2: 0 } });
  expect(room.timeline.filter(({ event }) => event === 'round')).toEqual([]);
});

test("takes the result's score after replayed rounds", async () => {
  const { roomId } = await duel();
  await fixture.report(roomId, round(4, 6));
  await fixture.report(roomId, result(8, 0));
  const room = await fixture.room(roomId);
  expect(room).toMatchObject({ winner: 'team1', score: { team1: 8, team2: 0 } });
  expect(room.timeline.find(({ event }) => event === 'result')?.details).toMatchObject({ team1: 8, team2: 0 });
});

test('counts kills of the last round once when they arrive after the result', async () => {
  const { roomId, one, two } = await duel();
  const [first, second] = (await fixture.room(roomId)).players.map(({ steamId }) => steamId);
  const reportWith = (kills: number): MatchReport => ({
    kind: 'round',
    score: { team1: kills, team2: 0 },
    players: [
      { steamId: first!, kills, deaths: 0 },
      { steamId: second!, kills: 0, deaths: kills },
    ],
  });
  await fixture.report(roomId, reportWith(7));
  await fixture.report(roomId, result(8, 0));
  expect((await standing(one)).kills).toBe(7);
  await Promise.all([reportWith(8), reportWith(8), reportWith(6)].map((report) => fixture.report(roomId, report)));
  expect([(await standing(one)).kills, (await standing(two)).kills]).toEqual([8, 0]);
  expect((await fixture.room(roomId)).players).toMatchObject([{ kills: 8 }, { deaths: 8 }]);
});

test('an unchanged status does not extend the deadline of a silent match', async () => {
  const { roomId } = await duel();
  await fixture.report(roomId, round(3, 2));
  const { deadline } = await fixture.room(roomId);
  await fixture.report(roomId, round(3, 2));
  await fixture.report(roomId, { kind: 'live' });
  expect((await fixture.room(roomId)).deadline).toBe(deadline);
  await fixture.report(roomId, round(3, 3));
  expect((await fixture.room(roomId)).deadline).not.toBe(deadline);
});

test('ignores reports about rooms that are not running', async () => {
  const [one, two] = [await fixture.addDuellist(), await fixture.addDuellist()];
  const roomId = await fixture.makeRoom(one, { ticketPrice: 100 });
  await fixture.report(roomId, result(8, 0));
  await fixture.join(roomId, two);
  await fixture.report(roomId, round(1, 0));
  expect(await fixture.room(roomId)).toMatchObject({ state: 'WAITING', score: { team1: 0, team2: 0 } });
  await fixture.begin(roomId, [one, two]);
  await fixture.report(roomId, result(8, 0));
  await fixture.report(roomId, result(0, 8));
  expect(await fixture.room(roomId)).toMatchObject({ state: 'MATCH_FINISHED', winner: 'team1' });
});

test('splits a 2v2 pot between the winners and rates by team average', async () => {
  const players = await Promise.all(Array.from({ length: 4 }, () => fixture.addDuellist()));
  const roomId = await fixture.makeRoom(players[0]!, { player_count: '2v2', ticketPrice: 1_001 });
  for (const player of players.slice(1)) await fixture.join(roomId, player);
  await fixture.begin(roomId, players);
  await fixture.report(roomId, result(1, 8));
  const seats = (await fixture.room(roomId)).players;
  expect(seats.map(({ team, payout }) => `${team} ${payout}`)).toEqual([
    'team1 0',
    'team1 0',
    'team2 1902',
    'team2 1902',
  ]);
});

test('the starting side follows from the seed that was committed before any player joined', async () => {
  const { roomId } = await duel();
  const { seed, seedHash, entropies, startingSide } = await fixture.room(roomId);
  expect(sha256Hex(seed!)).toBe(seedHash);
  const flip = roomFlip({ serverSeed: seed!, roomId: String(roomId), entropies: entropies!, n: 0 });
  expect(startingSide).toBe(flip === 0 ? 'ct' : 't');
});

test('counts a won duel for missions', async () => {
  const missionId = await addMission(fixture.db, { title: 'Win', type: 'win_duels', target: 2 });
  const { roomId, one } = await duel();
  await fixture.report(roomId, result(8, 0));
  expect(await missionStandingOf(fixture.db, missionId, one.id)).toMatchObject({ amount: 1 });
});

test('pays winnings into a wallet that is too full for credits', async () => {
  const [rich, two] = [await fixture.addDuellist(2 ** 52), await fixture.addDuellist()];
  const roomId = await fixture.makeRoom(rich, { ticketPrice: 1_000 });
  await fixture.join(roomId, two);
  await fixture.begin(roomId, [rich, two]);
  await fixture.report(roomId, result(8, 3));
  expect(await fixture.balanceOf(rich)).toBe(2 ** 52 + 900);
});

test('staff void a room with a reason and refund every stake', async () => {
  const admin = await addPlayer(fixture.db, 'admin');
  const { roomId, one, two } = await duel(300);
  const address = `/admin/voidGameRoom/${roomId}`;
  expect((await fixture.call('POST', address, one, { reason: 'mine' })).status).toBe(403);
  expect((await fixture.call('POST', address, admin, { reason: 'The server cheated.' })).status).toBe(200);
  expect((await fixture.call('POST', address, admin, { reason: 'Again.' })).body.code).toBe('room_over');
  expect([await fixture.balanceOf(one), await fixture.balanceOf(two)]).toEqual([10_000, 10_000]);
  expect(await fixture.room(roomId)).toMatchObject({ state: 'MATCH_CANCELLED', endReason: 'The server cheated.' });
});

test('leaves no breaches in the books', async () => {
  expect(await breachesOf(fixture.db)).toEqual([]);
});
