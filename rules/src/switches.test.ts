import { describe, expect, test } from 'vitest';
import { GAMES } from './games.ts';
import { isDuring, nextBoundaryMs, SWITCHES } from './switches.ts';

test('every game has a switch', () => {
  expect(SWITCHES).toEqual(expect.arrayContaining([...GAMES]));
  expect(new Set(SWITCHES).size).toBe(SWITCHES.length);
});

describe('a period', () => {
  test.each([
    [9, false],
    [10, true],
    [19, true],
    [20, false],
  ])('from 10 to 20 at %i: %s', (atMs, expected) => {
    expect(isDuring({ startsAtMs: 10, endsAtMs: 20 }, atMs)).toBe(expected);
  });

  test('without an end does not end', () => {
    expect(isDuring({ startsAtMs: 10, endsAtMs: null }, Number.MAX_SAFE_INTEGER)).toBe(true);
  });
});

describe('the next boundary', () => {
  const periods = [
    { startsAtMs: 10, endsAtMs: 20 },
    { startsAtMs: 15, endsAtMs: null },
  ];
  test.each([
    [0, 10],
    [10, 15],
    [15, 20],
    [20, undefined],
  ])('after %i is %s', (atMs, expected) => {
    expect(nextBoundaryMs(periods, atMs)).toBe(expected);
  });
});
