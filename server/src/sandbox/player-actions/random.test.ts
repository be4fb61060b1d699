import { expect, test } from 'vitest';
import { createRandom } from './random.ts';

const draws = (seed: string): number[] => {
  const random = createRandom(seed);
  return Array.from({ length: 50 }, () => random.integer(1, 1_000));
};

test('draws the same numbers for the same seed, and others for another', () => {
  expect(draws('7/person/1')).toEqual(draws('7/person/1'));
  expect(draws('7/person/1')).not.toEqual(draws('7/person/2'));
});

test('chooses by weight, and never a name of weight 0', () => {
  const random = createRandom('weights');
  const drawn = Array.from({ length: 10_000 }, () => random.weighted({ often: 9, rarely: 1, never: 0 }));
  const share = drawn.filter((name) => name === 'often').length / drawn.length;
  expect(share).toBeGreaterThan(0.88);
  expect(share).toBeLessThan(0.92);
  expect(drawn).not.toContain('never');
});

test('waits as long as requested on average, and at most four times as long', () => {
  const random = createRandom('waits');
  const waits = Array.from({ length: 10_000 }, () => random.wait(100));
  expect(Math.max(...waits)).toBeLessThanOrEqual(400);
  const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  expect(mean).toBeGreaterThan(90);
  expect(mean).toBeLessThan(105);
});
