import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { isRedisInstalled } from '#testing/redis-process.ts';
import { startRedis } from '#testing/redis.ts';
import type { SiteProcess } from '#testing/site-process.ts';
import { startCluster, openTabOn, type Cluster } from '#testing/cluster.ts';

const TICKET = { title: 'A lost skin', message: 'It was there yesterday, and is not today.' };

const POLLING = { timeout: 60_000, interval: 50 };

type Redis = Awaited<ReturnType<typeof startRedis>>;
type Setup = Cluster & { readonly firstSite: SiteProcess; readonly secondSite: SiteProcess; readonly redis: Redis };

const hasRedis = ({ output }: SiteProcess): boolean => output.some((line) => line.includes('Connected to Redis'));

async function openTwo(): Promise<Setup> {
  const redis = await startRedis();
  const cluster = await startCluster({ REDIS_URL: redis.url });
  const [firstSite, secondSite] = await Promise.all([cluster.start(0), cluster.start(1)]);
  await vi.waitUntil(() => [firstSite, secondSite].every(hasRedis), POLLING);
  return { ...cluster, firstSite, secondSite, redis };
}

async function call(site: SiteProcess, player: TestPlayer, address: string, body?: object) {
  const headers = { ...player.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const reply = await fetch(`${site.origin}${address}`, { headers, ...post });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

async function mustCall(...args: Parameters<typeof call>): Promise<Record<string, unknown>> {
  const { status, body } = await call(...args);
  expect([args[2], status, body]).toEqual([args[2], 200, expect.anything()]);
  return body;
}

describe.skipIf(!isRedisInstalled)('two processes that share a Redis, if installed', { timeout: 240_000 }, () => {
  test('shows players of both as online, without Redis only its own, and removes those of a lost process', async () => {
    const { db, firstSite, secondSite, redis } = await openTwo();
    const [one, two, admin] = [await addPlayer(db), await addPlayer(db), await addPlayer(db, 'admin')];
    const [first, second, staff] = [
      await openTabOn(firstSite, one),
      await openTabOn(secondSite, two),
      await openTabOn(secondSite, admin),
    ];
    await openTabOn(firstSite, two);
    const tabs = [first, second, staff];
    const untilCount = async (expected: number, of = tabs): Promise<void> => {
      for (const tab of of) await tab.next('ONLINE_COUNT', ({ count }) => count === expected);
      for (const tab of tabs) tab.clear();
    };
    await untilCount(3);
    staff.emit('GET_ONLINE_USERS');
    await staff.next('ONLINE_USERS', ({ onlineUsers }) => onlineUsers.some(([id]) => id === one.id));
    await redis.stop();
    await untilCount(2);
    await redis.start();
    await untilCount(3);
    await firstSite.kill();
    await second.next('ONLINE_COUNT', ({ count }) => count === 2);
    expect(
      (await staff.next('ONLINE_USERS', ({ onlineUsers }) => onlineUsers.length === 2)).onlineUsers.map(([id]) => id),
    ).toEqual(expect.arrayContaining([two.id, admin.id]));
  });

  test('shares rate limits', async () => {
    const { db, firstSite, secondSite } = await openTwo();
    const [hasty, calm] = [await addPlayer(db), await addPlayer(db)];
    for (let at = 0; at < 5; at += 1) await mustCall(firstSite, hasty, '/auth/createTicket', TICKET);
    let passed = 0;
    await vi.waitUntil(async () => {
      const { status } = await call(secondSite, hasty, '/auth/createTicket', TICKET);
      passed += Number(status === 200);
      return status === 429;
    }, POLLING);
    // Alone it would allow five.
    expect(passed).toBeLessThan(3);
    await mustCall(secondSite, calm, '/auth/createTicket', TICKET);
  });
});
