import { describe, expect, test } from 'vitest';
import { axisOf, closeAxisOf, namedDays } from './chart-scale.ts';

describe('an axis', () => {
  test.each([
    [[], [0, 1]],
    [
      [0, 0],
      [0, 1],
    ],
    [[1], [0, 1]],
    [[3], [0, 1, 2, 3]],
    [[7], [0, 2, 4, 6, 8]],
    [[1_234_567], [0, 500_000, 1_000_000, 1_500_000]],
    [
      [-40, 95],
      [-50, 0, 50, 100],
    ],
    [[-300], [-300, -200, -100, 0]],
    [[4_000_000_000_000], [0, 1e12, 2e12, 3e12, 4e12]],
  ])('for %j is %j', (values, ticks) => {
    expect(axisOf(values, 4)).toEqual(ticks);
  });

  test('contains every value and 0, with at most one step more than requested', () => {
    for (let high = 1; high < 3_000; high += 7) {
      for (const low of [0, -1, -high, -13 * high]) {
        const ticks = axisOf([low, high], 4);
        expect(ticks[0]!).toBeLessThanOrEqual(low);
        expect(ticks.at(-1)!).toBeGreaterThanOrEqual(high);
        expect(ticks).toContain(0);
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(ticks.every(Number.isInteger)).toBe(true);
      }
    }
  });
});

test.each([
  [30, 30, 30],
  [30, 6, 6],
  [30, 4, 3],
  [30, 1, 1],
  [30, 0, 1],
  [1, 5, 1],
])('of %i days with room for %i labels, %i are labelled, always including the last', (count, room, named) => {
  const days = namedDays(count, room);
  expect(days).toHaveLength(named);
  expect(days.at(-1)).toBe(count - 1);
});

test.each([
  [
    [2_360, 2_612],
    [2_350, 2_400, 2_450, 2_500, 2_550, 2_600, 2_650],
  ],
  [
    [1_000, 1_000],
    [1_000, 1_001],
  ],
  [
    [987, 1_025],
    [980, 990, 1_000, 1_010, 1_020, 1_030],
  ],
])('an axis close to %j has the lines %j', (values, ticks) => {
  expect(closeAxisOf(values, 6)).toEqual(ticks);
});
