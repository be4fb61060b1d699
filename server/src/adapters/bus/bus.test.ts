import { describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#log.ts';
import { createBusHub } from '#testing/bus-hub.ts';
import { isRedisInstalled, startRedis } from '#testing/redis.ts';
import type { Bus } from './bus.ts';
import { openRedisBus } from './redis-bus.ts';

const patiently = { timeout: 20_000, interval: 10 };

type Ground = { join(site?: string): Bus; goAway(): Promise<void>; comeBack(): Promise<void> };

const lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });

async function openHub(): Promise<Ground> {
  const hub = createBusHub(log);
  return { join: () => hub.join(), goAway: async () => hub.shut(), comeBack: async () => hub.open() };
}

async function openRedis(): Promise<Ground> {
  const redis = await startRedis();
  return {
    join: (site = 'test') => openRedisBus({ url: redis.url, site }, log),
    goAway: redis.stop,
    comeBack: redis.start,
  };
}

type Member = { readonly bus: Bus; readonly heard: unknown[]; readonly opened: () => number };

function joinWith(ground: Ground, site?: string): Member {
  const bus = ground.join(site);
  const heard: unknown[] = [];
  let opened = 0;
  bus.onOpen(() => (opened += 1));
  bus.subscribe('news', (sent) => heard.push(sent));
  onTestFinished(() => bus.close());
  return { bus, heard, opened: () => opened };
}

async function joinMany(ground: Ground, count: number): Promise<Member[]> {
  const members = Array.from({ length: count }, () => joinWith(ground));
  await expect.poll(() => members.every(({ opened }) => opened() === 1), patiently).toBe(true);
  return members;
}

const GROUNDS: [string, () => Promise<Ground>, boolean][] = [
  ['the twin', openHub, true],
  ['Redis, where there is one on this machine', openRedis, isRedisInstalled],
];

describe.each(GROUNDS)('%s', (_, open, isThere) => {
  test.skipIf(!isThere)('what one says all others hear once, in order, and it does not itself', async () => {
    const [one, two, three] = (await joinMany(await open(), 3)) as [Member, Member, Member];
    const said = [{ a: 1 }, ['ğüş 💎\n'], null, 'x'.repeat(100_000), 5];
    for (const sent of said) expect(one.bus.publish('news', sent)).toBe(true);
    one.bus.publish('other', 'nobody asked for it');
    two.bus.publish('news', 'back');
    await expect.poll(() => three.heard.length, patiently).toBe(said.length + 1);
    await expect.poll(() => one.heard, patiently).toEqual(['back']);
    expect(two.heard).toEqual(said);
    expect(three.heard.filter((sent) => sent !== 'back')).toEqual(said);
  });

  test.skipIf(!isThere)('names who speaks, and each by another name', async () => {
    const [one, two, three] = (await joinMany(await open(), 3)) as [Member, Member, Member];
    const names: string[] = [];
    three.bus.subscribe('news', (sent, from) => names.push(`${String(sent)} ${from}`));
    one.bus.publish('news', 'one');
    two.bus.publish('news', 'two');
    one.bus.publish('news', 'one');
    await expect.poll(() => names.length, patiently).toBe(3);
    expect(new Set(names).size).toBe(2);
  });

  test.skipIf(!isThere)('a listener that fails keeps nothing from the others', async () => {
    const [one, two] = (await joinMany(await open(), 2)) as [Member, Member];
    two.bus.subscribe('broken', () => {
      throw new Error('a bug of ours');
    });
    two.bus.subscribe('broken', (sent) => two.heard.push(sent));
    one.bus.publish('broken', 'first');
    one.bus.publish('news', 'second');
    await expect.poll(() => two.heard, patiently).toEqual(['first', 'second']);
    expect(lines.join('')).toContain('a bug of ours');
  });

  test.skipIf(!isThere)('while it is away nobody is told anything, and everybody is told that it is back', async () => {
    const ground = await open();
    const [one, two] = (await joinMany(ground, 2)) as [Member, Member];
    await ground.goAway();
    await expect.poll(() => one.bus.publish('news', 'lost'), patiently).toBe(false);
    await ground.comeBack();
    await expect.poll(() => [one.opened(), two.opened()], patiently).toEqual([2, 2]);
    two.heard.length = 0;
    expect(one.bus.publish('news', 'found')).toBe(true);
    await expect.poll(() => two.heard, patiently).toEqual(['found']);
  });

  test.skipIf(!isThere)('who has left hears nothing', async () => {
    const [one, two, three] = (await joinMany(await open(), 3)) as [Member, Member, Member];
    await two.bus.close();
    one.bus.publish('news', 'after');
    await expect.poll(() => three.heard, patiently).toEqual(['after']);
    expect(two.heard).toEqual([]);
  });
});

describe.skipIf(!isRedisInstalled)('Redis, where there is one on this machine', () => {
  test('sites that share one do not hear each other', async () => {
    const ground = await openRedis();
    const [here, there, stranger] = [joinWith(ground), joinWith(ground), joinWith(ground, 'another')];
    await expect.poll(() => [here, there, stranger].every(({ opened }) => opened() === 1), patiently).toBe(true);
    stranger.bus.publish('news', 'not for you');
    here.bus.publish('news', 'for you');
    await expect.poll(() => there.heard, patiently).toEqual(['for you']);
    expect(stranger.heard).toEqual([]);
  });

  test('one that hangs is left, and found again when it answers', { timeout: 60_000 }, async () => {
    const redis = await startRedis();
    const ground: Ground = { ...(await openHub()), join: () => openRedisBus({ url: redis.url, site: 'test' }, log) };
    const [one, two] = (await joinMany(ground, 2)) as [Member, Member];
    lines.length = 0;
    redis.freeze();
    await expect.poll(() => one.bus.publish('news', 'perhaps'), patiently).toBe(false);
    redis.thaw();
    await expect.poll(() => one.opened() + two.opened(), patiently).toBe(4);
    one.bus.publish('news', 'found');
    await expect.poll(() => two.heard, patiently).toContain('found');
    expect(lines.filter((line) => line.includes('Redis is away'))).toHaveLength(2);
  });

  test('one that is not there at first is waited for, with one warning and no secret in it', async () => {
    const redis = await startRedis();
    await redis.stop();
    lines.length = 0;
    const url = redis.url.replace('redis://', 'redis://somebody:a-password@');
    const bus = openRedisBus({ url, site: 'test' }, log);
    onTestFinished(() => bus.close());
    await expect.poll(() => lines.length, patiently).toBe(1);
    expect(lines[0]).toContain('Redis is away');
    expect(lines.join('')).not.toContain('a-password');
    expect(bus.publish('news', 'lost')).toBe(false);
    expect(bus.figures()).toEqual({ open: 0, sent: 0, heard: 0, breaks: 0 });
  });
});
