import { roomFlip } from '@karat/rules/fairness';
import { sha256Hex } from '@karat/rules/sha256';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { addMission, readMissionProgress } from '#testing/mission-fixture.ts';
import type { MatchReport } from './reports.ts';

let fixture: RoomFixture;
beforeAll(async () => {
  fixture = await createRoomFixture();
});
afterAll(() => fixture.close());

async function startDuel(ticketPrice = 100) {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner, { ticketPrice });
  await fixture.join(roomId, guest);
  await fixture.startMatch(roomId, [owner, guest]);
  return { roomId, owner, guest };
}

const resultReport = (team1: number, team2: number): MatchReport => ({
  kind: 'result',
  score: { team1, team2 },
  players: [],
});
const roundReport = (team1: number, team2: number): MatchReport =>
  ({ ...resultReport(team1, team2), kind: 'round' }) as MatchReport;

async function readPlayerStats({ id }: TestPlayer) {
  const [row] = await fixture.db.sql<{ elo: number; wins: number; kills: number; matches: number }>`
    select elo, total_wins as wins, total_kills as kills, total_matches as matches from players where id = ${id}`;
  return row!;
}

test('pays the winner the pot less the rake and updates ratings', async () => {
  const { roomId, owner, guest } = await startDuel(1_000);
  await fixture.report(roomId, { kind: 'live' });
  await fixture.report(roomId, resultReport(8, 3));
  expect([await fixture.readBalance(owner), await fixture.readBalance(guest)]).toEqual([10_900, 9_000]);
  expect([await readPlayerStats(owner), await readPlayerStats(guest)]).toMatchObject([
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
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const changes: (number | null)[] = [];
  const playMatch = async (score: [number, number]) => {
    const roomId = await fixture.makeRoom(owner);
    await fixture.join(roomId, guest);
    await fixture.startMatch(roomId, [owner, guest]);
    await fixture.report(roomId, resultReport(...score));
    changes.push((await fixture.room(roomId)).players[0]!.eloChange);
    return roomId;
  };
  await playMatch([8, 0]);
  await playMatch([7, 7]);
  await playMatch([8, 0]);
  const lastCounted = await playMatch([0, 8]);
  await fixture.db.sql`
    update rooms set ended_at = now() - interval '25 hours'
    where id in (select room_id from room_seats where player_id = ${owner.id}) and id <> ${lastCounted} and winner is not null`;
  await playMatch([8, 0]);
  // The draw is not counted. Before the last match the first two decided matches are moved 25 hours back.
  expect(changes).toEqual([25, null, 11, -7, 10]);
});

test('marks every player as connected when the match goes live, even without a connect report', async () => {
  const { roomId } = await startDuel();
  await fixture.report(roomId, { kind: 'connected', team: 'team2' });
  await fixture.report(roomId, { kind: 'live' });
  const events = (await fixture.room(roomId)).timeline.map(({ event, details }) =>
    `${event} ${details['team'] ?? ''}`.trim(),
  );
  expect(events.slice(-3)).toEqual(['connected team2', 'connected team1', 'live']);
});

test('settles a result once when it is reported twenty times concurrently', async () => {
  const { roomId, owner, guest } = await startDuel(100);
  await Promise.all(Array.from({ length: 20 }, () => fixture.report(roomId, resultReport(2, 8))));
  expect([await fixture.readBalance(owner), await fixture.readBalance(guest)]).toEqual([9_900, 10_090]);
  expect((await readPlayerStats(guest)).matches).toBe(1);
});

test('keeps the highest score and kills when rounds arrive out of order', async () => {
  const { roomId, owner } = await startDuel();
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
  await fixture.report(roomId, resultReport(8, 1));
  expect((await readPlayerStats(owner)).kills).toBe(7);
});

/** The rounds of the timeline, oldest first. */
const readRounds = async (roomId: number) =>
  (await fixture.room(roomId)).timeline.filter(({ event }) => event === 'round').map(({ details }) => details);

test('a round of the timeline tells its winner, how it ended and the kills of each player', async () => {
  const { roomId } = await startDuel();
  const [owner, guest] = (await fixture.room(roomId)).players.map(({ steamId }) => steamId) as [string, string];
  const players = (one: number, other: number) => [
    { steamId: owner, kills: one, deaths: other },
    { steamId: guest, kills: other, deaths: one },
  ];
  const round = (team1: number, team2: number) => ({ kind: 'round', score: { team1, team2 } }) as const;
  await fixture.report(roomId, { ...round(1, 0), players: players(1, 0), end: 'elimination' });
  await fixture.report(roomId, { ...round(1, 1), players: players(1, 0), end: 'time' });
  await fixture.report(roomId, { ...round(1, 2), players: players(1, 1) });
  expect(await readRounds(roomId)).toEqual([
    { team1: 1, team2: 0, winner: 'team1', end: 'elimination', 'kills.team1.1': 1 },
    { team1: 1, team2: 1, winner: 'team2', end: 'time' },
    { team1: 1, team2: 2, winner: 'team2', 'kills.team2.1': 1 },
  ]);
});

test('a round that stands for several has only the score', async () => {
  const { roomId } = await startDuel();
  const { steamId } = (await fixture.room(roomId)).players[0]!;
  const players = [{ steamId, kills: 2, deaths: 1 }];
  await fixture.report(roomId, { kind: 'round', score: { team1: 2, team2: 1 }, players, end: 'elimination' });
  expect(await readRounds(roomId)).toEqual([{ team1: 2, team2: 1 }]);
});

test('the report of a round completes what a poll has recorded before', async () => {
  const { roomId } = await startDuel();
  const { steamId } = (await fixture.room(roomId)).players[1]!;
  const polled = { kind: 'round', score: { team1: 0, team2: 1 }, players: [] } as const;
  await fixture.report(roomId, polled);
  const readDeadline = async () => (await fixture.room(roomId)).deadline;
  const deadline = await readDeadline();
  await fixture.report(roomId, { ...polled, players: [{ steamId, kills: 1, deaths: 0 }], end: 'elimination' });
  await fixture.report(roomId, polled);
  expect(await readRounds(roomId)).toEqual([
    { team1: 0, team2: 1, winner: 'team2', end: 'elimination', 'kills.team2.1': 1 },
  ]);
  expect(await readDeadline()).toBe(deadline);
});

test('refunds a draw without changing ratings', async () => {
  const { roomId, owner, guest } = await startDuel(700);
  await fixture.report(roomId, resultReport(7, 7));
  expect(await fixture.room(roomId)).toMatchObject({ state: 'MATCH_CANCELLED', endReason: 'draw', winner: null });
  expect([await fixture.readBalance(owner), await fixture.readBalance(guest)]).toEqual([10_000, 10_000]);
  expect(await readPlayerStats(owner)).toMatchObject({ elo: 1_000, matches: 0 });
});

test('ignores a 0:0 result after rounds were played, then applies the real one', async () => {
  const { roomId, owner, guest } = await startDuel(700);
  await fixture.report(roomId, roundReport(7, 2));
  await fixture.report(roomId, resultReport(0, 0));
  expect(await fixture.room(roomId)).toMatchObject({ state: 'MATCH_ONGOING', score: { team1: 7, team2: 2 } });
  await fixture.report(roomId, resultReport(8, 2));
  expect([await fixture.readBalance(owner), await fixture.readBalance(guest)]).toEqual([10_630, 9_300]);
});

test('decides a series by maps won and adds no round events', async () => {
  const { roomId } = await startDuel();
  await fixture.report(roomId, { kind: 'series', maps: { team1: 0, team2: 1 } });
  const room = await fixture.room(roomId);
  expect(room).toMatchObject({ state: 'MATCH_FINISHED', winner: 'team2', score: { team1: 0, team2: 0 } });
  expect(room.timeline.filter(({ event }) => event === 'round')).toEqual([]);
});

test('overrides the score of earlier rounds with the final result', async () => {
  const { roomId } = await startDuel();
  await fixture.report(roomId, roundReport(4, 6));
  await fixture.report(roomId, resultReport(8, 0));
  const room = await fixture.room(roomId);
  expect(room).toMatchObject({ winner: 'team1', score: { team1: 8, team2: 0 } });
  expect(room.timeline.find(({ event }) => event === 'result')?.details).toMatchObject({ team1: 8, team2: 0 });
});

test('counts kills of the last round once when they arrive after the result', async () => {
  const { roomId, owner, guest } = await startDuel();
  const [first, second] = (await fixture.room(roomId)).players.map(({ steamId }) => steamId);
  const killsReport = (kills: number): MatchReport => ({
    kind: 'round',
    score: { team1: kills, team2: 0 },
    players: [
      { steamId: first!, kills, deaths: 0 },
      { steamId: second!, kills: 0, deaths: kills },
    ],
  });
  await fixture.report(roomId, killsReport(7));
  await fixture.report(roomId, resultReport(8, 0));
  expect((await readPlayerStats(owner)).kills).toBe(7);
  await Promise.all([killsReport(8), killsReport(8), killsReport(6)].map((report) => fixture.report(roomId, report)));
  expect([(await readPlayerStats(owner)).kills, (await readPlayerStats(guest)).kills]).toEqual([8, 0]);
  expect((await fixture.room(roomId)).players).toMatchObject([{ kills: 8 }, { deaths: 8 }]);
});

test('a repeated status does not extend the deadline of a match', async () => {
  const { roomId } = await startDuel();
  await fixture.report(roomId, roundReport(3, 2));
  const { deadline } = await fixture.room(roomId);
  await fixture.report(roomId, roundReport(3, 2));
  await fixture.report(roomId, { kind: 'live' });
  expect((await fixture.room(roomId)).deadline).toBe(deadline);
  await fixture.report(roomId, roundReport(3, 3));
  expect((await fixture.room(roomId)).deadline).not.toBe(deadline);
});

test('ignores reports about rooms that are not running', async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner, { ticketPrice: 100 });
  await fixture.report(roomId, resultReport(8, 0));
  await fixture.join(roomId, guest);
  await fixture.report(roomId, roundReport(1, 0));
  expect(await fixture.room(roomId)).toMatchObject({ state: 'WAITING', score: { team1: 0, team2: 0 } });
  await fixture.startMatch(roomId, [owner, guest]);
  await fixture.report(roomId, resultReport(8, 0));
  await fixture.report(roomId, resultReport(0, 8));
  expect(await fixture.room(roomId)).toMatchObject({ state: 'MATCH_FINISHED', winner: 'team1' });
});

