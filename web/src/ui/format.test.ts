import { expect, test } from 'vitest';
import { formatAmount, formatNumber, formatPercent } from './format.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1.000'],
  [1_234_567, '1.234.567'],
  [-25_000, '-25.000'],
])('%i diamonds read %s', (amount, text) => {
  expect(formatNumber(amount)).toBe(text);
});

test.each([
  [7.25, '7,25\u00a0%'],
  [0.1, '0,1\u00a0%'],
  [100, '100\u00a0%'],
  [33.333, '33,33\u00a0%'],
])('%d percent read %s', (percent, text) => {
  expect(formatPercent(percent)).toBe(text);
});

test.each([
  [1_500, '+1.500'],
  [-1_234_567, '−1.234.567'],
])('%i as a movement reads %s', (amount, written) => {
  expect(formatAmount(amount)).toBe(written);
});
