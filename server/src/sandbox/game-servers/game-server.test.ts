import { once } from 'node:events';
import { createConnection } from 'node:net';
import { expect, test, vi } from 'vitest';
import { connectRcon } from '#adapters/game-server/rcon-client.ts';
import { matchFile, startMatchListener } from '#testing/match-listener.ts';
import { openGameServer } from './game-server.ts';

const PATIENCE = { timeout: 15_000, interval: 20 };
const SERVER = { location: 'tokyo', port: 0, rconPassword: 'in', roundsPerSecond: 200 } as const;

/** What is open on the network in this process. */
const openLines = (): number => process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCP')).length;
const OPEN_BEFORE = openLines();

async function reach(port: number) {
  return connectRcon({ host: '127.0.0.1', port, password: 'in', timeoutMs: 5_000, idleMs: 200 });
}

test('whoever hangs up in the middle leaves nothing behind', async () => {
  const server = await openGameServer(SERVER);
  const before = openLines();
  for (let count = 0; count < 50; count++) {
    const socket = createConnection({ host: '127.0.0.1', port: server.port });
    await once(socket, 'connect');
    socket.write(Buffer.from([1, 2, 3]));
    socket.destroy();
  }
  await vi.waitFor(() => expect(openLines()).toBe(before), PATIENCE);
  const line = await reach(server.port);
  expect(await line.exec('echo here')).toBe('here');
  line.close();
  await server.close();
});

test.each(['none', 'no_show both', 'slow_load 60000', 'crash 60000', 'duplicate'])(
  'a server that is closed in a match with trouble %s is closed whole, and reports no more',
  async (trouble) => {
    const site = await startMatchListener();
    const server = await openGameServer(SERVER);
    const line = await reach(server.port);
    await line.exec(`sandbox_join_after 0; sandbox_trouble ${trouble}`);
    await line.exec(site.offer(matchFile(site.origin)));
    if (trouble.startsWith('crash')) await vi.waitFor(() => expect(line.isOpen()).toBe(false), PATIENCE);
    await server.close();
    line.close();
    await site.close();
    await vi.waitFor(() => expect(openLines()).toBe(OPEN_BEFORE), PATIENCE);
    expect(site.heard().map(({ event }) => event)).not.toContain('series_end');
  },
);
