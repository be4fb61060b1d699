import { afterAll, beforeAll, expect, test } from 'vitest';
import { LeaseLost } from '#db/lease.ts';
import { addPlayer, findBreaches } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { createDeadlines } from './deadlines.ts';

let fixture: RoomFixture;
let check: () => Promise<void>;
beforeAll(async () => {
  fixture = await createRoomFixture();
  await fixture.db.sql`insert into leases (name, epoch) values ('rooms', 1)`;
  check = createDeadlines(fixture.site.deps, { name: 'rooms', epoch: 1 });
});
afterAll(() => fixture.close());

/** As if the room's current deadline had passed. */
async function letPass(roomId: number): Promise<void> {
  await fixture.db.sql`update rooms set deadline = now() - interval '1 second' where id = ${roomId}`;
  await check();
}

async function fullRoom(ticketPrice = 100) {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner, { ticketPrice });
  await fixture.join(roomId, guest);
  return { roomId, owner, guest };
}

test('removes and refunds players who are not ready in time, and keeps the others', async () => {
  const { roomId, owner, guest } = await fullRoom();
  await check();
  expect((await fixture.room(roomId)).players).toHaveLength(2);
  await fixture.ready(roomId, guest);
  await letPass(roomId);
  const room = await fixture.room(roomId);
  expect([room.state, room.players.length, room.deadline, room.totalAmount]).toEqual(['WAITING', 1, null, 100]);
  expect([await fixture.readBalance(owner), await fixture.readBalance(guest)]).toEqual([10_000, 9_900]);
});

test('voids a room in which no player got ready', async () => {
  const { roomId, owner } = await fullRoom();
  await letPass(roomId);
  expect([(await fixture.room(roomId)).state, await fixture.readBalance(owner)]).toEqual(['MATCH_CANCELLED', 10_000]);
});

test('keeps the seats of a room that waits while duels are off, and plays a match that was starting', async () => {
  const { roomId, owner, guest } = await fullRoom();
  const starting = await fullRoom();
  for (const player of [starting.owner, starting.guest]) await fixture.ready(starting.roomId, player);
  const staff = await addPlayer(fixture.db, 'admin');
  const setDuels = (isOn: boolean) =>
    fixture.call('POST', '/admin/setSwitch/duel', staff, { isOn, reason: 'A broken map' });
  expect((await setDuels(false)).status).toBe(200);
  await letPass(roomId);
  const waiting = await fixture.room(roomId);
  expect([waiting.state, waiting.players.length]).toEqual(['WAITING', 2]);
  expect(Date.parse(waiting.deadline!)).toBeGreaterThan(Date.now());
  expect((await fixture.ready(roomId, owner)).body.code).toBe('switched_off');
  expect((await fixture.leave(roomId, guest)).status).toBe(200);
  await fixture.db.sql`
    update rooms set loaded_at = now(), server_ip = '127.0.0.1:27016', server_password = 'in'
    where id = ${starting.roomId}`;
  await letPass(starting.roomId);
  expect((await fixture.room(starting.roomId)).state).toBe('MATCH_ONGOING');
  expect((await setDuels(true)).status).toBe(200);
  expect((await fixture.ready(roomId, owner)).status).not.toBe(503);
});

test('starts the match when the countdown has ended and the server has loaded it', async () => {
  const { roomId, owner, guest } = await fullRoom();
  for (const player of [owner, guest]) await fixture.ready(roomId, player);
  await letPass(roomId);
  // Known before the match, so that pages keep no place for a server to join.
  expect(await fixture.room(roomId)).toMatchObject({ state: 'MATCH_STARTING', isPlayedBySandbox: true });
  await fixture.db
    .sql`update rooms set loaded_at = now(), server_ip = '127.0.0.1:27015', server_password = 'in' where id = ${roomId}`;
  await letPass(roomId);
  expect(await fixture.room(roomId)).toMatchObject({
    state: 'MATCH_ONGOING',
    server_ip: '127.0.0.1:27015',
    server_password: null,
    isPlayedBySandbox: true,
  });
  expect((await fixture.room(roomId, owner)).server_password).toBe('in');
});

test('a match on a configured server is not marked as played by the sandbox', async () => {
  const named = [{ location: 'istanbul', address: '127.0.0.1:27015', rconPassword: 'only for tests' }];
  const other = await createRoomFixture({ GAME_SERVERS: JSON.stringify(named) });
  const [owner, guest] = [await other.addRoomPlayer(), await other.addRoomPlayer()];
  const roomId = await other.makeRoom(owner);
  await other.join(roomId, guest);
  await other.startMatch(roomId, [owner, guest]);
  expect(await other.room(roomId)).toMatchObject({ state: 'MATCH_ONGOING', isPlayedBySandbox: false });
  await other.close();
});

