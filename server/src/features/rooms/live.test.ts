import type { Room, RoomSummary } from '@karat/contract/rooms';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { openTab, type Tab } from '#testing/tab.ts';

let fixture: RoomFixture;
let port: number;
const tabs: Tab[] = [];

beforeAll(async () => {
  fixture = await createRoomFixture();
  port = await fixture.site.listen();
});
afterEach(() => tabs.splice(0).forEach((tab) => tab.close()));
afterAll(() => fixture.close());

async function visit(who?: TestPlayer): Promise<Tab> {
  const tab = openTab(port, who === undefined ? {} : { token: who.headers.authorization.slice('Bearer '.length) });
  tabs.push(tab);
  await tab.connected();
  return tab;
}

/** Without fields that differ between reads or viewers. */
const plain = (room: Room): Room => ({ ...room, now: '', server_password: null, spectators: 0 });

test.each([
  ['an object', (roomId: number) => ({ roomId })],
  ['a bare number', (roomId: number) => roomId],
  ['a bare text', (roomId: number) => String(roomId)],
])('a client that joins a room by %s receives every change, equal to a fresh read', async (_, ref) => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner, { ticketPrice: 10 });
  const tab = await visit();
  tab.emit('JOIN_GAME_ROOM', ref(roomId));
  expect(plain(await tab.next('ROOM_DATA'))).toEqual(plain(await fixture.room(roomId)));
  await fixture.join(roomId, guest);
  // The full room is broadcast first, and again when its deadline is set.
  const update = await tab.next('ROOM_DATA', ({ players, deadline }) => players.length === 2 && deadline !== null);
  expect(plain(update)).toEqual(plain(await fixture.room(roomId)));
  await fixture.startMatch(roomId, [owner, guest]);
  expect(plain(await tab.next('ROOM_DATA', ({ state }) => state === 'MATCH_ONGOING'))).toEqual(
    plain(await fixture.room(roomId)),
  );
});

test('a client that left a room receives no more events', async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner);
  const [gone, here] = [await visit(), await visit()];
  for (const tab of [gone, here]) {
    tab.emit('JOIN_GAME_ROOM', { roomId });
    await tab.next('ROOM_DATA');
  }
  gone.emit('QUIT_GAME_ROOM', { roomId });
  gone.emit('GET_GAME_ROOM_CHAT_MESSAGES', { roomId });
  await gone.next('GAME_ROOM_CHAT_MESSAGES');
  // The event of the room's creation may arrive after the first read.
  gone.clear();
  await fixture.join(roomId, guest);
  await here.next('ROOM_DATA', ({ players }) => players.length === 2);
  expect(gone.receivedCount('ROOM_DATA')).toBe(0);
});

test('counts viewers without a seat as spectators and broadcasts their number', async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner);
  await fixture.join(roomId, guest);
  // The owner watches in two tabs and the guest in none: neither counts.
  const [first, second] = [await visit(owner), await visit(owner)];
  for (const tab of [first, second]) {
    tab.emit('JOIN_GAME_ROOM', { roomId });
    expect(await tab.next('ROOM_DATA')).toMatchObject({ spectators: 0 });
  }
  const visitor = await visit();
  visitor.emit('JOIN_GAME_ROOM', { roomId });
  expect(await visitor.next('ROOM_DATA')).toMatchObject({ spectators: 1 });
  await first.next('ROOM_DATA', ({ spectators }) => spectators === 1);
  visitor.close();
  await first.next('ROOM_DATA', ({ spectators }) => spectators === 0);
});

test('broadcasts the list of rooms to all clients', async () => {
  const owner = await fixture.addRoomPlayer();
  const tab = await visit();
  const roomId = await fixture.makeRoom(owner);
  const { data } = await tab.next('ROOMS_CHANGED', (payload) => payload.data.some(({ id }) => id === roomId));
  const reply = await fixture.site.http.inject('/room/getActiveRooms');
  expect(data).toEqual((JSON.parse(reply.body) as { data: RoomSummary[] }).data);
});

test("the list shows the game server's address only during the match", async () => {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const tab = await visit();
  const roomId = await fixture.makeRoom(owner);
  const listed = async (): Promise<RoomSummary | undefined> => {
    const reply = await fixture.site.http.inject('/room/getActiveRooms');
    return (JSON.parse(reply.body) as { data: RoomSummary[] }).data.find(({ id }) => id === roomId);
  };
  expect(await listed()).toMatchObject({ state: 'WAITING', server_ip: null });
  await fixture.join(roomId, guest);
  const address = '127.0.0.1:27015';
  await fixture.db.sql`update rooms set server_ip = ${address} where id = ${roomId}`;
  expect(await listed()).toMatchObject({ state: 'WAITING', server_ip: null });
  await fixture.startMatch(roomId, [owner, guest]);
  expect(await listed()).toMatchObject({ state: 'MATCH_ONGOING', server_ip: address });
  const isOngoing = ({ id, state }: RoomSummary): boolean => id === roomId && state === 'MATCH_ONGOING';
  const { data } = await tab.next('ROOMS_CHANGED', (payload) => payload.data.some(isOngoing));
  expect(data.find(isOngoing)).toEqual(await listed());
});

