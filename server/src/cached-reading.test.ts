import { expect, test } from 'vitest';
import { createPendingReads } from '#testing/pending-reads.ts';
import { createCachedReading } from './cached-reading.ts';

test('reads once while the result is fresh, and again after that', async () => {
  let [nowMs, reads] = [0, 0];
  const read = createCachedReading(async () => ++reads, { freshMs: 5_000, now: () => nowMs });
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  nowMs = 4_999;
  expect(await read()).toBe(1);
  nowMs = 5_000;
  expect(await read()).toBe(2);
});

test('reads again after a failure', async () => {
  let isAway = true;
  const read = createCachedReading(
    async () => {
      if (isAway) throw new Error('away');
      return 'here';
    },
    { freshMs: 5_000 },
  );
  await expect(read()).rejects.toThrow('away');
  isAway = false;
  expect(await read()).toBe('here');
});

test('keeps a slow reading in proportion to its duration, for each key', async () => {
  let [clock, reads] = [0, 0];
  const read = createCachedReading(
    async (key: string) => {
      reads += 1;
      clock += 1_000;
      if (key === 'bad') throw new Error('away');
      return reads;
    },
    { freshMs: 5_000, restFactor: 20, keysMax: 50, now: () => clock },
  );
  expect(await Promise.all([read('a'), read('a')])).toEqual([1, 1]);
  clock += 19_000;
  expect(await read('a')).toBe(1);
  clock += 2_000;
  expect(await read('a')).toBe(2);
  await expect(read('bad')).rejects.toThrow('away');
  await expect(read('bad')).rejects.toThrow('away');
  expect(reads).toBe(4);
});

test('does not drop a reading in progress for later ones', async () => {
  const { started, read, finish } = createPendingReads();
  const rested = createCachedReading(read, { freshMs: 5_000, restFactor: 20, keysMax: 50 });
  const slow = rested('slow');
  for (let each = 0; each < 60; each++) {
    const quick = rested(`quick ${each}`);
    finish(`quick ${each}`);
    await quick;
  }
  const again = rested('slow');
  finish('slow');
  expect(await Promise.all([slow, again])).toEqual(['slow', 'slow']);
  expect(started.filter((key) => key === 'slow')).toHaveLength(1);
});

test('drops the oldest finished readings above the limit', async () => {
  const started: number[] = [];
  const read = createCachedReading(async (key: number) => void started.push(key), { freshMs: 5_000, keysMax: 2 });
  for (const key of [1, 2, 3]) await read(key);
  await read(3);
  await read(2);
  await read(1);
  expect(started).toEqual([1, 2, 3, 1]);
});

test('shares a reading among queries with the same key', async () => {
  type Range = { readonly from: number; readonly to: number };
  const options = { freshMs: 5_000, keysMax: 10, keyOf: ({ from, to }: Range) => `${from}/${to}` };
  const started: Range[] = [];
  const read = createCachedReading(async (range: Range) => void started.push(range), options);
  await Promise.all([read({ from: 1, to: 2 }), read({ from: 1, to: 2 }), read({ from: 1, to: 3 })]);
  expect(started).toEqual([
    { from: 1, to: 2 },
    { from: 1, to: 3 },
  ]);
});
