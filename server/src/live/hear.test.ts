import { Refusal } from '@karat/contract/refusal';
import { storable } from '@karat/contract/text';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createLiveFixture, type LiveFixture } from '#testing/live-fixture.ts';
import { openRawWebSocket, type RawWebSocket } from '#testing/raw-websocket.ts';
import { anyone, hearWith, signedIn } from './hear.ts';

const said = z.object({ message: z.string().check(z.minLength(1), z.maxLength(250), storable) });

let world: LiveFixture;
let done: string[];

beforeAll(async () => {
  world = await createLiveFixture();
  world.live.onConnect((socket) => {
    const nothing = z.unknown();
    hearWith(socket, { name: 'SAY', schema: said }, anyone, ({ message }) => void done.push(message));
    hearWith(socket, { name: 'BREAK', schema: nothing }, anyone, () => {
      throw new Error('a detail of ours');
    });
    hearWith(socket, { name: 'BREAK_LATER', schema: nothing }, anyone, () => Promise.reject(new Error('a detail')));
    hearWith(socket, { name: 'REFUSE', schema: nothing }, anyone, () => {
      throw new Refusal('taken', 'Somebody was quicker.');
    });
    hearWith(socket, { name: 'SAY_SLOWLY', schema: said }, anyone, async ({ message }) => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      done.push(message);
    });
    hearWith(socket, { name: 'SIGN', schema: said }, signedIn, ({ message }, { username }) => {
      socket.send('ERROR', { message: `${username}: ${message}`, code: 'taken' });
    });
  });
});
beforeEach(() => {
  done = [];
});
afterEach(() => world.closeTabs());
afterAll(() => world.close());

async function openLine(): Promise<RawWebSocket> {
  const line = await openRawWebSocket(world.port);
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
  '"say"',
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
  ...HOSTILE_PAYLOADS.map((payload) => [`42["SAY",${payload}]`]),
  ...HOSTILE_NAMES.map((name) => [`42[${name},{"message":"x"}]`]),
  ['42["SAY"]'],
  ['42'],
  ['427'],
  ['427["SAY"]'],
  ['42999999999999999999999["SAY",5]'],
  ['427["NO_SUCH_EVENT",{}]'],
  ['451-["SAY",{"_placeholder":true,"num":0}]', Buffer.from('bytes')],
  ['451-["SAY",{"message":{"_placeholder":true,"num":0}}]', Buffer.alloc(0)],
  ['451-7["NO_SUCH_EVENT",{"_placeholder":true,"num":0}]', Buffer.from('bytes')],
];

const CUT: [string, Frames][] = [
  ['no JSON', ['42not json']],
  ['cut-off JSON', ['42["SAY",{']],
  ['a name that is null', ['42[null]']],
  ['a name that is an object', ['42[{}]']],
  ['an empty list', ['42[]']],
  ['an object instead of a list', ['42{"0":"SAY"}']],
  ['a name of the protocol', ['42["disconnect"]']],
  ['another name of the protocol', ['42["newListener",{}]']],
  ['an unknown packet', ['49["SAY"]']],
  ['no packet', ['4']],
  ['an unknown frame', ['x']],
  ['a heartbeat in the wrong direction', ['2']],
  ['a second CONNECT', ['40']],
  ['a CONNECT_ERROR', ['44{"message":"x"}']],
  ['a namespace that is not there', ['42/other,["SAY",{"message":"x"}]']],
  ['a goodbye that keeps the line', ['41']],
  ['bytes that nobody announced', [Buffer.from('bytes')]],
  ['text where bytes were announced', ['451-["SAY",{"_placeholder":true,"num":0}]', '42["SAY"]']],
  ['too many bytes announced', ['45999-["SAY",{"_placeholder":true,"num":0}]']],
  ['bytes that do not exist', ['451-["SAY",{"_placeholder":true,"num":5}]', Buffer.from('bytes')]],
  ['a frame too large', [`42["SAY",{"message":"${'x'.repeat(17_000)}"}]`]],
  ['a flood of heartbeats', Array.from({ length: 150 }, () => '3')],
  ['a flood of namespaces', Array.from({ length: 150 }, (_, at) => `40/${at}`)],
];

