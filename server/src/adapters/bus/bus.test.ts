import { createClient } from '@redis/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#log.ts';
import { createBusHub } from '#testing/bus-hub.ts';
import { isRedisInstalled } from '#testing/redis-process.ts';
import { startRedis } from '#testing/redis.ts';
import type { Bus } from './bus.ts';
import { openRedisBus } from './redis-bus.ts';

const POLLING = { timeout: 20_000, interval: 10 };

type TestBus = { join(site?: string): Bus; stop(): Promise<void>; start(): Promise<void> };

const lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });

async function openHub(): Promise<TestBus> {
  const hub = createBusHub(log);
  return { join: () => hub.join(), stop: async () => hub.shut(), start: async () => hub.open() };
}

async function openRedis(): Promise<TestBus> {
  const redis = await startRedis();
  return {
    join: (site = 'test') => openRedisBus({ url: redis.url, site }, log),
    stop: redis.stop,
    start: redis.start,
  };
}

type Member = { readonly bus: Bus; readonly received: unknown[]; readonly opened: () => number };

function joinWith(testBus: TestBus, site?: string): Member {
  const bus = testBus.join(site);
  const received: unknown[] = [];
  let opened = 0;
  bus.onOpen(() => (opened += 1));
  bus.subscribe('news', (message) => received.push(message));
  onTestFinished(() => bus.close());
  return { bus, received, opened: () => opened };
}

async function joinMany(testBus: TestBus, count: number): Promise<Member[]> {
  const members = Array.from({ length: count }, () => joinWith(testBus));
  await expect.poll(() => members.every(({ opened }) => opened() === 1), POLLING).toBe(true);
  return members;
}

const BUSES: [string, () => Promise<TestBus>, boolean][] = [
  ['in memory', openHub, true],
  ['Redis, if installed', openRedis, isRedisInstalled],
];

