import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { openTab } from '#testing/tab.ts';

const FEE = 400;
const WELCOME = 10_000;

let fixture: RoomFixture;
let port: number;
beforeAll(async () => {
  fixture = await createRoomFixture();
  port = await fixture.site.listen();
});
afterAll(() => fixture.close());

const rematch = (roomId: number, who: TestPlayer) => fixture.call('POST', `/room/joinRematch/${roomId}`, who);

async function addSandboxPlayer(balance = WELCOME): Promise<TestPlayer> {
  const player = await fixture.addRoomPlayer(balance);
  await fixture.db.sql`update players set is_sandbox = true where id = ${player.id}`;
  return player;
}

/** Plays a match that team1 wins. The first half of the players is team1. */
async function playMatch(players: readonly TestPlayer[], changed: object = {}): Promise<number> {
  const size = players.length === 2 ? '1v1' : '2v2';
  const roomId = await fixture.makeRoom(players[0]!, { ticketPrice: FEE, player_count: size, ...changed });
  for (const [index, player] of players.entries()) {
    if (index > 0) await fixture.join(roomId, player, index < players.length / 2 ? 'team1' : 'team2');
  }
  await fixture.startMatch(roomId, players);
  await fixture.report(roomId, { kind: 'result', score: { team1: 8, team2: 6 }, players: [] });
  return roomId;
}

const addPair = () => Promise.all([fixture.addRoomPlayer(), fixture.addRoomPlayer()]);
const countRooms = async (rematchOf: number): Promise<number> => {
  const rooms = await fixture.db.sql`select from rooms where rematch_of = ${rematchOf}`;
  return rooms.length;
};

test('the first player opens a room with the same settings, and the other takes the same seat in it', async () => {
  const [owner, guest] = await addPair();
  const roomId = await playMatch([owner, guest], { map: 'aim_redline', server_location: 'tokyo' });
  expect((await fixture.room(roomId)).rematch).toMatchObject({ roomId: null, players: [] });
  const before = await fixture.readBalance(guest);
  const offer = await rematch(roomId, guest);
  expect(offer).toMatchObject({ status: 200, body: { isFull: false, message: 'You took a seat in the rematch.' } });
  const nextId = offer.body.roomId!;
  expect(await fixture.readBalance(guest)).toBe(before - FEE);
  expect((await fixture.room(roomId)).rematch).toMatchObject({ roomId: nextId, players: [expect.any(String)] });
  expect(await rematch(roomId, owner)).toMatchObject({ status: 200, body: { roomId: nextId, isFull: true } });
  const [played, next] = [await fixture.room(roomId), await fixture.room(nextId)];
  expect(next).toMatchObject({
    map: 'aim_redline',
    player_count: '1v1',
    server_location: 'tokyo',
    ticketPrice: FEE,
    totalAmount: 2 * FEE,
    state: 'WAITING',
    rematchOf: roomId,
    deadline: expect.any(String),
    rematch: null,
  });
  const seatsOf = ({ players }: typeof next) => players.map(({ username, team }) => [username, team]);
  expect(seatsOf(next)).toEqual(seatsOf(played));
  expect(next.players.map(({ ready }) => ready)).toEqual([false, false]);
});

test('both players who press at the same time get one room and pay once', async () => {
  for (let time = 0; time < 5; time++) {
    const [owner, guest] = await addPair();
    const roomId = await playMatch([owner, guest]);
    const balances = await Promise.all([owner, guest].map((player) => fixture.readBalance(player)));
    const replies = await Promise.all([owner, guest, owner, guest].map((player) => rematch(roomId, player)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body.roomId)).size).toBe(1);
    expect(await countRooms(roomId)).toBe(1);
    for (const [index, player] of [owner, guest].entries()) {
      expect(await fixture.readBalance(player)).toBe(balances[index]! - FEE);
    }
  }
});

test('a request that is repeated with its key has no further effect', async () => {
  const [owner, guest] = await addPair();
  const roomId = await playMatch([owner, guest]);
  const request = {
    method: 'POST',
    url: `/room/joinRematch/${roomId}`,
    headers: { ...owner.headers, 'idempotency-key': 'b'.repeat(32) },
  } as const;
  const replies = [await fixture.site.http.inject(request), await fixture.site.http.inject(request)];
  expect(replies.map(({ body }) => body)).toEqual([replies[0]!.body, replies[0]!.body]);
  expect(await countRooms(roomId)).toBe(1);
});

