import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { avatarUrl } from '#http/avatars.ts';
import { addPlayer, breachesOf, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';

let hall: RoomFixture;
beforeAll(async () => {
  hall = await createRoomFixture();
});
afterAll(() => hall.close());

const statesOf = async (roomId: number) => (await hall.room(roomId)).timeline.map(({ event }) => event);

test('seats the creator first and moves the fee into the room', async () => {
  const owner = await hall.addDuellist();
  const reply = await hall.call('POST', '/room/createGameRoom', owner, {
    map: 'aim_redline',
    player_count: '2v2',
    server_location: 'warsaw',
    ticketPrice: 500,
  });
  expect(reply).toMatchObject({ status: 200, body: { message: 'You successfully created a room!' } });
  expect(await hall.room(reply.body.roomId!)).toMatchObject({
    map: 'aim_redline',
    player_count: '2v2',
    server_location: 'warsaw',
    state: 'WAITING',
    ticketPrice: 500,
    totalAmount: 500,
    participantPlayer: null,
    players: [{ team: 'team1', ready: false }],
    server_ip: null,
    seed: null,
  });
  expect(await hall.balanceOf(owner)).toBe(9_500);
});

test.each([
  [{ map: 'dust2' }, 'Map is required'],
  [{ map: undefined }, 'Map is required'],
  [{ player_count: '5v5' }, 'Player count is required'],
  [{ server_location: 'ankara' }, 'Server location is required'],
  [{ ticketPrice: -1 }, 'Entry fee must not be negative.'],
  [{ ticketPrice: 1.5 }, 'Entry fee must be a whole number.'],
  [{ ticketPrice: '5' }, 'Entry fee must be a whole number.'],
  [{ ticketPrice: 1_000_001 }, 'Entry fee is too high.'],
])('a room with %j is refused: %s', async (changed, message) => {
  const owner = await hall.addDuellist();
  const form = { map: 'awp_lego', player_count: '1v1', server_location: 'miami', ...changed };
  expect(await hall.call('POST', '/room/createGameRoom', owner, form)).toMatchObject({
    status: 400,
    body: { message },
  });
});

test('refuses a seat without a Steam account', async () => {
  const stranger = await addPlayer(hall.db);
  await creditWelcomeDiamonds(hall.site.deps, stranger.id, 1_000);
  const roomId = await hall.makeRoom(await hall.addDuellist(), { ticketPrice: 100 });
  expect(await hall.join(roomId, stranger)).toMatchObject({ status: 409, body: { code: 'steam_required' } });
  expect(await hall.balanceOf(stranger)).toBe(1_000);
});

test('refuses seat and room to a player who cannot pay', async () => {
  const poor = await hall.addDuellist(99);
  const roomId = await hall.makeRoom(await hall.addDuellist(), { ticketPrice: 100 });
  expect((await hall.join(roomId, poor)).body.code).toBe('insufficient_balance');
  const form = { map: 'awp_lego', player_count: '1v1', server_location: 'miami', ticketPrice: 100 };
  expect((await hall.call('POST', '/room/createGameRoom', poor, form)).body.code).toBe('insufficient_balance');
  expect((await hall.room(roomId)).players).toHaveLength(1);
});

test('gives the last seat to one of two parallel players, who alone pays', async () => {
  const [owner, one, other] = await Promise.all([hall.addDuellist(), hall.addDuellist(), hall.addDuellist()]);
  const roomId = await hall.makeRoom(owner, { ticketPrice: 100 });
  const replies = await Promise.all([hall.join(roomId, one), hall.join(roomId, other)]);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(replies.find(({ status }) => status === 409)!.body.code).toBe('room_full');
  expect((await hall.room(roomId)).totalAmount).toBe(200);
  expect((await hall.balanceOf(one)) + (await hall.balanceOf(other))).toBe(19_900);
});

test('seats a player in one room, even under twenty parallel requests', async () => {
  const [owner, other, player] = await Promise.all([hall.addDuellist(), hall.addDuellist(), hall.addDuellist()]);
  const rooms = [await hall.makeRoom(owner, { ticketPrice: 10 }), await hall.makeRoom(other, { ticketPrice: 10 })];
  const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => hall.join(rooms[at % 2]!, player)));
  const refused = replies.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['already_in_room']));
  expect(await hall.balanceOf(player)).toBe(9_990);
});

test("a new room closes the owner's empty one with a refund, but not a shared one", async () => {
  const [owner, guest] = [await hall.addDuellist(), await hall.addDuellist()];
  const first = await hall.makeRoom(owner, { ticketPrice: 300 });
  const second = await hall.makeRoom(owner, { ticketPrice: 400 });
  expect([(await hall.room(first)).state, await hall.balanceOf(owner)]).toEqual(['MATCH_CANCELLED', 9_600]);
  await hall.join(second, guest);
  const form = { map: 'awp_lego', player_count: '1v1', server_location: 'miami' };
  expect((await hall.call('POST', '/room/createGameRoom', owner, form)).body.code).toBe('already_in_room');
});

