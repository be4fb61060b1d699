import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { avatarUrl } from '#http/avatars.ts';
import { addPlayer, findBreaches, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';

let fixture: RoomFixture;
beforeAll(async () => {
  fixture = await createRoomFixture();
});
afterAll(() => fixture.close());

const readStates = async (roomId: number) => (await fixture.room(roomId)).timeline.map(({ event }) => event);

test('seats the creator first and moves the fee into the room', async () => {
  const owner = await fixture.addRoomPlayer();
  const reply = await fixture.call('POST', '/room/createGameRoom', owner, {
    map: 'aim_redline',
    player_count: '2v2',
    server_location: 'warsaw',
    ticketPrice: 500,
  });
  expect(reply).toMatchObject({ status: 200, body: { message: 'You successfully created a room!' } });
  expect(await fixture.room(reply.body.roomId!)).toMatchObject({
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
  expect(await fixture.readBalance(owner)).toBe(9_500);
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
  const owner = await fixture.addRoomPlayer();
  const form = { map: 'awp_lego', player_count: '1v1', server_location: 'miami', ...changed };
  expect(await fixture.call('POST', '/room/createGameRoom', owner, form)).toMatchObject({
    status: 400,
    body: { message },
  });
});

test('refuses a seat without a Steam account', async () => {
  const outsider = await addPlayer(fixture.db);
  await creditWelcomeDiamonds(fixture.site.deps, outsider.id, 1_000);
  const roomId = await fixture.makeRoom(await fixture.addRoomPlayer(), { ticketPrice: 100 });
  expect(await fixture.join(roomId, outsider)).toMatchObject({ status: 409, body: { code: 'steam_required' } });
  expect(await fixture.readBalance(outsider)).toBe(1_000);
});

test('refuses seat and room to a player who cannot pay', async () => {
  const poor = await fixture.addRoomPlayer(99);
  const roomId = await fixture.makeRoom(await fixture.addRoomPlayer(), { ticketPrice: 100 });
  expect((await fixture.join(roomId, poor)).body.code).toBe('insufficient_balance');
  const form = { map: 'awp_lego', player_count: '1v1', server_location: 'miami', ticketPrice: 100 };
  expect((await fixture.call('POST', '/room/createGameRoom', poor, form)).body.code).toBe('insufficient_balance');
  expect((await fixture.room(roomId)).players).toHaveLength(1);
});

test('gives the last seat to one of two parallel players, who alone pays', async () => {
  const [owner, one, other] = await Promise.all([
    fixture.addRoomPlayer(),
    fixture.addRoomPlayer(),
    fixture.addRoomPlayer(),
  ]);
  const roomId = await fixture.makeRoom(owner, { ticketPrice: 100 });
  const replies = await Promise.all([fixture.join(roomId, one), fixture.join(roomId, other)]);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(replies.find(({ status }) => status === 409)!.body.code).toBe('room_full');
  expect((await fixture.room(roomId)).totalAmount).toBe(200);
  expect((await fixture.readBalance(one)) + (await fixture.readBalance(other))).toBe(19_900);
});

test('seats a player in one room, even under twenty parallel requests', async () => {
  const [owner, other, player] = await Promise.all([
    fixture.addRoomPlayer(),
    fixture.addRoomPlayer(),
    fixture.addRoomPlayer(),
  ]);
  const rooms = [
    await fixture.makeRoom(owner, { ticketPrice: 10 }),
    await fixture.makeRoom(other, { ticketPrice: 10 }),
  ];
  const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => fixture.join(rooms[index % 2]!, player)));
  const refused = replies.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['already_in_room']));
  expect(await fixture.readBalance(player)).toBe(9_990);
});

test("a new room closes the owner's empty one with a refund, but not a shared one", async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const first = await fixture.makeRoom(owner, { ticketPrice: 300 });
  const second = await fixture.makeRoom(owner, { ticketPrice: 400 });
  expect([(await fixture.room(first)).state, await fixture.readBalance(owner)]).toEqual(['MATCH_CANCELLED', 9_600]);
  await fixture.join(second, guest);
  const form = { map: 'awp_lego', player_count: '1v1', server_location: 'miami' };
  expect((await fixture.call('POST', '/room/createGameRoom', owner, form)).body.code).toBe('already_in_room');
});

