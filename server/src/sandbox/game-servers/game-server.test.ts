import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { connectRcon } from '#adapters/game-server/rcon-client.ts';
import { matchFile, startMatchListener } from '#testing/match-listener.ts';
import { openGameServer } from './game-server.ts';

const WAIT_OPTIONS = { timeout: 15_000, interval: 20 };
const SERVER = { location: 'tokyo', port: 0, rconPassword: 'in', roundsPerSecond: 200 } as const;

/** Open TCP handles of this process. */
const openTcpHandles = (): number => process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCP')).length;
const OPEN_BEFORE = openTcpHandles();

async function connectTo(port: number) {
  return connectRcon({ host: '127.0.0.1', port, password: 'in', timeoutMs: 5_000, idleMs: 200 });
}

test('cleans up after clients that disconnect in the middle of a packet', async () => {
  const server = await openGameServer(SERVER);
  const before = openTcpHandles();
  for (let count = 0; count < 50; count++) {
    const socket = createConnection({ host: '127.0.0.1', port: server.port });
    await once(socket, 'connect');
    socket.write(Buffer.from([1, 2, 3]));
    socket.destroy();
  }
  await vi.waitFor(() => expect(openTcpHandles()).toBe(before), WAIT_OPTIONS);
  const rcon = await connectTo(server.port);
  expect(await rcon.exec('echo here')).toBe('here');
  rcon.close();
  await server.close();
});

test('a crashed server returns to its port after another program has used it', async () => {
  const site = await startMatchListener();
  const server = await openGameServer(SERVER);
  const rcon = await connectTo(server.port);
  await rcon.exec('sandbox_join_after 0; sandbox_trouble crash 100');
  await rcon.exec(site.serveMatchFile(matchFile(site.origin)));
  await vi.waitFor(() => expect(rcon.isOpen()).toBe(false), WAIT_OPTIONS);
  const other = createServer();
  await once(other.listen(server.port, '127.0.0.1'), 'listening');
  // The server wants its port back during this time.
  await sleep(300);
  other.close();
  const back = await vi.waitFor(() => connectTo(server.port), WAIT_OPTIONS);
  expect(await back.exec('echo here')).toBe('here');
  back.close();
  await server.close();
  await site.close();
});

test.each(['none', 'no_show both', 'slow_load 60000', 'crash 60000', 'duplicate'])(
  'a server closed during a match with trouble %s frees its sockets and reports no more',
  async (trouble) => {
    const site = await startMatchListener();
    const server = await openGameServer(SERVER);
    const rcon = await connectTo(server.port);
    await rcon.exec(`sandbox_join_after 0; sandbox_trouble ${trouble}`);
    await rcon.exec(site.serveMatchFile(matchFile(site.origin)));
    if (trouble.startsWith('crash')) await vi.waitFor(() => expect(rcon.isOpen()).toBe(false), WAIT_OPTIONS);
    await server.close();
    rcon.close();
    await site.close();
    await vi.waitFor(() => expect(openTcpHandles()).toBe(OPEN_BEFORE), WAIT_OPTIONS);
    expect(site.receivedEvents().map(({ event }) => event)).not.toContain('series_end');
  },
);