test('splits a 2v2 pot between the winners', async () => {
  const players = await Promise.all(Array.from({ length: 4 }, () => fixture.addRoomPlayer()));
  const roomId = await fixture.makeRoom(players[0]!, { player_count: '2v2', ticketPrice: 1_001 });
  for (const player of players.slice(1)) await fixture.join(roomId, player);
  await fixture.startMatch(roomId, players);
  await fixture.report(roomId, resultReport(1, 8));
  const seats = (await fixture.room(roomId)).players;
  expect(seats.map(({ team, payout }) => `${team} ${payout}`)).toEqual([
    'team1 0',
    'team1 0',
    'team2 1902',
    'team2 1902',
  ]);
});

test('derives the starting side from the committed seed', async () => {
  const { roomId } = await startDuel();
  const { seed, seedHash, entropies, startingSide } = await fixture.room(roomId);
  expect(sha256Hex(seed!)).toBe(seedHash);
  const flip = roomFlip({ serverSeed: seed!, roomId: String(roomId), entropies: entropies!, n: 0 });
  expect(startingSide).toBe(flip === 0 ? 'ct' : 't');
});

test('counts a duel for missions: played by both, won by one', async () => {
  const winId = await addMission(fixture.db, { title: 'Win', type: 'win_duels', target: 2 });
  const playId = await addMission(fixture.db, { title: 'Play', type: 'play_duels', target: 2 });
  const { roomId, owner, guest } = await startDuel();
  await fixture.report(roomId, resultReport(8, 0));
  const amountOf = async (missionId: number, { id }: { id: number }) =>
    (await readMissionProgress(fixture.db, missionId, id))?.amount;
  expect([await amountOf(winId, owner), await amountOf(playId, owner)]).toEqual([1, 1]);
  expect([await amountOf(winId, guest), await amountOf(playId, guest)]).toEqual([0, 1]);
});

