import { expect, test } from 'vitest';
import { depositDiamonds, depositValueOf } from './deposits.ts';

test.each([
  [[1.15], 115],
  [[0.29], 29],
  [[0.57], 57],
  [[1.159], 115],
  [[1.149999], 114],
  [[0.009], 0],
  [[0.005, 0.005], 0],
  [[1.15, 1.15, 1.15], 345],
  [[1_000_000.01], 100_000_001],
  [[1e-7], 0],
  [[], 0],
])('%j on deposit is %i diamonds', (values, diamonds) => {
  expect(depositDiamonds(values)).toBe(diamonds);
});

test('every price in diamonds converts to its value and back unchanged', () => {
  const prices = Array.from({ length: 200_000 }, (_, index) => index + 1);
  const changed = prices.filter((price) => depositDiamonds([depositValueOf({ price, min_price: price })!]) !== price);
  expect(changed).toEqual([]);
});

test('a skin is worth the lower of its two prices, and has no value while they are unknown', () => {
  expect(depositValueOf({ price: 200, min_price: 150 })).toBe(1.5);
  expect(depositValueOf({ price: 150, min_price: 200 })).toBe(1.5);
  expect(depositValueOf({ price: 200, min_price: null })).toBeNull();
});
