import { afterEach, expect, test, vi } from 'vitest';
import { listenRcon, type RconServer, type RconServerOptions } from '#sandbox/rcon-server.ts';
import { openPersistentRcon, type PersistentRconOptions, type Rcon } from './persistent-rcon.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});

async function serve(more: Partial<RconServerOptions> = {}): Promise<RconServer> {
  const server = await listenRcon({ password: 'pw', reply: (command) => `ok:${command}`, ...more });
  opened.push(server);
  return server;
}

function openRcon(port: number, more: Partial<PersistentRconOptions> = {}): Rcon {
  const rcon = openPersistentRcon({ host: '127.0.0.1', port, password: 'pw', timeoutMs: 5_000, idleMs: 150, ...more });
  opened.push(rcon);
  return rcon;
}

test('sends concurrent commands one after another over one connection', async () => {
  let underWay = 0;
  let most = 0;
  const server = await serve({
    reply: async (command) => {
      most = Math.max(most, (underWay += 1));
      await new Promise((resolve) => void setImmediate(resolve));
      underWay -= 1;
      return command;
    },
  });
  const rcon = openRcon(server.port);
  const commands = Array.from({ length: 20 }, (_, index) => `c${index}`);
  expect(await Promise.all(commands.map((command) => rcon.exec(command)))).toEqual(commands);
  expect([server.logins(), server.connections(), most]).toEqual([1, 1, 1]);
});

test('reopens a dropped connection', async () => {
  const server = await serve();
  const rcon = openRcon(server.port);
  await rcon.exec('a');
  server.dropAll();
  await vi.waitFor(async () => expect(await rcon.exec('b')).toBe('ok:b'));
  expect(server.logins()).toBe(2);
});

test('uses a restarted server again', async () => {
  const first = await serve();
  const rcon = openRcon(first.port);
  await first.close();
  await expect(rcon.exec('a')).rejects.toMatchObject({ reason: 'unreachable' });
  await serve({ port: first.port });
  expect(await rcon.exec('b')).toBe('ok:b');
});

test('closes an idle connection', async () => {
  const server = await serve();
  const rcon = openRcon(server.port, { closeAfterIdleMs: 20 });
  await rcon.exec('a');
  await vi.waitFor(() => expect(server.connections()).toBe(0));
  expect(await rcon.exec('b')).toBe('ok:b');
});

test('waits before it retries a refused password, because servers ban', async () => {
  const server = await serve();
  const patient = openRcon(server.port, { password: 'wrong' });
  const refusals = await Promise.allSettled(['a', 'b', 'c'].map((command) => patient.exec(command)));
  expect(refusals.map((each) => each.status === 'rejected' && (each.reason as { reason: string }).reason)).toEqual(
    Array.from({ length: 3 }, () => 'refused_password'),
  );
  expect(server.logins()).toBe(1);
  const hasty = openRcon(server.port, { password: 'wrong', retryRefusedAfterMs: 0 });
  await expect(hasty.exec('a')).rejects.toMatchObject({ reason: 'refused_password' });
  await expect(hasty.exec('a')).rejects.toMatchObject({ reason: 'refused_password' });
  expect(server.logins()).toBe(3);
});

test('fails all queued commands of a hanging server within one timeout', async () => {
  const server = await serve({ mirrors: false, reply: () => new Promise(() => undefined) });
  const rcon = openRcon(server.port, { timeoutMs: 200 });
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => rcon.exec('a')));
  expect(outcomes.map((each) => each.status === 'rejected' && (each.reason as { reason: string }).reason)).toEqual(
    Array.from({ length: 10 }, () => 'timeout'),
  );
  // The first was sent, and at most one more whose turn came just in time.
  expect(server.logins()).toBeLessThanOrEqual(2);
});

test('sends nothing after close', async () => {
  const server = await serve();
  const rcon = openRcon(server.port);
  await rcon.exec('a');
  rcon.close();
  await expect(rcon.exec('b')).rejects.toMatchObject({ reason: 'closed' });
  await vi.waitFor(() => expect(server.connections()).toBe(0));
});
