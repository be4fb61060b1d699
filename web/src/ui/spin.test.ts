import { expect, test } from 'vitest';
import { tickTimesMs } from './spin.ts';

test('ticks are in order, within the spin, at most 25 per second, and slow down towards the end', () => {
  const times = tickTimesMs({ from: 5, to: 85.3, spinMs: 7_000 });
  const gaps = times.slice(1).map((time, index) => time - times[index]!);
  expect(times.at(-1)).toBeLessThan(7_000);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(40 - 1e-6);
  expect(gaps.at(-1)).toBeGreaterThan(gaps[0]!);
  expect(times.length).toBeGreaterThan(30);
});