describe.each(BUSES)('%s', (_, open, isInstalled) => {
  test.skipIf(!isInstalled)(
    'delivers a message once and in order to all other processes, not to the sender',
    async () => {
      const [one, two, three] = (await joinMany(await open(), 3)) as [Member, Member, Member];
      const messages = [{ a: 1 }, ['ğüş 💎\n'], null, 'x'.repeat(100_000), 5];
      for (const message of messages) expect(one.bus.publish('news', message)).toBe(true);
      one.bus.publish('other', 'not subscribed');
      two.bus.publish('news', 'back');
      await expect.poll(() => three.received.length, POLLING).toBe(messages.length + 1);
      await expect.poll(() => one.received, POLLING).toEqual(['back']);
      expect(two.received).toEqual(messages);
      expect(three.received.filter((message) => message !== 'back')).toEqual(messages);
    },
  );

  test.skipIf(!isInstalled)('identifies each sender by its own id', async () => {
    const [one, two, three] = (await joinMany(await open(), 3)) as [Member, Member, Member];
    const names: string[] = [];
    three.bus.subscribe('news', (message, from) => names.push(`${String(message)} ${from}`));
    one.bus.publish('news', 'one');
    two.bus.publish('news', 'two');
    one.bus.publish('news', 'one');
    await expect.poll(() => names.length, POLLING).toBe(3);
    expect(new Set(names).size).toBe(2);
  });

  test.skipIf(!isInstalled)('delivers to other listeners when one fails', async () => {
    const [one, two] = (await joinMany(await open(), 2)) as [Member, Member];
    two.bus.subscribe('broken', () => {
      throw new Error('a bug');
    });
    two.bus.subscribe('broken', (message) => two.received.push(message));
    one.bus.publish('broken', 'first');
    one.bus.publish('news', 'second');
    await expect.poll(() => two.received, POLLING).toEqual(['first', 'second']);
    expect(lines.join('')).toContain('a bug');
  });

  test.skipIf(!isInstalled)('reports failed publishes while it is down, and notifies after a reconnect', async () => {
    const testBus = await open();
    const [one, two] = (await joinMany(testBus, 2)) as [Member, Member];
    await testBus.stop();
    await expect.poll(() => one.bus.publish('news', 'lost'), POLLING).toBe(false);
    await testBus.start();
    await expect.poll(() => [one.opened(), two.opened()], POLLING).toEqual([2, 2]);
    two.received.length = 0;
    expect(one.bus.publish('news', 'found')).toBe(true);
    await expect.poll(() => two.received, POLLING).toEqual(['found']);
  });

  test.skipIf(!isInstalled)('holds entries of sets for their time and shares them', async () => {
    const [one, two] = (await joinMany(await open(), 2)) as [Member, Member];
    const ids = Array.from({ length: 2_500 }, (_, index) => index + 1);
    await one.bus.sets.put('people', ids, 60_000);
    await one.bus.sets.put('others', [7], 60_000);
    await one.bus.sets.put('people', [], 60_000);
    expect(await two.bus.sets.count('people')).toBe(2_500);
    expect((await two.bus.sets.list('people')).toSorted((a, b) => a - b)).toEqual(ids);
    expect(await two.bus.sets.has('people', 2_500)).toBe(true);
    expect(await two.bus.sets.has('people', 2_501)).toBe(false);
    // A later call replaces the time.
    await two.bus.sets.put('people', ids.slice(1), 50);
    await expect.poll(() => one.bus.sets.list('people'), POLLING).toEqual([1]);
    expect(await one.bus.sets.has('people', 2)).toBe(false);
    await two.bus.sets.put('people', [2], 60_000);
    expect(await one.bus.sets.count('people')).toBe(2);
    expect(await one.bus.sets.list('unknown')).toEqual([]);
  });

  test.skipIf(!isInstalled)('rejects the use of sets while it is down', async () => {
    const testBus = await open();
    const [one] = (await joinMany(testBus, 1)) as [Member];
    await testBus.stop();
    await expect.poll(() => one.bus.publish('news', 'lost'), POLLING).toBe(false);
    const uses = await Promise.allSettled([one.bus.sets.count('people'), one.bus.sets.put('people', [1], 1_000)]);
    expect(uses.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await testBus.start();
    await expect.poll(() => one.opened(), POLLING).toBe(2);
    expect(await one.bus.sets.count('people')).toBe(0);
  });

  test.skipIf(!isInstalled)('delivers nothing after close', async () => {
    const [one, two, three] = (await joinMany(await open(), 3)) as [Member, Member, Member];
    await two.bus.close();
    one.bus.publish('news', 'after');
    await expect.poll(() => three.received, POLLING).toEqual(['after']);
    expect(two.received).toEqual([]);
  });
});

describe.skipIf(!isRedisInstalled)('Redis, if installed', () => {
  test('separates sites that share a Redis', async () => {
    const testBus = await openRedis();
    const [first, second, other] = [joinWith(testBus), joinWith(testBus), joinWith(testBus, 'another')];
    await expect.poll(() => [first, second, other].every(({ opened }) => opened() === 1), POLLING).toBe(true);
    other.bus.publish('news', 'not for you');
    first.bus.publish('news', 'for you');
    await expect.poll(() => second.received, POLLING).toEqual(['for you']);
    expect(other.received).toEqual([]);
  });

  test('disconnects from a Redis that hangs, and reconnects when it answers', { timeout: 60_000 }, async () => {
    const redis = await startRedis();
    const testBus: TestBus = { ...(await openHub()), join: () => openRedisBus({ url: redis.url, site: 'test' }, log) };
    const [one, two] = (await joinMany(testBus, 2)) as [Member, Member];
    lines.length = 0;
    redis.freeze();
    for (const { bus } of [one, two]) {
      await expect.poll(() => bus.publish('news', 'perhaps'), POLLING).toBe(false);
    }
    redis.thaw();
    await expect.poll(() => one.opened() + two.opened(), POLLING).toBe(4);
    one.bus.publish('news', 'found');
    await expect.poll(() => two.received, POLLING).toContain('found');
    expect(lines.filter((line) => line.includes('Redis connection lost'))).toHaveLength(2);
  });

  test('keeps the connection when Redis refuses a command, and logs it once', async () => {
    const redis = await startRedis();
    const admin = await createClient({ url: redis.url }).connect();
    await admin.sendCommand(['ACL', 'SETUSER', 'limited', 'on', '>secret', '~*', '&*', '+@all', '-zadd', '-time']);
    await admin.close();
    lines.length = 0;
    const bus = openRedisBus({ url: redis.url.replace('redis://', 'redis://limited:secret@'), site: 'test' }, log);
    onTestFinished(() => bus.close());
    await expect.poll(() => bus.publish('news', 'received'), POLLING).toBe(true);
    for (let count = 0; count < 3; count += 1)
      await expect(bus.sets.put('people', [1], 1_000)).rejects.toThrow('NOPERM');
    expect(await bus.sets.count('people')).toBe(0);
    expect(bus.publish('news', 'still there')).toBe(true);
    expect(bus.figures()).toMatchObject({ open: 1, disconnects: 0 });
    expect(lines.filter((line) => line.includes('Redis refused a command'))).toHaveLength(1);
  });

  test('retries a missing Redis with one warning that contains no password', async () => {
    const redis = await startRedis();
    await redis.stop();
    lines.length = 0;
    const url = redis.url.replace('redis://', 'redis://user:a-password@');
    const bus = openRedisBus({ url, site: 'test' }, log);
    onTestFinished(() => bus.close());
    await expect.poll(() => lines.length, POLLING).toBe(1);
    expect(lines[0]).toContain('Redis connection lost');
    expect(lines.join('')).not.toContain('a-password');
    expect(bus.publish('news', 'lost')).toBe(false);
    expect(bus.figures()).toEqual({ open: 0, sent: 0, received: 0, disconnects: 0 });
  });
});
