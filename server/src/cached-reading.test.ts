import { expect, test } from 'vitest';
import { createCachedReading } from './cached-reading.ts';

test('reads once while the result is fresh, and again after that', async () => {
  let [nowMs, reads] = [0, 0];
  const read = createCachedReading(
    async () => ++reads,
    5_000,
    () => nowMs,
  );
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  nowMs = 4_999;
  expect(await read()).toBe(1);
  nowMs = 5_000;
  expect(await read()).toBe(2);
});

test('reads again after a failure', async () => {
  let isAway = true;
  const read = createCachedReading(async () => {
    if (isAway) throw new Error('away');
    return 'here';
  }, 5_000);
  await expect(read()).rejects.toThrow('away');
  isAway = false;
  expect(await read()).toBe('here');
});
