import { expect, test } from 'vitest';
import { marketFeeOf, sellerShareOf } from './market.ts';

test.each([
  [1, 0, 1],
  [19, 0, 19],
  [20, 1, 19],
  [39, 1, 38],
  [100, 5, 95],
  [1_000_000_000, 50_000_000, 950_000_000],
  [9_007_199_254_740_991, 450_359_962_737_049, 8_556_839_292_003_942],
])('of %i the house keeps %i and the seller gets %i', (price, fee, share) => {
  expect(marketFeeOf(price)).toBe(fee);
  expect(sellerShareOf(price)).toBe(share);
});

test('fee and share always add up to the price, and the seller always gets something', () => {
  for (let price = 1; price <= 10_000; price++) {
    expect(marketFeeOf(price) + sellerShareOf(price)).toBe(price);
    expect(sellerShareOf(price)).toBeGreaterThan(0);
  }
});
