import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { createDeadlines } from './deadlines.ts';
import type { MatchReport } from './reports.ts';

const WELCOME = 10_000;
const FEE = 400;
/** Repetitions of each race, because the winner differs. */
const TIMES = 5;

let fixture: RoomFixture;
let staff: TestPlayer;
let check: () => Promise<void>;
beforeAll(async () => {
  fixture = await createRoomFixture();
  staff = await addPlayer(fixture.db, 'admin');
  await fixture.db.sql`insert into leases (name, epoch) values ('rooms', 1)`;
  check = createDeadlines(fixture.site.deps, { name: 'rooms', epoch: 1 });
});
afterAll(() => fixture.close());

const RESULT: MatchReport = { kind: 'result', score: { team1: 8, team2: 2 }, players: [] };

const addRoomPlayers = (count: number): Promise<TestPlayer[]> =>
  Promise.all(Array.from({ length: count }, () => fixture.addRoomPlayer(WELCOME)));

async function fullRoom(): Promise<{ roomId: number; players: TestPlayer[] }> {
  const players = await addRoomPlayers(2);
  const roomId = await fixture.makeRoom(players[0]!, { ticketPrice: FEE });
  await fixture.join(roomId, players[1]!);
  return { roomId, players };
}

async function match(): Promise<{ roomId: number; players: TestPlayer[] }> {
  const room = await fullRoom();
  await fixture.startMatch(room.roomId, room.players);
  return room;
}

const voidRoom = (roomId: number) =>
  fixture.call('POST', `/admin/voidGameRoom/${roomId}`, staff, { reason: 'A race of ours.' });
const makeDue = (roomId: number) => fixture.db.sql`update rooms set deadline = now() where id = ${roomId}`;
const readBalances = (players: readonly TestPlayer[]) =>
  Promise.all(players.map((player) => fixture.readBalance(player)));
const readEnds = async (roomId: number): Promise<string[]> => {
  const { timeline } = await fixture.room(roomId);
  return timeline.map(({ event }) => event).filter((event) => ['result', 'forfeit', 'cancelled'].includes(event));
};

/** Checks that the room ended once, in one of two ways, with the matching balances, and that its players can join another. */
async function expectOneEnd({ roomId, players }: { roomId: number; players: TestPlayer[] }): Promise<string> {
  const { state, totalAmount } = await fixture.room(roomId);
  const isFinished = state === 'MATCH_FINISHED';
  expect(await readBalances(players)).toEqual(isFinished ? [WELCOME + 360, WELCOME - FEE] : [WELCOME, WELCOME]);
  expect([await readEnds(roomId), totalAmount]).toEqual([[isFinished ? 'result' : 'cancelled'], 0]);
  for (const player of players) expect(await fixture.makeRoom(player)).toBeGreaterThan(roomId);
  return state;
}

test('staff void a room while its result arrives: either a payout or a refund', async () => {
  for (let time = 0; time < TIMES; time++) {
    const room = await match();
    const [closed] = await Promise.all([voidRoom(room.roomId), fixture.report(room.roomId, RESULT)]);
    const state = await expectOneEnd(room);
    expect(closed.status).toBe(state === 'MATCH_CANCELLED' ? 200 : 409);
  }
});

test('a result arrives at the deadline of its match', async () => {
  for (let time = 0; time < TIMES; time++) {
    const room = await match();
    await fixture.report(room.roomId, { kind: 'live' });
    await makeDue(room.roomId);
    await Promise.all([check(), fixture.report(room.roomId, RESULT), check()]);
    expect(['MATCH_FINISHED', 'MATCH_CANCELLED']).toContain(await expectOneEnd(room));
  }
});

test('twenty results, a deadline and two staff requests concurrently end a room once', async () => {
  const room = await match();
  await makeDue(room.roomId);
  const results = Array.from({ length: 20 }, () => fixture.report(room.roomId, RESULT));
  const [one, other] = await Promise.all([voidRoom(room.roomId), voidRoom(room.roomId), check(), ...results]);
  const state = await expectOneEnd(room);
  const accepted = [one, other].filter(({ status }) => status === 200);
  expect(accepted.length).toBe(state === 'MATCH_CANCELLED' ? Math.min(1, accepted.length) : 0);
});

