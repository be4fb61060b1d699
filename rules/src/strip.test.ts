import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildStrip, drawWithoutRepeats, randomFrom, STRIP_LENGTH } from './strip.ts';

const itemsOf = (count: number) => Array.from({ length: count }, (_, index) => `item ${index}`);

const occurrences = (strip: readonly string[], item: string) =>
  strip.flatMap((each, index) => (each === item ? [index] : []));

describe.each([1, 2, 3, 6, 12, 33, 34, 50, 51, 100, 101, 120, 200])('a case of %i items', (count) => {
  const items = itemsOf(count);
  const rewards = count === 1 ? [0] : [0, Math.floor(count / 2), count - 1];
  const openings = rewards.flatMap((rewardAt) => Array.from({ length: 40 }, (_, opening) => ({ rewardAt, opening })));
  const strips = openings.map(({ rewardAt, opening }) => ({
    reward: `item ${rewardAt}`,
    ...buildStrip(items, rewardAt, randomFrom(`${rewardAt}:${opening}`)),
  }));

  test('has a strip of a hundred entries from its own items', () => {
    for (const { strip } of strips) {
      expect(strip).toHaveLength(STRIP_LENGTH);
      expect(strip.every((item) => items.includes(item))).toBe(true);
    }
  });

  test('stops at the third-last occurrence of the reward', () => {
    for (const { strip, index, reward } of strips) expect(index).toBe(occurrences(strip, reward).at(-3));
  });

  test('stops in the second half, before the last few; a single item has a fixed place', () => {
    for (const { index } of strips) {
      if (count === 1) expect(index).toBe(97);
      else expect(index >= 50 && index <= 94).toBe(true);
    }
  });

  test('shows every item as often as a cycle of a hundred contains it', () => {
    const cycle = Array.from({ length: STRIP_LENGTH }, (_, index) => `item ${index % count}`);
    for (const { strip, reward } of strips) {
      // Copies of the reward replace other items only if the cycle contains it less than three times.
      if (occurrences(cycle, reward).length >= 3) expect(strip.toSorted()).toEqual(cycle.toSorted());
      else expect(occurrences(strip, reward)).toHaveLength(3);
    }
  });
});

test('the same seed gives the same strip, and another seed another one', () => {
  const strip = (seed: string) => buildStrip(itemsOf(12), 4, randomFrom(seed));
  expect(strip('812')).toEqual(strip('812'));
  expect(strip('812')).not.toEqual(strip('813'));
});

const equalNeighbours = (strip: readonly string[]) =>
  strip.filter((item, index) => index > 0 && item === strip[index - 1]);

/** Any case with at least two items, any of them as the reward, and any opening. */
const openings = fc
  .record({ count: fc.integer({ min: 2, max: 100 }), opening: fc.nat() })
  .chain(({ count, opening }) =>
    fc.record({ rewardAt: fc.nat({ max: count - 1 }) }).map((won) => ({ count, opening, ...won })),
  );

test('has no equal neighbours in a case with at least two items, and stops at the third-last reward', () => {
  fc.assert(
    fc.property(openings, ({ count, opening, rewardAt }) => {
      const { strip, index } = buildStrip(itemsOf(count), rewardAt, randomFrom(String(opening)));
      expect(equalNeighbours(strip)).toEqual([]);
      expect(strip).toHaveLength(STRIP_LENGTH);
      expect(index).toBe(occurrences(strip, `item ${rewardAt}`).at(-3));
    }),
    { numRuns: 300 },
  );
});

test('gives the same opening the same strip', () => {
  fc.assert(
    fc.property(openings, ({ count, opening, rewardAt }) => {
      const build = () => buildStrip(itemsOf(count), rewardAt, randomFrom(String(opening)));
      expect(build()).toEqual(build());
    }),
  );
});

test('draws entries without equal neighbours, and the first differs from the previous entry', () => {
  fc.assert(
    fc.property(openings, ({ count, opening, rewardAt }) => {
      const previous = `item ${rewardAt}`;
      const drawn = drawWithoutRepeats(itemsOf(count), { count: 12, previous }, randomFrom(String(opening)));
      expect(drawn).toHaveLength(12);
      expect(equalNeighbours([previous, ...drawn])).toEqual([]);
    }),
  );
});

test('repeats the item of a case with only one', () => {
  expect(drawWithoutRepeats(['single'], { count: 3, previous: 'single' }, randomFrom('x'))).toEqual([
    'single',
    'single',
    'single',
  ]);
});

test('distinguishes two items that look alike', () => {
  const items = [{ name: 'same' }, { name: 'same' }];
  const { strip, index } = buildStrip(items, 1, randomFrom('same'));
  expect(strip[index]).toBe(items[1]);
});

test.each([-1, 3, 0.5])('throws for a reward at index %d', (rewardAt) => {
  expect(() => buildStrip(itemsOf(3), rewardAt, randomFrom('x'))).toThrow(RangeError);
});

test('the random numbers of a seed are the same on every machine', () => {
  const random = randomFrom('karat');
  expect([random(), random(), random()].map((number) => Math.floor(number * 2 ** 32))).toEqual([
    4_011_735_026, 4_074_099_454, 3_116_765_709,
  ]);
});

test('the random numbers lie in [0, 1) and are evenly distributed', () => {
  const random = randomFrom('spread');
  const cells = Array.from({ length: 16 }, () => 0);
  for (let draw = 0; draw < 160_000; draw++) cells[Math.floor(random() * 16)] += 1;
  for (const count of cells) expect(Math.abs(count - 10_000)).toBeLessThan(500);
});
