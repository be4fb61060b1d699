import { expect, test } from 'vitest';
import { ratingTier } from './rating.ts';

test.each([
  [0, 1],
  [999, 1],
  [1_000, 2],
  [1_999, 2],
  [2_000, 3],
  [2_499, 3],
  [2_500, 4],
  [2_999, 4],
  [3_000, 5],
  [3_499, 5],
  [3_500, 6],
  [3_999, 6],
  [4_000, 7],
  [4_999, 7],
  [5_000, 8],
  [9_000, 8],
])('a score of %i stands in tier %i', (elo, tier) => {
  expect(ratingTier(elo)).toBe(tier);
});