test('pays winnings even above the balance limit for credits', async () => {
  const [rich, guest] = [await fixture.addRoomPlayer(2 ** 52), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(rich, { ticketPrice: 1_000 });
  await fixture.join(roomId, guest);
  await fixture.startMatch(roomId, [rich, guest]);
  await fixture.report(roomId, resultReport(8, 3));
  expect(await fixture.readBalance(rich)).toBe(2 ** 52 + 900);
});

test('staff void a room with a reason and refund every stake', async () => {
  const admin = await addPlayer(fixture.db, 'admin');
  const { roomId, owner, guest } = await startDuel(300);
  const path = `/admin/voidGameRoom/${roomId}`;
  expect((await fixture.call('POST', path, owner, { reason: 'mine' })).status).toBe(403);
  expect((await fixture.call('POST', path, admin, { reason: 'The server cheated.' })).status).toBe(200);
  expect((await fixture.call('POST', path, admin, { reason: 'Again.' })).body.code).toBe('room_over');
  expect([await fixture.readBalance(owner), await fixture.readBalance(guest)]).toEqual([10_000, 10_000]);
  expect(await fixture.room(roomId)).toMatchObject({ state: 'MATCH_CANCELLED', endReason: 'The server cheated.' });
});

test('keeps every invariant of the books', async () => {
  expect(await findBreaches(fixture.db)).toEqual([]);
});
