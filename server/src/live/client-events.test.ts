import { Refusal } from '@karat/contract/refusal';
import { validDatabaseText } from '@karat/contract/text';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createLiveFixture, type LiveFixture } from '#testing/live-fixture.ts';
import { openRawWebSocket, type RawWebSocket } from '#testing/raw-websocket.ts';
import { anyone, onEventWithSchema, signedIn } from './client-events.ts';

const messageSchema = z.object({ message: z.string().check(z.minLength(1), z.maxLength(250), validDatabaseText) });

let site: LiveFixture;
let done: string[];

beforeAll(async () => {
  site = await createLiveFixture();
  const { live } = site;
  const nothing = z.unknown();
  onEventWithSchema(live, { name: 'ECHO', schema: messageSchema }, anyone, ({ message }) => void done.push(message));
  onEventWithSchema(live, { name: 'BREAK', schema: nothing }, anyone, () => {
    throw new Error('an internal detail');
  });
  onEventWithSchema(live, { name: 'BREAK_LATER', schema: nothing }, anyone, () =>
    Promise.reject(new Error('a detail')),
  );
  onEventWithSchema(live, { name: 'REFUSE', schema: nothing }, anyone, () => {
    throw new Refusal('taken', 'Another player was faster.');
  });
  onEventWithSchema(live, { name: 'ECHO_SLOWLY', schema: messageSchema }, anyone, async ({ message }) => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    done.push(message);
  });
  onEventWithSchema(live, { name: 'SIGN', schema: messageSchema }, signedIn, ({ message }, { username }, socket) => {
    socket.emit('ERROR', { message: `${username}: ${message}`, code: 'taken' });
  });
});
beforeEach(() => {
  done = [];
});
afterEach(() => site.closeTabs());
afterAll(() => site.close());

async function connect(): Promise<RawWebSocket> {
  const line = await openRawWebSocket(site.port);
  line.send('40');
  await line.untilReceived('ONLINE_COUNT');
  line.clearReceived();
  return line;
}

/** A text frame, or the bytes of a binary one. */
type Frames = readonly (string | Buffer)[];

function sendAll(line: RawWebSocket, frames: Frames): void {
  for (const frame of frames) {
    if (typeof frame === 'string') line.send(frame);
    else line.sendBytes(frame);
  }
}

const HOSTILE_PAYLOADS = [
  'null',
  'true',
  '5',
  '-1e400',
  '"text"',
  '[]',
  '[{"message":"x"}]',
  '{}',
  '{"Message":"x"}',
  '{"message":null}',
  '{"message":5}',
  '{"message":true}',
  '{"message":{}}',
  '{"message":["x"]}',
  '{"message":{"toString":"x","length":3}}',
  '{"message":""}',
  `{"message":"${'x'.repeat(251)}"}`,
  `{"message":"${'x'.repeat(15_000)}"}`,
  String.raw`{"message":"\u0000"}`,
  String.raw`{"message":"\ud800"}`,
  '{"__proto__":{"message":"x"}}',
  '{"constructor":{"prototype":{"message":"x"}}}',
  '{"_placeholder":true,"num":0}',
  '{"message":{"_placeholder":true,"num":0}}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  'null,{"message":"x"}',
];

const HOSTILE_NAMES = [
  '""',
  '"NO_SUCH_EVENT"',
  '"echo"',
  '"ERROR"',
  '"error"',
  '"message"',
  '"ping"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"hasOwnProperty"',
  String.raw`"\u0000"`,
  `"${'N'.repeat(10_000)}"`,
  '0',
  '-1',
  '1e400',
];

const ANSWERED: Frames[] = [
  ...HOSTILE_PAYLOADS.map((payload) => [`42["ECHO",${payload}]`]),
  ...HOSTILE_NAMES.map((name) => [`42[${name},{"message":"x"}]`]),
  ['42["ECHO"]'],
  ['42'],
  ['427'],
  ['427["ECHO"]'],
  ['42999999999999999999999["ECHO",5]'],
  ['427["NO_SUCH_EVENT",{}]'],
  ['451-["ECHO",{"_placeholder":true,"num":0}]', Buffer.from('bytes')],
  ['451-["ECHO",{"message":{"_placeholder":true,"num":0}}]', Buffer.alloc(0)],
  ['451-7["NO_SUCH_EVENT",{"_placeholder":true,"num":0}]', Buffer.from('bytes')],
];

const CLOSED: [string, Frames][] = [
  ['no JSON', ['42not json']],
  ['cut-off JSON', ['42["ECHO",{']],
  ['a name that is null', ['42[null]']],
  ['a name that is an object', ['42[{}]']],
  ['an empty list', ['42[]']],
  ['an object instead of a list', ['42{"0":"ECHO"}']],
  ['a name of the protocol', ['42["disconnect"]']],
  ['another name of the protocol', ['42["newListener",{}]']],
  ['an unknown packet', ['49["ECHO"]']],
  ['no packet', ['4']],
  ['an unknown frame', ['x']],
  ['a heartbeat in the wrong direction', ['2']],
  ['a second CONNECT', ['40']],
  ['a CONNECT_ERROR', ['44{"message":"x"}']],
  ['an unknown namespace', ['42/other,["ECHO",{"message":"x"}]']],
  ['a DISCONNECT that keeps the connection', ['41']],
  ['unannounced bytes', [Buffer.from('bytes')]],
  ['text instead of announced bytes', ['451-["ECHO",{"_placeholder":true,"num":0}]', '42["ECHO"]']],
  ['too many bytes announced', ['45999-["ECHO",{"_placeholder":true,"num":0}]']],
  ['a reference to missing bytes', ['451-["ECHO",{"_placeholder":true,"num":5}]', Buffer.from('bytes')]],
  ['a frame too large', [`42["ECHO",{"message":"${'x'.repeat(17_000)}"}]`]],
  ['a flood of heartbeats', Array.from({ length: 150 }, () => '3')],
  ['a flood of namespaces', Array.from({ length: 150 }, (_, index) => `40/${index}`)],
];

