import { expect, test } from 'vitest';
import { eloChange, eloK, expectedScore, ratingTier } from './rating.ts';

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
])('a rating of %i is in tier %i', (elo, tier) => {
  expect(ratingTier(elo)).toBe(tier);
});

test.each([
  [[1000], [1000], 50, 0.5, 25],
  [[1000], [1200], 50, 0.2403, 38],
  [[1200], [1000], 50, 0.7597, 12],
  [[1400], [900], 50, 0.9468, 3],
  [[900], [1400], 50, 0.0532, 47],
  [[1000], [1000], 100, 0.5, 50],
  [[1000], [1000], 32, 0.5, 16],
  [[1200, 1000], [1100, 1150], 50, 0.4641, 27],
  [[1100, 1150], [1200, 1000], 50, 0.5359, 23],
])('%j beat %j at K %i: expected %f, %i points', (winners, losers, k, chance, points) => {
  const average = (ratings: readonly number[]) => ratings.reduce((sum, each) => sum + each, 0) / ratings.length;
  expect(expectedScore(average(winners), average(losers))).toBeCloseTo(chance, 4);
  expect(eloChange(winners, losers, k)).toBe(points);
});

test.each([
  [0, 50],
  [1, 25],
  [2, 12],
  [3, 6],
  [4, 3],
  [5, 1],
  [6, 0],
  [1_000, 0],
])('after %i matches against each other within a day a match moves at most %i points', (meetings, k) => {
  expect(eloK(meetings)).toBe(k);
});

test('one opponent gives at most as many points in a day as a single match can move', () => {
  let [ownRating, opponentRating, gained] = [1_000, 1_000, 0];
  for (let meetings = 0; meetings < 100; meetings++) {
    const change = eloChange([ownRating], [opponentRating], eloK(meetings));
    [ownRating, opponentRating, gained] = [ownRating + change, opponentRating - change, gained + change];
  }
  expect(gained).toBeLessThanOrEqual(50);
});
