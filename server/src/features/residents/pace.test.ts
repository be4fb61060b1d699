import { expect, test } from 'vitest';
import { actionsPerMinute, isWarmUp } from './pace.ts';

const HOUR_MS = 3_600_000;

test.each([
  [0, 8],
  [1, 6],
  [2, 6],
  [3, 3],
  [5, 3],
  [6, 0],
  [100, 0],
])('with %d people online residents do %d things a minute', (people, expected) => {
  expect(actionsPerMinute({ people, sinceFirstStartMs: HOUR_MS, openings: 3 })).toBe(expected);
});

test.each([
  ['a new site', { sinceFirstStartMs: 0, openings: 0 }, true],
  ['a site within its first 90 seconds', { sinceFirstStartMs: 89_999, openings: 3 }, true],
  ['a site after its first 90 seconds', { sinceFirstStartMs: 90_000, openings: 3 }, false],
  ['a site whose warm-up was interrupted', { sinceFirstStartMs: HOUR_MS, openings: 2 }, true],
])('%s: warm-up is %o', (_, start, expected) => {
  expect(isWarmUp(start)).toBe(expected);
});

test('the warm-up is faster, but not with many people online', () => {
  const start = { sinceFirstStartMs: 0, openings: 0 };
  expect(actionsPerMinute({ people: 0, ...start })).toBeGreaterThan(60);
  expect(actionsPerMinute({ people: 6, ...start })).toBe(0);
});