test('the seats of a rematch are reserved for the players of the match', async () => {
  const [owner, guest] = await addPair();
  const other = await fixture.addRoomPlayer();
  const roomId = await playMatch([owner, guest], { ticketPrice: 0 });
  const nextId = (await rematch(roomId, owner)).body.roomId!;
  for (const reply of [await fixture.join(nextId, other), await fixture.ready(nextId, other)]) {
    expect(reply.body).toMatchObject({ code: 'room_full', message: 'The free seats are reserved for the rematch.' });
  }
  expect(await fixture.room(nextId)).toMatchObject({
    canAddSandbox: false,
    reservedFor: [(await fixture.room(roomId)).players[1]!.steamId],
  });
  const reply = await fixture.call('POST', `/room/addSandboxOpponent/${nextId}`, owner);
  expect(reply.body.code).toBe('room_full');
  // By the form of the room, too, players get the seat that they had.
  expect((await fixture.join(nextId, guest, 'team1')).status).toBe(200);
  expect((await fixture.room(nextId)).players.map(({ team }) => team)).toEqual(['team1', 'team2']);
});

test('a cancelled offer makes way for another', async () => {
  const [owner, guest] = await addPair();
  const roomId = await playMatch([owner, guest]);
  const first = (await rematch(roomId, owner)).body.roomId!;
  await fixture.leave(first, owner);
  expect((await fixture.room(roomId)).rematch).toMatchObject({ roomId: null, players: [] });
  const second = (await rematch(roomId, guest)).body.roomId!;
  expect(second).not.toBe(first);
  expect((await rematch(roomId, owner)).body).toMatchObject({ roomId: second, isFull: true });
});

test('a rematch that the person leaves is cancelled, and its sandbox player is free for the next', async () => {
  const person = await fixture.addRoomPlayer();
  const roomId = await playMatch([person, await addSandboxPlayer()]);
  const balance = await fixture.readBalance(person);
  const first = (await rematch(roomId, person)).body.roomId!;
  await fixture.leave(first, person);
  expect(await fixture.room(first)).toMatchObject({ state: 'MATCH_CANCELLED', endReason: 'left', reservedFor: [] });
  expect(await fixture.readBalance(person)).toBe(balance);
  expect((await rematch(roomId, person)).body).toMatchObject({ isFull: true });
});

test('closes an empty room of a player who joins', async () => {
  const [owner, guest] = await addPair();
  const roomId = await playMatch([owner, guest]);
  const emptyId = await fixture.makeRoom(owner, { ticketPrice: 50 });
  const nextId = (await rematch(roomId, guest)).body.roomId!;
  expect((await rematch(roomId, owner)).body).toMatchObject({ roomId: nextId });
  expect((await fixture.room(emptyId)).state).toBe('MATCH_CANCELLED');
});

test('sandbox players of the match join by themselves and are ready', async () => {
  const person = await fixture.addRoomPlayer();
  const rival = await addSandboxPlayer();
  const roomId = await playMatch([person, rival]);
  const reply = await rematch(roomId, person);
  expect(reply).toMatchObject({ status: 200, body: { isFull: true } });
  const next = await fixture.room(reply.body.roomId!);
  expect(next.players).toMatchObject([
    { isSandbox: false, ready: false, team: 'team1' },
    { isSandbox: true, ready: true, team: 'team2' },
  ]);
  expect(next.deadline).not.toBe(null);
  await fixture.ready(next.id, person);
  expect((await fixture.room(next.id)).state).toBe('MATCH_STARTING');
});

test('a sandbox player who is busy is replaced, and without a substitute the rematch is refused', async () => {
  const person = await fixture.addRoomPlayer();
  const busy = await addSandboxPlayer();
  const roomId = await playMatch([person, busy]);
  await fixture.makeRoom(busy);
  const others = await fixture.db.sql<{ id: number }>`
    update players set is_sandbox = false where is_sandbox and id <> ${busy.id} returning id`;
  const balance = await fixture.readBalance(person);
  expect(await rematch(roomId, person)).toMatchObject({ status: 429, body: { code: 'too_many' } });
  expect([await fixture.readBalance(person), await countRooms(roomId)]).toEqual([balance, 0]);
  const substitute = await addSandboxPlayer();
  const reply = await rematch(roomId, person);
  expect(reply).toMatchObject({ status: 200, body: { isFull: true } });
  const [seated] = await fixture.db.sql<{ id: number }>`
    select player_id as id from room_seats where room_id = ${reply.body.roomId!} and team = 'team2'`;
  expect(seated!.id).toBe(substitute.id);
  const busyRoom = await fixture.db.sql<{
    id: number;
  }>`select room_id as id from room_seats where player_id = ${busy.id} and is_active`;
  await fixture.leave(busyRoom[0]!.id, busy);
  expect((await fixture.join(reply.body.roomId!, busy)).body.code).toBe('room_full');
  await fixture.db.sql`update players set is_sandbox = true where id = any(${others.map(({ id }) => id)}::int8[])`;
});