test('a room shows its owner, its guest and the details of each seat', async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  await fixture.db.sql`update players set avatar = 'https://pictures.example/guest.png' where id = ${guest.id}`;
  const roomId = await fixture.makeRoom(owner);
  await fixture.join(roomId, guest);
  await fixture.ready(roomId, guest);
  const people = await fixture.db.sql<{ username: string; steamId: string; avatar: string | null }>`
    select username, steam_id as "steamId", avatar from players where id in (${owner.id}, ${guest.id}) order by id`;
  const [one, two] = people.map((each) => ({ ...each, avatar: avatarUrl(each, 'http://localhost:80') }));
  const room = await fixture.room(roomId);
  expect(room.id).toBe(roomId);
  expect(room.ownerPlayer).toEqual({ username: one!.username, isSandbox: false, profileImg: one!.avatar });
  expect(room.participantPlayer).toEqual({
    username: two!.username,
    isSandbox: false,
    profileImg: 'https://pictures.example/guest.png',
  });
  expect(room.players).toMatchObject([
    { ...one, team: 'team1', ready: false },
    { ...two, team: 'team2', ready: true },
  ]);
});

test('leaving refunds the fee and passes the room to the longest-seated player', async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner, { ticketPrice: 250 });
  await fixture.join(roomId, guest);
  expect((await fixture.leave(roomId, owner)).status).toBe(200);
  expect((await fixture.leave(roomId, owner)).status).toBe(200);
  const room = await fixture.room(roomId);
  expect([room.players, room.totalAmount, room.participantPlayer]).toMatchObject([[{ team: 'team2' }], 250, null]);
  expect(room.ownerPlayer.username).toBe(room.players[0]!.username);
  expect(await fixture.readBalance(owner)).toBe(10_000);
  await fixture.leave(roomId, guest);
  expect(await fixture.room(roomId)).toMatchObject({ state: 'MATCH_CANCELLED', totalAmount: 0 });
  expect((await fixture.join(roomId, owner)).body.code).toBe('room_over');
  expect(await readStates(roomId)).toContain('stake_returned');
});

test('coming back takes a new seat and a new payment', async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner, { ticketPrice: 100 });
  for (let time = 0; time < 3; time++) {
    await fixture.join(roomId, guest);
    await fixture.leave(roomId, guest);
  }
  await fixture.join(roomId, guest);
  expect(await fixture.readBalance(guest)).toBe(9_900);
});

test('a late repeat of join or leave with its key has no effect', async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner, { ticketPrice: 100 });
  const again = async (call: 'join' | 'leave') => {
    const headers = { ...guest.headers, 'idempotency-key': call };
    const url = `/room/${call}GameRoom/${roomId}`;
    const reply = await fixture.site.http.inject({
      method: 'POST',
      url,
      headers,
      ...(call === 'join' && { payload: {} }),
    });
    expect(reply.statusCode).toBe(200);
    return fixture.readBalance(guest);
  };
  expect([await again('join'), await again('leave'), await again('join')]).toEqual([9_900, 10_000, 10_000]);
  await fixture.join(roomId, guest);
  expect(await again('leave')).toBe(9_900);
});

test('replies to a repeated leave from a key that an earlier version stored', async () => {
  const guest = await fixture.addRoomPlayer();
  const requestHash = createHash('sha256')
    .update(JSON.stringify(['leaveGameRoom', 7]))
    .digest('hex');
  await fixture.site.deps.db.sql`
    insert into request_keys (player_id, key, request_hash, reply)
    values (${guest.id}, 'earlier', ${requestHash}, ${'{"message":"You left the room."}'}::jsonb)`;
  const headers = { ...guest.headers, 'idempotency-key': 'earlier' };
  const reply = await fixture.site.http.inject({ method: 'POST', url: '/room/leaveGameRoom/7', headers });
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'You left the room.' }]);
});

test('a late repeat of ready does not take a second seat', async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner);
  const headers = { ...guest.headers, 'idempotency-key': 'ready' };
  const request = { method: 'POST', url: `/room/setReadyState/${roomId}`, headers, payload: { ready: true } } as const;
  expect((await fixture.site.http.inject(request)).statusCode).toBe(200);
  await fixture.leave(roomId, guest);
  expect((await fixture.site.http.inject(request)).statusCode).toBe(200);
  expect((await fixture.room(roomId)).players).toHaveLength(1);
});

test('the last ready player starts the match, and afterwards leaving and unready are refused', async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner, { ticketPrice: 100 });
  await fixture.join(roomId, guest);
  expect((await fixture.room(roomId)).deadline).not.toBeNull();
  await fixture.ready(roomId, owner);
  await fixture.ready(roomId, owner, false);
  await fixture.ready(roomId, guest);
  expect((await fixture.room(roomId)).state).toBe('WAITING');
  await fixture.ready(roomId, owner);
  expect(await fixture.room(roomId)).toMatchObject({ state: 'MATCH_STARTING', seed: null, entropies: ['', ''] });
  for (const reply of [await fixture.leave(roomId, owner), await fixture.ready(roomId, guest, false)]) {
    expect(reply).toMatchObject({ status: 409, body: { code: 'room_started' } });
  }
  expect((await fixture.room(roomId)).totalAmount).toBe(200);
});