test('voids a room without a server and refunds the stakes', async () => {
  const { roomId, owner, guest } = await fullRoom();
  for (const player of [owner, guest]) await fixture.ready(roomId, player);
  await fixture.db.sql`update rooms set started_at = now() - interval '3 minutes' where id = ${roomId}`;
  await letPass(roomId);
  expect(await fixture.room(roomId)).toMatchObject({ state: 'MATCH_CANCELLED', endReason: 'no_server' });
  expect(await fixture.readBalance(owner)).toBe(10_000);
});

test.each([
  [[], 'MATCH_CANCELLED', 'no_show', 10_000, 10_000],
  [['team1', 'team2'], 'MATCH_CANCELLED', 'no_show', 10_000, 10_000],
  [['team2'], 'MATCH_FINISHED', 'forfeit', 9_900, 10_090],
  [['team1'], 'MATCH_FINISHED', 'forfeit', 10_090, 9_900],
] as const)(
  'a match that does not begin in time with %j connected ends as %s',
  async (connectedTeams, state, endReason, first, second) => {
    const { roomId, owner, guest } = await fullRoom();
    await fixture.startMatch(roomId, [owner, guest]);
    for (const team of connectedTeams) await fixture.report(roomId, { kind: 'connected', team });
    await letPass(roomId);
    expect(await fixture.room(roomId)).toMatchObject({ state, endReason });
    expect([await fixture.readBalance(owner), await fixture.readBalance(guest)]).toEqual([first, second]);
  },
);

test('refunds a match that stops reporting', async () => {
  const { roomId, owner, guest } = await fullRoom();
  await fixture.startMatch(roomId, [owner, guest]);
  await fixture.report(roomId, { kind: 'live' });
  await letPass(roomId);
  expect(await fixture.room(roomId)).toMatchObject({ state: 'MATCH_CANCELLED', endReason: 'abandoned' });
  expect(await fixture.readBalance(owner)).toBe(10_000);
});

test('a failing room does not block the others', async () => {
  const [stuck, { roomId, owner }] = [await fullRoom(), await fullRoom()];
  const { id } = stuck.owner;
  // A full wallet cannot take the refund.
  await fixture.db.sql`update wallets set balance = 9007199254740991 where player_id = ${id}`;
  await fixture.db.sql`update rooms set deadline = now() - interval '1 hour' where id = ${stuck.roomId}`;
  await letPass(roomId);
  expect([(await fixture.room(roomId)).state, await fixture.readBalance(owner)]).toEqual(['MATCH_CANCELLED', 10_000]);
  expect(fixture.site.lines.some((line) => line.includes('Room deadline handling failed'))).toBe(true);
  await fixture.db.sql`update wallets set balance = 9900 where player_id = ${id}`;
  await check();
  expect(await fixture.readBalance(stuck.owner)).toBe(10_000);
});

test('refunds a room whose seed was sealed with another secret', async () => {
  const corrupt = (roomId: number) => fixture.db.sql`update rooms set sealed_seed = '\\x00' where id = ${roomId}`;
  const [starting, startedRoom] = [await fullRoom(), await fullRoom()];
  await corrupt(starting.roomId);
  for (const player of [starting.owner, starting.guest]) await fixture.ready(starting.roomId, player);
  expect(await fixture.room(starting.roomId)).toMatchObject({
    state: 'MATCH_CANCELLED',
    endReason: 'no_coin',
    seed: null,
  });
  await fixture.startMatch(startedRoom.roomId, [startedRoom.owner, startedRoom.guest]);
  await corrupt(startedRoom.roomId);
  await letPass(startedRoom.roomId);
  const { state, seed } = await fixture.room(startedRoom.roomId);
  expect([state, typeof seed]).toEqual(['MATCH_CANCELLED', 'string']);
  for (const { owner, guest } of [starting, startedRoom]) {
    expect([await fixture.readBalance(owner), await fixture.readBalance(guest)]).toEqual([10_000, 10_000]);
  }
});

test('changes no room without the lease', async () => {
  const { roomId } = await fullRoom();
  await fixture.db.sql`update rooms set deadline = now() - interval '1 second' where id = ${roomId}`;
  await expect(createDeadlines(fixture.site.deps, { name: 'rooms', epoch: 0 })()).rejects.toThrow(LeaseLost);
  expect((await fixture.room(roomId)).state).toBe('WAITING');
});

test('keeps every invariant of the books', async () => {
  expect(await findBreaches(fixture.db)).toEqual([]);
});