test('a player leaves while the other gets ready last', async () => {
  for (let time = 0; time < TIMES; time++) {
    const { roomId, players } = await fullRoom();
    const [owner, guest] = players as [TestPlayer, TestPlayer];
    await fixture.ready(roomId, owner);
    const [leaveReply] = await Promise.all([fixture.leave(roomId, owner), fixture.ready(roomId, guest)]);
    const { state, players: seats } = await fixture.room(roomId);
    if (leaveReply.status === 200) {
      expect([state, seats.length, await fixture.readBalance(owner)]).toEqual(['WAITING', 1, WELCOME]);
    } else {
      expect([leaveReply.body.code, state, seats.length]).toEqual(['room_started', 'MATCH_STARTING', 2]);
    }
    await voidRoom(roomId);
    expect(await readBalances(players)).toEqual([WELCOME, WELCOME]);
  }
});

test('staff void a room while unready players lose their seats', async () => {
  for (let time = 0; time < TIMES; time++) {
    const room = await fullRoom();
    await fixture.ready(room.roomId, room.players[0]!);
    await makeDue(room.roomId);
    const [closed] = await Promise.all([voidRoom(room.roomId), check()]);
    expect([closed.status, await expectOneEnd(room)]).toEqual([200, 'MATCH_CANCELLED']);
  }
});

test('ten players compete for the last seat while the owner leaves: each seat is paid once, by its player', async () => {
  for (let time = 0; time < TIMES; time++) {
    const [owner, one, other, ...wanting] = (await addRoomPlayers(13)) as [TestPlayer, TestPlayer, TestPlayer];
    const roomId = await fixture.makeRoom(owner, { player_count: '2v2', ticketPrice: FEE });
    for (const player of [one, other]) await fixture.join(roomId, player);
    const sitDown = () => wanting.splice(0, 5).map((player) => [player, fixture.join(roomId, player)] as const);
    const [first, leaving, last] = [sitDown(), fixture.leave(roomId, owner), sitDown()];
    const replies = await Promise.all(
      [...first, ...last].map(async ([player, reply]) => ({ player, ...(await reply) })),
    );
    expect((await leaving).status).toBe(200);
    const seated = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status }) => status !== 200);
    expect([1, 2]).toContain(seated.length);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['room_full']));
    const { state, players: seats, totalAmount } = await fixture.room(roomId);
    expect([state, seats.length, totalAmount]).toEqual(['WAITING', 2 + seated.length, (2 + seated.length) * FEE]);
    const paid = await readBalances(seated.map(({ player }) => player));
    expect(new Set(paid)).toEqual(new Set([WELCOME - FEE]));
    expect(new Set(await readBalances([owner, ...refused.map(({ player }) => player)]))).toEqual(new Set([WELCOME]));
  }
});

test('a player who joins two rooms and opens a third concurrently sits in one and pays for one', async () => {
  for (let time = 0; time < TIMES; time++) {
    const [one, other, player] = (await addRoomPlayers(3)) as [TestPlayer, TestPlayer, TestPlayer];
    const rooms = [
      await fixture.makeRoom(one, { ticketPrice: FEE }),
      await fixture.makeRoom(other, { ticketPrice: FEE }),
    ];
    const form = { map: 'awp_lego', player_count: '1v1', server_location: 'tokyo', ticketPrice: FEE };
    const replies = await Promise.all([
      ...rooms.map((roomId) => fixture.join(roomId, player)),
      fixture.call('POST', '/room/createGameRoom', player, form),
    ]);
    expect(replies.map(({ body }) => body.code ?? 'seated').toSorted()).toEqual([
      'already_in_room',
      'already_in_room',
      'seated',
    ]);
    expect(await fixture.readBalance(player)).toBe(WELCOME - FEE);
  }
});

test('a player who opens ten rooms concurrently sits in the last one created', async () => {
  const [player] = (await addRoomPlayers(1)) as [TestPlayer];
  const form = { map: 'awp_lego', player_count: '1v1', server_location: 'tokyo', ticketPrice: FEE };
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => fixture.call('POST', '/room/createGameRoom', player, form)),
  );
  expect(replies.every(({ status, body }) => status === 200 || body.code === 'already_in_room')).toBe(true);
  const open = await fixture.db.sql`select id from rooms where owner_id = ${player.id} and ended_at is null`;
  expect([open.length, await fixture.readBalance(player)]).toEqual([1, WELCOME - FEE]);
});

test('keeps every invariant of the books', async () => {
  expect(await findBreaches(fixture.db)).toEqual([]);
});