describe('a message from a client', () => {
  test.each(ANSWERED.map((frames) => [frames.join(' + ').slice(0, 60), frames] as const))(
    'is refused with an ERROR if it is invalid: %s',
    async (_, frames) => {
      const line = await connect();
      sendAll(line, frames);
      await line.untilReceived('"ERROR"');
      expect(line.received()).toMatch(/42\["ERROR",\{"message":"[^"]+","code":"invalid"\}\]/);
      // The connection still works.
      line.send('42["ECHO",{"message":"fine"}]');
      line.send('42["REFUSE"]');
      await line.untilReceived('"taken"');
      expect(line.isOpen()).toBe(true);
      expect(done).toEqual(['fine']);
      line.close();
    },
  );

  test.each(CLOSED)('closes the connection if it breaks the protocol: %s', async (_, frames) => {
    const [line, neighbour] = [await connect(), await site.connectTab()];
    sendAll(line, frames);
    await line.untilClosed();
    expect(done).toEqual([]);
    neighbour.emit('REFUSE');
    expect(await neighbour.next('ERROR')).toEqual({ message: 'Another player was faster.', code: 'taken' });
  });

  test('opens one socket when CONNECT is sent repeatedly', async () => {
    const line = await openRawWebSocket(site.port);
    line.sendTogether(['40', '40', '40']);
    await line.untilClosed();
    expect(site.live.figures()['sockets']).toBe(0);
  });

  test('is handled the same way if it asks for an acknowledgement', async () => {
    const line = await connect();
    line.send('4212["ECHO",{"message":"with a receipt"}]');
    line.send('42["REFUSE"]');
    await line.untilReceived('"taken"');
    expect(done).toEqual(['with a receipt']);
    line.close();
  });
});

describe('a handler', () => {
  test('that throws is logged, and the client gets no detail', async () => {
    const tab = await site.connectTab();
    for (const name of ['BREAK', 'BREAK_LATER']) {
      tab.emit(name);
      expect(await tab.next('ERROR')).toEqual({ message: 'Something went wrong.', code: 'internal' });
    }
    expect(site.logged.join('')).toContain('an internal detail');
  });

  test('waits for the previous one of the same tab', async () => {
    const tab = await site.connectTab();
    tab.emit('ECHO_SLOWLY', { message: 'first' });
    tab.emit('ECHO', { message: 'second' });
    tab.emit('REFUSE');
    await tab.next('ERROR');
    expect(done).toEqual(['first', 'second']);
  });

  test('for players gets the sender and rejects visitors', async () => {
    const { token, username } = await site.signIn();
    const [player, visitor] = [await site.connectTab(token), await site.connectTab()];
    player.emit('SIGN', { message: 'hello' });
    expect((await player.next('ERROR')).message).toBe(`${username}: hello`);
    visitor.emit('SIGN', { message: 'hello' });
    expect((await visitor.next('ERROR')).code).toBe('unauthenticated');
    expect(visitor.socket.connected).toBe(true);
  });

  test('refuses a session whose end was not announced, and disconnects the tab', async () => {
    const { token, playerId } = await site.signIn();
    const tab = await site.connectTab(token);
    const cut = tab.disconnected();
    await site.db.sql`delete from sessions where player_id = ${playerId}`;
    site.advanceClock(60_000);
    tab.emit('SIGN', { message: 'hello' });
    expect((await tab.next('ERROR')).code).toBe('unauthenticated');
    expect(await cut).toBe('io server disconnect');
  });
});

test('warns a client that sends too fast once, then disconnects it, and serves the others', async () => {
  const [fast, calm] = [await site.connectTab(), await site.connectTab()];
  const cut = fast.disconnected();
  for (let count = 0; count < 60; count += 1) fast.emit('ECHO', { message: 'again' });
  expect(await cut).toBe('io server disconnect');
  expect(fast.receivedCount('ERROR')).toBe(1);
  expect((await fast.next('ERROR')).code).toBe('too_many');
  expect(done.length).toBeLessThan(60);
  calm.emit('REFUSE');
  expect((await calm.next('ERROR')).code).toBe('taken');
});

test('closes only the affected connection when a feature fails on connect', async () => {
  const broken = await createLiveFixture();
  broken.live.onConnect((socket) => {
    if (socket.caller !== undefined) throw new Error('failed on connect');
  });
  const { token } = await broken.signIn();
  const line = await openRawWebSocket(broken.port);
  line.send(`40{"token":"${token}"}`);
  await line.untilClosed();
  await broken.connectTab();
  expect(broken.logged.join('')).toContain('failed on connect');
  expect(broken.live.figures()).toMatchObject({ sockets: 1, players: 0 });
  await broken.close();
});

test("closes a player's connection while the database is down, instead of treating the player as a visitor", async () => {
  const offline = await createLiveFixture();
  const { token } = await offline.signIn();
  await offline.dropDatabase();
  const line = await openRawWebSocket(offline.port);
  line.send(`40{"token":"${token}"}`);
  await line.untilClosed();
  expect(line.received()).not.toContain('ONLINE_COUNT');
  await offline.connectTab();
  await offline.close();
});

test('destroys the connection of a client that does not answer a close', async () => {
  const line = await connect();
  line.send('42not json');
  line.stopReading();
  await expect.poll(() => site.live.figures()['connections'], { timeout: 10_000 }).toBe(0);
  line.close();
});