test('broadcasts and stores a room message once per key', async () => {
  const [owner, other] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner);
  const [speaker, listener] = [await visit(owner), await visit(other)];
  for (const tab of [speaker, listener]) {
    tab.emit('JOIN_GAME_ROOM', { roomId });
    await tab.next('ROOM_DATA');
  }
  for (let time = 0; time < 3; time++)
    speaker.emit('SEND_GAME_ROOM_MESSAGE', { roomId, message: '  good luck ', key: 'one' });
  expect(await listener.next('NEW_GAME_ROOM_MESSAGE')).toMatchObject({ roomId, message: 'good luck', key: 'one' });
  listener.emit('GET_GAME_ROOM_CHAT_MESSAGES', roomId);
  const { data } = await listener.next('GAME_ROOM_CHAT_MESSAGES');
  expect(data).toEqual([
    {
      id: expect.any(Number),
      sender: {
        id: owner.id,
        username: expect.stringMatching(/^owner\d+$/),
        isSandbox: false,
        profileImg: expect.stringMatching(/^http:\/\/localhost:80\/img\/avatar\/owner\d+\.svg$/),
        elo: 1_000,
        isAdmin: false,
        isStaff: false,
      },
      message: 'good luck',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      key: 'one',
    },
  ]);
  expect(listener.receivedCount('NEW_GAME_ROOM_MESSAGE')).toBe(0);
});

test.each<[form: string, send: (roomId: number, message: string) => unknown[]]>([
  ['one object', (roomId, message) => [{ roomId, message }]],
  ['two arguments', (roomId, message) => [roomId, message]],
  ['two arguments, the id as text', (roomId, message) => [String(roomId), message]],
])('accepts a room message sent as %s, with an acknowledgement callback or without', async (_, send) => {
  const owner = await fixture.addRoomPlayer();
  const roomId = await fixture.makeRoom(owner);
  const tab = await visit(owner);
  tab.emit('JOIN_GAME_ROOM', roomId);
  await tab.next('ROOM_DATA');
  tab.emit('SEND_GAME_ROOM_MESSAGE', ...send(roomId, 'good luck'));
  expect(await tab.next('NEW_GAME_ROOM_MESSAGE')).toMatchObject({ roomId, message: 'good luck' });
  tab.emit('SEND_GAME_ROOM_MESSAGE', ...send(roomId, 'y'.repeat(250)), () => undefined);
  expect(await tab.next('NEW_GAME_ROOM_MESSAGE')).toMatchObject({ roomId, message: 'y'.repeat(250) });
});

test('names the refused message that was sent as arguments by its key', async () => {
  const owner = await fixture.addRoomPlayer();
  const [roomId, tab] = [await fixture.makeRoom(owner), await visit(owner)];
  tab.emit('SEND_GAME_ROOM_MESSAGE', roomId, '   ', 'mine');
  expect(await tab.next('ERROR')).toMatchObject({ code: 'invalid', message: 'Message is empty.', key: 'mine' });
  tab.emit('SEND_GAME_ROOM_MESSAGE', 'no id', 'hello');
  expect(await tab.next('ERROR')).toMatchObject({ code: 'invalid', message: 'Invalid id.' });
});

test('refuses visitors, empty messages, links and unknown rooms', async () => {
  const owner = await fixture.addRoomPlayer();
  const roomId = await fixture.makeRoom(owner);
  const [visitor, player] = [await visit(), await visit(owner)];
  visitor.emit('SEND_GAME_ROOM_MESSAGE', { roomId, message: 'hello' });
  expect(await visitor.next('ERROR')).toMatchObject({ code: 'unauthenticated' });
  for (const message of ['   ', 'see https://example.com']) {
    player.emit('SEND_GAME_ROOM_MESSAGE', { roomId, message, key: 'mine' });
    expect(await player.next('ERROR')).toMatchObject({ code: 'invalid', key: 'mine' });
  }
  player.emit('JOIN_GAME_ROOM', { roomId: 404_404 });
  expect(await player.next('ERROR')).toMatchObject({ code: 'not_found' });
  for (const payload of [undefined, {}, 'one', -1, { roomId: 1.5 }, null]) {
    player.emit('JOIN_GAME_ROOM', payload);
    expect(await player.next('ERROR')).toMatchObject({ code: 'invalid' });
  }
});

test('staff delete a room message for all clients and keep its text in the log', async () => {
  const { db } = fixture.site.deps;
  const [owner, staff] = [await fixture.addRoomPlayer(), await addPlayer(db, 'admin')];
  const roomId = await fixture.makeRoom(owner);
  const [speaker, listener] = [await visit(owner), await visit()];
  listener.emit('JOIN_GAME_ROOM', { roomId });
  await listener.next('ROOM_DATA');
  speaker.emit('SEND_GAME_ROOM_MESSAGE', { roomId, message: 'buy my skins', key: 'spam' });
  const { id, sender } = await listener.next('NEW_GAME_ROOM_MESSAGE');
  expect(sender.id).toBe(owner.id);

  const take = (who: TestPlayer, messageId = id) =>
    fixture.site.http.inject({ method: 'POST', url: `/admin/deleteRoomMessage/${messageId}`, headers: who.headers });
  expect((await take(owner)).statusCode).toBe(403);
  expect((await take(staff, 404_404)).statusCode).toBe(404);
  for (let time = 0; time < 2; time++) expect((await take(staff)).statusCode).toBe(200);
  expect(await listener.next('GAME_ROOM_MESSAGE_DELETED')).toEqual({ roomId, id });
  listener.emit('GET_GAME_ROOM_CHAT_MESSAGES', roomId);
  expect((await listener.next('GAME_ROOM_CHAT_MESSAGES')).data).toEqual([]);
  expect(listener.receivedCount('GAME_ROOM_MESSAGE_DELETED')).toBe(0);
  const actions = await db.sql<{ before: unknown }>`
    select before from staff_actions where action = 'chat.delete' and subject = ${`room-message:${id}`}`;
  expect(actions).toEqual([{ before: { roomId, playerId: owner.id, message: 'buy my skins' } }]);
});
