import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '#log.ts';
import { openTab, type Tab } from '#testing/tab.ts';
import type { Io } from './connections.ts';
import { speedUpBroadcasts } from './fast-broadcast.ts';

let server: HttpServer;
let io: Io;
let port: number;
let lines: string[];
let tabs: Tab[];
const log = createLog('warn', { write: (line) => void lines.push(line) });

beforeEach(async () => {
  lines = [];
  tabs = [];
  server = createServer();
  io = new Server(server, { transports: ['websocket'], perMessageDeflate: false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  tabs.forEach((tab) => tab.close());
  await io.close();
});

async function visit(): Promise<Tab> {
  const tab = openTab(port);
  tabs.push(tab);
  await tab.connected();
  return tab;
}

function say(message: string): void {
  io.emit('ERROR', { message, code: 'internal' });
}

async function hear(tab: Tab, count: number): Promise<string[]> {
  const heard: string[] = [];
  while (heard.length < count) heard.push((await tab.next('ERROR')).message);
  return heard;
}

const words = (count: number) => Array.from({ length: count }, (_, at) => `${at} ğüş 💎 ${'x'.repeat(at * 37)}`);

describe.each([
  ['all at once', 1_000],
  ['in slices', 2],
])('broadcasts %s', (_, sliceMax) => {
  beforeEach(() => void speedUpBroadcasts(io, log, { sliceMax }));

  test('reach everybody whole and in order, whatever their length', async () => {
    const readers = await Promise.all(Array.from({ length: 5 }, visit));
    const said = [...words(60), 'y'.repeat(70_000), 'the end'];
    said.forEach(say);
    for (const reader of readers) expect(await hear(reader, said.length)).toEqual(said);
  });

  test('mix with what is sent to one alone, byte for byte', async () => {
    const readers = await Promise.all(Array.from({ length: 3 }, visit));
    const said = words(20);
    for (const word of said) {
      say(word);
      for (const raw of io.of('/').sockets.values()) raw.emit('ONLINE_COUNT', { count: word.length });
    }
    for (const reader of readers) {
      expect(await hear(reader, said.length)).toEqual(said);
      for (const word of said) expect(await reader.next('ONLINE_COUNT')).toEqual({ count: word.length });
    }
  });

  test('leave out whom they should', async () => {
    const [reader, spared] = [await visit(), await visit()];
    await io.of('/').sockets.get(spared.socket.id!)!.join('spared');
    for (let count = 1; count <= 5; count += 1) {
      io.except('spared').emit('ONLINE_COUNT', { count });
      say(`after ${count}`);
    }
    await hear(reader, 5);
    await hear(spared, 5);
    expect([reader.receivedCount('ONLINE_COUNT'), spared.receivedCount('ONLINE_COUNT')]).toEqual([5, 0]);
  });

  test('go on when a reader leaves in the middle', async () => {
    const readers = await Promise.all(Array.from({ length: 6 }, visit));
    const [leaving, ...staying] = readers;
    for (const word of words(30)) say(word);
    io.of('/').sockets.get(leaving!.socket.id!)!.conn.request.socket.destroy();
    say('the end');
    for (const reader of staying) expect((await hear(reader, 31)).at(-1)).toBe('the end');
  });

  test('are seen by those who watch what a socket is sent', async () => {
    const reader = await visit();
    const seen: unknown[] = [];
    io.of('/')
      .sockets.get(reader.socket.id!)!
      .onAnyOutgoing((name: string) => seen.push(name));
    say('watched');
    await hear(reader, 1);
    expect(seen).toEqual(['ERROR']);
  });
});

test('the Socket.IO that is installed is the one that was looked at', () => {
  expect(speedUpBroadcasts(io, log)).toBe(true);
  expect(lines).toEqual([]);
});

test.each([
  ['makes no frames', { _encode: () => ['2["E",1]'] }],
  [
    'makes other frames',
    {
      _encode: (_: object, options: { wsPreEncodedFrame?: Buffer[] }) => {
        options.wsPreEncodedFrame = [Buffer.from('other')];
      },
    },
  ],
  ['has lost a part', { apply: undefined }],
])('one that %s is left as it is, with a word in the log, and works', async (_, changed) => {
  const adapter = io.of('/').adapter;
  const real = Object.fromEntries(Object.keys(changed).map((name) => [name, Reflect.get(adapter, name)]));
  Object.assign(adapter, changed);
  expect(speedUpBroadcasts(io, log)).toBe(false);
  expect(lines.join()).toContain('another than expected');
  Object.assign(adapter, real);
  const reader = await visit();
  say('the stock way');
  expect(await hear(reader, 1)).toEqual(['the stock way']);
});
