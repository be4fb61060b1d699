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
let logLines: string[];
let tabs: Tab[];
const log = createLog('warn', { write: (line) => void logLines.push(line) });

beforeEach(async () => {
  logLines = [];
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

async function connect(): Promise<Tab> {
  const tab = openTab(port);
  tabs.push(tab);
  await tab.connected();
  return tab;
}

function broadcast(message: string): void {
  io.emit('ERROR', { message, code: 'internal' });
}

async function receive(tab: Tab, count: number): Promise<string[]> {
  const received: string[] = [];
  while (received.length < count) received.push((await tab.next('ERROR')).message);
  return received;
}

const texts = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index} ğüş 💎 ${'x'.repeat(index * 37)}`);

describe.each([
  ['in one go', 1_000],
  ['in slices', 2],
])('broadcasts %s', (_, sliceMax) => {
  beforeEach(() => void speedUpBroadcasts(io, log, { sliceMax }));

  test('reach every reader complete and in order, at any length', async () => {
    const readers = await Promise.all(Array.from({ length: 5 }, connect));
    const sent = [...texts(60), 'y'.repeat(70_000), 'the end'];
    sent.forEach(broadcast);
    for (const reader of readers) expect(await receive(reader, sent.length)).toEqual(sent);
  });

  test('mix with events for single sockets without corrupting bytes', async () => {
    const readers = await Promise.all(Array.from({ length: 3 }, connect));
    const sent = texts(20);
    for (const text of sent) {
      broadcast(text);
      for (const raw of io.of('/').sockets.values()) raw.emit('ONLINE_COUNT', { count: text.length, sandbox: 0 });
    }
    for (const reader of readers) {
      expect(await receive(reader, sent.length)).toEqual(sent);
      for (const text of sent) expect(await reader.next('ONLINE_COUNT')).toEqual({ count: text.length, sandbox: 0 });
    }
  });

  test('skip excluded sockets', async () => {
    const [reader, spared] = [await connect(), await connect()];
    await io.of('/').sockets.get(spared.socket.id!)!.join('spared');
    for (let count = 1; count <= 5; count += 1) {
      io.except('spared').emit('ONLINE_COUNT', { count, sandbox: 0 });
      broadcast(`after ${count}`);
    }
    await receive(reader, 5);
    await receive(spared, 5);
    expect([reader.receivedCount('ONLINE_COUNT'), spared.receivedCount('ONLINE_COUNT')]).toEqual([5, 0]);
  });

  test('continue when a reader disconnects in the middle', async () => {
    const readers = await Promise.all(Array.from({ length: 6 }, connect));
    const [leaving, ...staying] = readers;
    for (const text of texts(30)) broadcast(text);
    io.of('/').sockets.get(leaving!.socket.id!)!.conn.request.socket.destroy();
    broadcast('the end');
    for (const reader of staying) expect((await receive(reader, 31)).at(-1)).toBe('the end');
  });

  test('reach listeners for outgoing events', async () => {
    const reader = await connect();
    const received: unknown[] = [];
    io.of('/')
      .sockets.get(reader.socket.id!)!
      .onAnyOutgoing((name: string) => received.push(name));
    broadcast('watched');
    await receive(reader, 1);
    expect(received).toEqual(['ERROR']);
  });
});

test('supports the installed Socket.IO version', () => {
  expect(speedUpBroadcasts(io, log).isFast).toBe(true);
  expect(logLines).toEqual([]);
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
])('leaves a Socket.IO that %s unchanged, logs it, and still delivers', async (_, changed) => {
  const adapter = io.of('/').adapter;
  const real = Object.fromEntries(Object.keys(changed).map((name) => [name, Reflect.get(adapter, name)]));
  Object.assign(adapter, changed);
  expect(speedUpBroadcasts(io, log).isFast).toBe(false);
  expect(logLines.join()).toContain('Unsupported Socket.IO version');
  Object.assign(adapter, real);
  const reader = await connect();
  broadcast('standard');
  expect(await receive(reader, 1)).toEqual(['standard']);
});