test('a room shows its owner, its guest and the details of each seat', async () => {
  const [owner, guest] = [await hall.addDuellist(), await hall.addDuellist()];
  await hall.db.sql`update players set avatar = 'https://pictures.example/guest.png' where id = ${guest.id}`;
  const roomId = await hall.makeRoom(owner);
  await hall.join(roomId, guest);
  await hall.ready(roomId, guest);
  const people = await hall.db.sql<{ username: string; steamId: string; avatar: string | null }>`
    select username, steam_id as "steamId", avatar from players where id in (${owner.id}, ${guest.id}) order by id`;
  const [one, two] = people.map((each) => ({ ...each, avatar: avatarUrl(each, 'http://localhost:80') }));
  const room = await hall.room(roomId);
  expect(room.id).toBe(roomId);
  expect(room.ownerPlayer).toEqual({ username: one!.username, profileImg: one!.avatar });
  expect(room.participantPlayer).toEqual({ username: two!.username, profileImg: 'https://pictures.example/guest.png' });
  expect(room.players).toMatchObject([
    { ...one, team: 'team1', ready: false },
    { ...two, team: 'team2', ready: true },
  ]);
});

test('leaving refunds the fee and passes the room to the longest-seated player', async () => {
  const [owner, guest] = [await hall.addDuellist(), await hall.addDuellist()];
  const roomId = await hall.makeRoom(owner, { ticketPrice: 250 });
  await hall.join(roomId, guest);
  expect((await hall.leave(roomId, owner)).status).toBe(200);
  expect((await hall.leave(roomId, owner)).status).toBe(200);
  const room = await hall.room(roomId);
  expect([room.players, room.totalAmount, room.participantPlayer]).toMatchObject([[{ team: 'team2' }], 250, null]);
  expect(room.ownerPlayer.username).toBe(room.players[0]!.username);
  expect(await hall.balanceOf(owner)).toBe(10_000);
  await hall.leave(roomId, guest);
  expect(await hall.room(roomId)).toMatchObject({ state: 'MATCH_CANCELLED', totalAmount: 0 });
  expect((await hall.join(roomId, owner)).body.code).toBe('room_over');
  expect(await statesOf(roomId)).toContain('stake_returned');
});

test('coming back takes a new seat and a new payment', async () => {
  const [owner, guest] = [await hall.addDuellist(), await hall.addDuellist()];
  const roomId = await hall.makeRoom(owner, { ticketPrice: 100 });
  for (let time = 0; time < 3; time++) {
    await hall.join(roomId, guest);
    await hall.leave(roomId, guest);
  }
  await hall.join(roomId, guest);
  expect(await hall.balanceOf(guest)).toBe(9_900);
});

test('a late repeat of join or leave with its key has no effect', async () => {
  const [owner, guest] = [await hall.addDuellist(), await hall.addDuellist()];
  const roomId = await hall.makeRoom(owner, { ticketPrice: 100 });
  const again = async (call: 'join' | 'leave') => {
    const headers = { ...guest.headers, 'idempotency-key': call };
    const url = `/room/${call}GameRoom/${roomId}`;
    const reply = await hall.site.http.inject({
      method: 'POST',
      url,
      headers,
      ...(call === 'join' && { payload: {} }),
    });
    expect(reply.statusCode).toBe(200);
    return hall.balanceOf(guest);
  };
  expect([await again('join'), await again('leave'), await again('join')]).toEqual([9_900, 10_000, 10_000]);
  await hall.join(roomId, guest);
  expect(await again('leave')).toBe(9_900);
});

test('replies to a repeated leave from a key that an earlier version stored', async () => {
  const guest = await hall.addDuellist();
  const requestHash = createHash('sha256')
    .update(JSON.stringify(['leaveGameRoom', 7]))
    .digest('hex');
  await hall.site.deps.db.sql`
    insert into request_keys (player_id, key, request_hash, reply)
    values (${guest.id}, 'earlier', ${requestHash}, ${'{"message":"You left the room."}'}::jsonb)`;
  const headers = { ...guest.headers, 'idempotency-key': 'earlier' };
  const reply = await hall.site.http.inject({ method: 'POST', url: '/room/leaveGameRoom/7', headers });
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'You left the room.' }]);
});

test('a late repeat of ready does not take a second seat', async () => {
  const [owner, guest] = [await hall.addDuellist(), await hall.addDuellist()];
  const roomId = await hall.makeRoom(owner);
  const headers = { ...guest.headers, 'idempotency-key': 'ready' };
  const request = { method: 'POST', url: `/room/setReadyState/${roomId}`, headers, payload: { ready: true } } as const;
  expect((await hall.site.http.inject(request)).statusCode).toBe(200);
  await hall.leave(roomId, guest);
  expect((await hall.site.http.inject(request)).statusCode).toBe(200);
  expect((await hall.room(roomId)).players).toHaveLength(1);
});

