import { expect, test } from 'vitest';
import {
  BETTING_MS,
  COLORS,
  colorOf,
  NUMBERS_TOTAL,
  PAUSE_MS,
  PAYOUT_FACTORS,
  payoutOf,
  RETURN_PERCENT,
  SPIN_MS,
  WHEEL,
} from './roulette.ts';

const numbers = Array.from({ length: NUMBERS_TOTAL }, (_, number) => number);

test('0 is green, 1 to 7 are red, 8 to 14 are black', () => {
  expect(numbers.map(colorOf).join(' ')).toBe(`green${' red'.repeat(7)}${' black'.repeat(7)}`);
});

test.each([-1, 15, 1.5, Number.NaN])('%s is not on the wheel', (number) => {
  expect(() => colorOf(number)).toThrow(RangeError);
});

test('every number is on the wheel once, and no two neighbours have the same colour', () => {
  expect([...WHEEL].toSorted((a, b) => a - b)).toEqual(numbers);
  const colors = WHEEL.map(colorOf);
  const alike = colors.filter((color, index) => color === colors[(index + 1) % colors.length]);
  expect(alike).toEqual([]);
});

test.each(COLORS)('all numbers together return 14 of 15 stakes on %s', (playerBet) => {
  const paid = numbers.reduce((sum, number) => sum + payoutOf({ playerBet, amount: 100 }, colorOf(number)), 0);
  expect(paid).toBe(100 * 14);
  expect((100 * paid) / (100 * NUMBERS_TOTAL)).toBeCloseTo(RETURN_PERCENT, 10);
});

test('a bet is paid only if its colour wins', () => {
  for (const playerBet of COLORS) {
    for (const winner of COLORS) {
      expect(payoutOf({ playerBet, amount: 7 }, winner)).toBe(playerBet === winner ? 7 * PAYOUT_FACTORS[winner] : 0);
    }
  }
});

test('a round takes half a minute', () => {
  expect(BETTING_MS + SPIN_MS + PAUSE_MS).toBe(30_000);
});
