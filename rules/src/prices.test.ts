import { describe, expect, test } from 'vitest';
import { hasPriceMoved, isPriceJump } from './prices.ts';

describe('a new price is a price jump', () => {
  test.each([
    [1_000, 1_000, false],
    [1_000, 1_999, false],
    [1_000, 2_000, true],
    [1_000, 50_000, true],
    [1_000, 501, false],
    [1_000, 500, true],
    [1_000, 1, true],
    [1_001, 500, true],
    // Below a hundred diamonds a jump does no harm, and cheap skins often double overnight.
    [3, 99, false],
    [99, 1, false],
    [50, 100, true],
    [100, 50, true],
    [60, 100, false],
    [1, 1_000_000_000, true],
    [1_000_000_000, 500_000_001, false],
  ])('from %d to %d: %s', (known, fresh, isWild) => {
    expect(isPriceJump(known, fresh)).toBe(isWild);
  });

  test('in one direction exactly if it is one in the other', () => {
    for (const known of [1, 50, 99, 100, 101, 199, 200, 777, 1_000]) {
      for (let fresh = 1; fresh <= 2_100; fresh += 7) {
        expect(isPriceJump(known, fresh)).toBe(isPriceJump(fresh, known));
      }
    }
  });
});

describe('after a refusal, a new price counts as changed', () => {
  test.each([
    [1_000, 1_000, false],
    [1_000, 1_099, false],
    [1_000, 1_100, true],
    [1_000, 901, false],
    [1_000, 900, true],
    [5, 5, false],
    [5, 6, true],
  ])('refused %d, now %d: %s', (refused, fresh, isAnother) => {
    expect(hasPriceMoved(refused, fresh)).toBe(isAnother);
  });
});