test('ready takes a seat in a free room, but not in a paid one', async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const free = await fixture.makeRoom(owner);
  expect((await fixture.ready(free, guest)).status).toBe(200);
  expect((await fixture.room(free)).players).toHaveLength(2);
  const [other, late] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const paid = await fixture.makeRoom(other, { ticketPrice: 5 });
  expect((await fixture.ready(paid, late)).body.code).toBe('not_seated');
});

test('a hundred parallel ready toggles end in one consistent state', async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner, { ticketPrice: 50 });
  await fixture.join(roomId, guest);
  const players = [owner, guest];
  await Promise.all(
    Array.from({ length: 100 }, (_, index) => fixture.ready(roomId, players[index % 2]!, index % 3 !== 0)),
  );
  const { state, players: seats, totalAmount } = await fixture.room(roomId);
  expect(totalAmount).toBe(100);
  expect(['WAITING', 'MATCH_STARTING']).toContain(state);
  if (state === 'MATCH_STARTING') expect(seats.every(({ ready }) => ready)).toBe(true);
});

test('repeated ready toggles leave one timeline entry and hide no others', async () => {
  const owner = await fixture.addRoomPlayer();
  const roomId = await fixture.makeRoom(owner, { ticketPrice: 50 });
  for (let time = 0; time < 7; time++) await fixture.ready(roomId, owner, time % 2 === 0);
  expect(await readStates(roomId)).toEqual(['created', 'seat_taken', 'stake_locked', 'ready']);
});

test('lists waiting and running rooms, but not ended ones', async () => {
  const owner = await fixture.addRoomPlayer();
  const roomId = await fixture.makeRoom(owner);
  const list = async () => {
    const reply = await fixture.site.http.inject('/room/getActiveRooms');
    return (JSON.parse(reply.body) as { data: { id: number }[] }).data.map(({ id }) => id);
  };
  expect(await list()).toContain(roomId);
  await fixture.leave(roomId, owner);
  expect(await list()).not.toContain(roomId);
});

test('opponents fill the free seats and get ready, only at the request of a seated player', async () => {
  const rivals = await Promise.all([fixture.addRoomPlayer(), fixture.addRoomPlayer(), fixture.addRoomPlayer()]);
  await fixture.db.sql`update players set is_sandbox = true where id = any(${rivals.map(({ id }) => id)}::int8[])`;
  const [owner, outsider] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner, { player_count: '2v2', ticketPrice: 100 });
  const address = `/room/addSandboxOpponent/${roomId}`;
  expect((await fixture.room(roomId)).canAddSandbox).toBe(true);
  expect((await fixture.call('POST', address, outsider)).body.code).toBe('not_seated');
  await fixture.ready(roomId, owner);
  expect((await fixture.call('POST', address, owner)).status).toBe(200);
  const room = await fixture.room(roomId);
  expect([room.state, room.totalAmount]).toEqual(['MATCH_STARTING', 400]);
  expect(room.players.map(({ isSandbox }) => isSandbox)).toEqual([false, true, true, true]);
  expect((await fixture.call('POST', address, owner)).body.code).toBe('room_started');
  const lonely = await fixture.addRoomPlayer();
  const { status, body } = await fixture.call(
    'POST',
    `/room/addSandboxOpponent/${await fixture.makeRoom(lonely, { ticketPrice: 100 })}`,
    lonely,
  );
  expect([status, body.message]).toEqual([429, 'All sandbox players are busy. Please try again.']);
});

test('opponents have a rating near the player’s, whatever it is', async () => {
  const ratings = [400, 950, 1_090, 1_400];
  const rivals = await Promise.all(ratings.map(() => fixture.addRoomPlayer()));
  for (const [index, { id }] of rivals.entries()) {
    await fixture.db.sql`update players set is_sandbox = true, elo = ${ratings[index]!} where id = ${id}`;
  }
  const ratingOfOpponent = async (elo: number): Promise<number> => {
    const person = await fixture.addRoomPlayer();
    await fixture.db.sql`update players set elo = ${elo} where id = ${person.id}`;
    const roomId = await fixture.makeRoom(person, { ticketPrice: 100 });
    expect((await fixture.call('POST', `/room/addSandboxOpponent/${roomId}`, person)).status).toBe(200);
    const { players } = await fixture.room(roomId);
    return players.find(({ isSandbox }) => isSandbox)!.elo;
  };
  // Two are near enough to stay as they are; the others get another rating.
  expect(await ratingOfOpponent(1_450)).toBe(1_400);
  expect(await ratingOfOpponent(1_150)).toBe(1_090);
  for (const rating of [1_800, 3_000]) {
    expect(Math.abs((await ratingOfOpponent(rating)) - rating)).toBeLessThanOrEqual(60);
  }
});

test('keeps every invariant of the books', async () => {
  expect(await findBreaches(fixture.db)).toEqual([]);
});
