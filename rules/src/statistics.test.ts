import { describe, expect, test } from 'vitest';
import { caseCanon, type Drop } from './fairness.ts';
import { sha256Hex } from './sha256.ts';
import { chiSquareTail, chiSquareTest, oddsOfCounts, oddsOfRolls, oddsVerdict } from './statistics.ts';

// Correct to fifteen digits, from an arbitrary-precision incomplete gamma function.
test.each([
  [0.001, 1, 0.97477287936996],
  [1, 1, 0.317310507862914],
  [3.841458820694124, 1, 0.0500000000000001],
  [200, 1, 2.08848758376254e-45],
  [4.78, 5, 0.443315032624559],
  [500, 5, 7.9846611105628e-106],
  [18.307038053275146, 10, 0.05],
  [13.99, 14, 0.450456335506377],
  [124.34211340400407, 100, 0.0500000000000001],
  [237.7, 224, 0.252748225939303],
  [9_887, 9_999, 0.78531116561775],
  [10_500, 9_999, 0.000241530114222553],
  [11_000, 9_999, 3.44637424212463e-12],
])('a chi-square of %d on %i degrees is exceeded with chance %d', (chiSquare, degrees, chance) => {
  expect(Math.abs(chiSquareTail(chiSquare, degrees) / chance - 1)).toBeLessThan(1e-10);
});

test('matches the closed form for two degrees, near the peak and far from it', () => {
  for (let chiSquare = 0.05; chiSquare < 1_000; chiSquare *= 1.1) {
    expect(Math.abs(chiSquareTail(chiSquare, 2) / Math.exp(-chiSquare / 2) - 1)).toBeLessThan(1e-12);
  }
});

test('the tail falls from 1 as the chi-square grows', () => {
  for (const degrees of [1, 2, 7, 100, 9_999]) {
    const tails = Array.from({ length: 200 }, (_, index) => chiSquareTail((index * degrees) / 40, degrees));
    expect(tails[0]).toBe(1);
    tails.slice(1).forEach((tail, index) => expect(tail).toBeLessThanOrEqual(tails[index]));
  }
});

describe('a chi-square test', () => {
  test('of a die thrown sixty times matches the textbook', () => {
    const { chiSquare, degrees, p } = chiSquareTest([5, 8, 9, 8, 10, 20], [10, 10, 10, 10, 10, 10]);
    expect([chiSquare, degrees]).toEqual([13.4, 5]);
    expect(p).toBeCloseTo(0.019905220334774, 12);
  });

  test('pools cells with less than five expected', () => {
    const test = chiSquareTest([50, 44, 3, 3], [50, 42, 4, 4]);
    expect(test).toEqual(chiSquareTest([50, 44, 6], [50, 42, 8]));
    expect(test.degrees).toBe(2);
  });

  test('merges a pool that is still too small with the smallest other cell', () => {
    expect(chiSquareTest([60, 38, 1, 1], [59, 38, 2, 1])).toEqual(chiSquareTest([60, 40], [59, 41]));
  });

  test.each([
    ['one cell', [7], [7]],
    ['nothing drawn', [0, 0], [0, 0]],
    ['all cells small', [1, 2], [2, 1]],
  ])('with %s has nothing to compare and gives p = 1', (_, observed, expected) => {
    expect(chiSquareTest(observed, expected)).toEqual({ chiSquare: 0, degrees: 0, p: 1 });
  });

  test('gives p = 0 for an impossible event, even in a small cell, with numbers that JSON can carry', () => {
    const test = chiSquareTest([5_000, 5_000, 1], [5_000, 5_001, 0]);
    expect(test.p).toBe(0);
    expect(JSON.parse(JSON.stringify(test))).toEqual(test);
  });

  test('throws without an expectation for each count', () => {
    expect(() => chiSquareTest([1], [])).toThrow(RangeError);
  });
});

test.each([
  [0, 1, 'too_few'],
  [999, 0, 'too_few'],
  [1_000, 0, 'doubtful'],
  [1_000, 9.9e-7, 'doubtful'],
  [1_000, 1e-6, 'fits'],
  [1_000_000, 0.5, 'fits'],
] as const)('%i openings with p %d: %s', (openings, p, verdict) => {
  expect(oddsVerdict({ openings, p })).toBe(verdict);
});

describe('the odds of a case', () => {
  const drops: Drop[] = [
    [1, 9_000],
    [2, 990],
    [3, 10],
  ];

  test('list published and observed drops side by side', () => {
    const odds = oddsOfCounts(
      drops,
      new Map([
        [1, 1_800],
        [2, 195],
        [3, 5],
      ]),
    );
    expect(odds.items).toEqual([
      { itemId: 1, tickets: 9_000, expected: 1_800, observed: 1_800 },
      { itemId: 2, tickets: 990, expected: 198, observed: 195 },
      { itemId: 3, tickets: 10, expected: 2, observed: 5 },
    ]);
    expect([odds.openings, odds.verdict, odds.test?.degrees]).toEqual([2_000, 'fits', 1]);
  });

  test('list an item that was never won', () => {
    expect(oddsOfCounts(drops, new Map([[1, 10]])).items.map(({ observed }) => observed)).toEqual([10, 0, 0]);
  });

  test('have no verdict below a thousand openings, and a table for an unopened case', () => {
    expect(oddsOfCounts(drops, new Map([[3, 999]]))).toMatchObject({ openings: 999, test: null, verdict: 'too_few' });
    expect(oddsOfCounts(drops, new Map())).toMatchObject({ openings: 0, test: null, verdict: 'too_few' });
  });

  test('are doubtful when a rare item drops too often', () => {
    expect(
      oddsOfCounts(
        drops,
        new Map([
          [1, 9_000],
          [2, 940],
          [3, 60],
        ]),
      ).verdict,
    ).toBe('doubtful');
  });

  test('are doubtful as soon as an item was won that is not offered', () => {
    const odds = oddsOfCounts(
      drops,
      new Map([
        [1, 9_000],
        [2, 990],
        [3, 10],
        [99, 1],
      ]),
    );
    expect(odds.items.at(-1)).toEqual({ itemId: 99, tickets: 0, expected: 0, observed: 1 });
    expect([odds.test?.p, odds.verdict]).toEqual([0, 'doubtful']);
  });

  test('are computed from the rolls of the version only', () => {
    const canon = caseCanon({ v: 2, name: 'Şanslı', price: 100, drops });
    const rolls = [1, 1, 2, 1].map((itemId) => ({ caseHash: sha256Hex(canon), itemId }));
    const others = [{ caseHash: sha256Hex('another version'), itemId: 3 }];
    const counted = new Map([
      [1, 3],
      [2, 1],
    ]);
    expect(oddsOfRolls(canon, [...rolls, ...others])).toEqual(oddsOfCounts(drops, counted));
  });
});