describe('what a client may send', () => {
  test.each(ANSWERED.map((frames) => [frames.join(' + ').slice(0, 60), frames] as const))(
    'is refused with an ERROR when it is wrong: %s',
    async (_, frames) => {
      const line = await openLine();
      sendAll(line, frames);
      await line.untilReceived('"ERROR"');
      expect(line.received()).toMatch(/42\["ERROR",\{"message":"[^"]+","code":"invalid"\}\]/);
      // The line still serves.
      line.send('42["SAY",{"message":"fine"}]');
      line.send('42["REFUSE"]');
      await line.untilReceived('"taken"');
      expect(line.isOpen()).toBe(true);
      expect(done).toEqual(['fine']);
      line.close();
    },
  );

  test.each(CUT)('ends the line where it breaks the protocol: %s', async (_, frames) => {
    const [line, neighbour] = [await openLine(), await world.connectTab()];
    sendAll(line, frames);
    await line.untilClosed();
    expect(done).toEqual([]);
    neighbour.emit('REFUSE');
    expect(await neighbour.next('ERROR')).toEqual({ message: 'Somebody was quicker.', code: 'taken' });
  });

  test('two CONNECTs at once do not make two sockets', async () => {
    const line = await openRawWebSocket(world.port);
    line.sendTogether(['40', '40', '40']);
    await line.untilClosed();
    expect(world.live.figures()['sockets']).toBe(0);
  });

  test('an acknowledgement asked for beside the payload changes nothing', async () => {
    const line = await openLine();
    line.send('4212["SAY",{"message":"with a receipt"}]');
    line.send('42["REFUSE"]');
    await line.untilReceived('"taken"');
    expect(done).toEqual(['with a receipt']);
    line.close();
  });
});

describe('a handler', () => {
  test('that breaks is logged, and the client hears no detail', async () => {
    const tab = await world.connectTab();
    for (const name of ['BREAK', 'BREAK_LATER']) {
      tab.emit(name);
      expect(await tab.next('ERROR')).toEqual({ message: 'Something went wrong.', code: 'internal' });
    }
    expect(world.logged.join('')).toContain('a detail of ours');
  });

  test('of one tab waits for the one before it', async () => {
    const tab = await world.connectTab();
    tab.emit('SAY_SLOWLY', { message: 'first' });
    tab.emit('SAY', { message: 'second' });
    tab.emit('REFUSE');
    await tab.next('ERROR');
    expect(done).toEqual(['first', 'second']);
  });

  test('for players gets who sends, and visitors do not reach it', async () => {
    const { token, username } = await world.signIn();
    const [player, visitor] = [await world.connectTab(token), await world.connectTab()];
    player.emit('SIGN', { message: 'hello' });
    expect((await player.next('ERROR')).message).toBe(`${username}: hello`);
    visitor.emit('SIGN', { message: 'hello' });
    expect((await visitor.next('ERROR')).code).toBe('unauthenticated');
    expect(visitor.socket.connected).toBe(true);
  });

  test('is not reached by a session that has ended unheard; the tab is told and cut', async () => {
    const { token, playerId } = await world.signIn();
    const tab = await world.connectTab(token);
    const cut = tab.disconnected();
    await world.db.sql`delete from sessions where player_id = ${playerId}`;
    world.advanceClock(60_000);
    tab.emit('SIGN', { message: 'hello' });
    expect((await tab.next('ERROR')).code).toBe('unauthenticated');
    expect(await cut).toBe('io server disconnect');
  });
});

test('who sends too fast is told once, then cut; the others do not notice', async () => {
  const [hasty, calm] = [await world.connectTab(), await world.connectTab()];
  const cut = hasty.disconnected();
  for (let count = 0; count < 60; count += 1) hasty.emit('SAY', { message: 'again' });
  expect(await cut).toBe('io server disconnect');
  expect(hasty.receivedCount('ERROR')).toBe(1);
  expect((await hasty.next('ERROR')).code).toBe('too_many');
  expect(done.length).toBeLessThan(60);
  calm.emit('REFUSE');
  expect((await calm.next('ERROR')).code).toBe('taken');
});

test('a feature that fails to greet a tab costs that line alone', async () => {
  const broken = await createLiveFixture();
  broken.live.onConnect((socket) => {
    if (socket.caller !== undefined) throw new Error('no greeting');
  });
  const { token } = await broken.signIn();
  const line = await openRawWebSocket(broken.port);
  line.send(`40{"token":"${token}"}`);
  await line.untilClosed();
  await broken.connectTab();
  expect(broken.logged.join('')).toContain('no greeting');
  expect(broken.live.figures()).toMatchObject({ sockets: 1, players: 0 });
  await broken.close();
});

test('with the store away a player is not let in as a visitor but made to try again', async () => {
  const poor = await createLiveFixture();
  const { token } = await poor.signIn();
  await poor.dropDatabase();
  const line = await openRawWebSocket(poor.port);
  line.send(`40{"token":"${token}"}`);
  await line.untilClosed();
  expect(line.received()).not.toContain('ONLINE_COUNT');
  await poor.connectTab();
  await poor.close();
});

test('a client that does not answer the goodbye is hung up on', async () => {
  const line = await openLine();
  line.send('42not json');
  line.stopReading();
  await expect.poll(() => world.live.figures()['lines'], { timeout: 10_000 }).toBe(0);
  line.close();
});