test('a sandbox player who cannot pay is replaced', async () => {
  const person = await fixture.addRoomPlayer();
  const broke = await addSandboxPlayer(FEE);
  const roomId = await playMatch([person, broke]);
  await addSandboxPlayer();
  const { body } = await rematch(roomId, person);
  expect((await fixture.room(body.roomId!)).players).toMatchObject([{ isSandbox: false }, { isSandbox: true }]);
  const seats = await fixture.db.sql`select from room_seats where player_id = ${broke.id} and is_active`;
  expect(seats).toHaveLength(0);
});

test('in a 2v2 all four get their seats back', async () => {
  const players = await Promise.all([1, 2, 3, 4].map(() => fixture.addRoomPlayer()));
  const roomId = await playMatch(players);
  const replies = [];
  for (const player of players.toReversed()) replies.push(await rematch(roomId, player));
  expect(replies.map(({ body }) => body)).toMatchObject([false, false, false, true].map((isFull) => ({ isFull })));
  const seats = await fixture.db.sql<{ roomId: number; playerId: number; team: string; position: number }>`
    select room_id as "roomId", player_id as "playerId", team, position from room_seats
    where room_id = any(${[roomId, replies[0]!.body.roomId!]}::int8[]) order by room_id, player_id`;
  const strip = (from: number) =>
    seats.slice(from, from + 4).map(({ playerId, team, position }) => [playerId, team, position]);
  expect(strip(4)).toEqual(strip(0));
});

test('refuses other players, other states, late offers and players who cannot pay', async () => {
  const [owner, guest] = await addPair();
  const other = await fixture.addRoomPlayer();
  const waitingId = await fixture.makeRoom(owner);
  expect((await rematch(waitingId, owner)).body).toMatchObject({ code: 'room_started' });
  await fixture.leave(waitingId, owner);
  expect((await rematch(waitingId, owner)).body).toMatchObject({ code: 'room_over' });
  expect((await rematch(999_999, owner)).body).toMatchObject({ code: 'not_found' });
  expect((await fixture.call('POST', '/room/joinRematch/x', owner)).body).toMatchObject({ code: 'invalid' });
  const roomId = await playMatch([owner, guest], { ticketPrice: 9_000 });
  expect((await rematch(roomId, other)).body).toMatchObject({ code: 'not_seated' });
  // The guest has lost 9.000 of 10.000.
  expect((await rematch(roomId, guest)).body).toMatchObject({ code: 'insufficient_balance' });
  expect(await countRooms(roomId)).toBe(0);
  await fixture.db.sql`update rooms set ended_at = now() - interval '11 minutes' where id = ${roomId}`;
  expect((await rematch(roomId, owner)).body).toMatchObject({
    code: 'room_over',
    message: 'It is too late for a rematch. Create a new room.',
  });
});

test('refuses a player who may not play, also without a fee', async () => {
  const [owner, guest] = await addPair();
  const roomId = await playMatch([owner, guest], { ticketPrice: 0 });
  await fixture.call('POST', '/user/takeBreak', guest, { days: 1 });
  expect((await rematch(roomId, guest)).body).toMatchObject({ code: 'on_break' });
  const nextId = (await rematch(roomId, owner)).body.roomId!;
  expect((await rematch(roomId, guest)).body).toMatchObject({ code: 'on_break' });
  expect((await fixture.room(nextId)).players).toHaveLength(1);
});

test('refuses a player who plays elsewhere', async () => {
  const [owner, guest] = await addPair();
  const roomId = await playMatch([owner, guest]);
  const otherId = await fixture.makeRoom(guest);
  await fixture.join(otherId, await fixture.addRoomPlayer());
  await rematch(roomId, owner);
  expect((await rematch(roomId, guest)).body).toMatchObject({ code: 'already_in_room' });
});

test('the page of the finished match receives the offer, its acceptance and its end', async () => {
  const [owner, guest] = await addPair();
  const roomId = await playMatch([owner, guest]);
  const tab = openTab(port);
  await tab.connected();
  tab.emit('JOIN_GAME_ROOM', { roomId });
  const nextWithPlayers = (count: number) =>
    tab.next('ROOM_DATA', ({ id, rematch: offer }) => id === roomId && offer?.players.length === count);
  await nextWithPlayers(0);
  const nextId = (await rematch(roomId, owner)).body.roomId!;
  expect((await nextWithPlayers(1)).rematch).toEqual((await fixture.room(roomId)).rematch);
  tab.clear();
  await fixture.leave(nextId, owner);
  expect((await nextWithPlayers(0)).rematch!.roomId).toBe(null);
  await rematch(roomId, guest);
  await rematch(roomId, owner);
  expect((await nextWithPlayers(2)).rematch).toEqual((await fixture.room(roomId)).rematch);
  tab.close();
});

test('keeps every invariant of the books', async () => {
  expect(await findBreaches(fixture.db)).toEqual([]);
});