test('the last ready player starts the match, and afterwards leaving and unready are refused', async () => {
  const [owner, guest] = [await hall.addDuellist(), await hall.addDuellist()];
  const roomId = await hall.makeRoom(owner, { ticketPrice: 100 });
  await hall.join(roomId, guest);
  expect((await hall.room(roomId)).deadline).not.toBeNull();
  await hall.ready(roomId, owner);
  await hall.ready(roomId, owner, false);
  await hall.ready(roomId, guest);
  expect((await hall.room(roomId)).state).toBe('WAITING');
  await hall.ready(roomId, owner);
  expect(await hall.room(roomId)).toMatchObject({ state: 'MATCH_STARTING', seed: null, entropies: ['', ''] });
  for (const reply of [await hall.leave(roomId, owner), await hall.ready(roomId, guest, false)]) {
    expect(reply).toMatchObject({ status: 409, body: { code: 'room_started' } });
  }
  expect((await hall.room(roomId)).totalAmount).toBe(200);
});

test('ready takes a seat in a free room, but not in a paid one', async () => {
  const [owner, guest] = [await hall.addDuellist(), await hall.addDuellist()];
  const free = await hall.makeRoom(owner);
  expect((await hall.ready(free, guest)).status).toBe(200);
  expect((await hall.room(free)).players).toHaveLength(2);
  const [other, late] = [await hall.addDuellist(), await hall.addDuellist()];
  const paid = await hall.makeRoom(other, { ticketPrice: 5 });
  expect((await hall.ready(paid, late)).body.code).toBe('not_seated');
});

test('a hundred parallel ready toggles end in one consistent state', async () => {
  const [owner, guest] = [await hall.addDuellist(), await hall.addDuellist()];
  const roomId = await hall.makeRoom(owner, { ticketPrice: 50 });
  await hall.join(roomId, guest);
  const players = [owner, guest];
  await Promise.all(Array.from({ length: 100 }, (_, at) => hall.ready(roomId, players[at % 2]!, at % 3 !== 0)));
  const { state, players: seats, totalAmount } = await hall.room(roomId);
  expect(totalAmount).toBe(100);
  expect(['WAITING', 'MATCH_STARTING']).toContain(state);
  if (state === 'MATCH_STARTING') expect(seats.every(({ ready }) => ready)).toBe(true);
});

test('repeated ready toggles leave one timeline entry and hide no others', async () => {
  const owner = await hall.addDuellist();
  const roomId = await hall.makeRoom(owner, { ticketPrice: 50 });
  for (let time = 0; time < 7; time++) await hall.ready(roomId, owner, time % 2 === 0);
  expect(await statesOf(roomId)).toEqual(['created', 'seat_taken', 'stake_locked', 'ready']);
});

test('lists waiting and running rooms, but not ended ones', async () => {
  const owner = await hall.addDuellist();
  const roomId = await hall.makeRoom(owner);
  const list = async () => {
    const reply = await hall.site.http.inject('/room/getActiveRooms');
    return (JSON.parse(reply.body) as { data: { id: number }[] }).data.map(({ id }) => id);
  };
  expect(await list()).toContain(roomId);
  await hall.leave(roomId, owner);
  expect(await list()).not.toContain(roomId);
});

test('opponents fill the free seats and get ready, only at the request of a seated player', async () => {
  const rivals = await Promise.all([hall.addDuellist(), hall.addDuellist(), hall.addDuellist()]);
  await hall.db.sql`update players set is_sandbox = true where id = any(${rivals.map(({ id }) => id)}::int8[])`;
  const [owner, stranger] = [await hall.addDuellist(), await hall.addDuellist()];
  const roomId = await hall.makeRoom(owner, { player_count: '2v2', ticketPrice: 100 });
  const address = `/room/addSandboxOpponent/${roomId}`;
  expect((await hall.room(roomId)).canAddSandbox).toBe(true);
  expect((await hall.call('POST', address, stranger)).body.code).toBe('not_seated');
  await hall.ready(roomId, owner);
  expect((await hall.call('POST', address, owner)).status).toBe(200);
  const room = await hall.room(roomId);
  expect([room.state, room.totalAmount]).toEqual(['MATCH_STARTING', 400]);
  expect(room.players.map(({ isSandbox }) => isSandbox)).toEqual([false, true, true, true]);
  expect((await hall.call('POST', address, owner)).body.code).toBe('room_started');
  const lonely = await hall.addDuellist();
  const { status, body } = await hall.call(
    'POST',
    `/room/addSandboxOpponent/${await hall.makeRoom(lonely, { ticketPrice: 100 })}`,
    lonely,
  );
  expect([status, body.message]).toEqual([429, 'All sandbox players are busy. Please try again.']);
});

test('leaves no breaches in the books', async () => {
  expect(await breachesOf(hall.db)).toEqual([]);
});
