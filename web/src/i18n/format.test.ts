import { expect, test } from 'vitest';
import { formatAmount, formatNumber, formatPercent, formatPercentFirst } from './format.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1.000'],
  [1_234_567, '1.234.567'],
  [-25_000, '-25.000'],
])('%i diamonds read %s', (amount, text) => {
  expect(formatNumber(amount)).toBe(text);
});

test('formats every number as Intl.NumberFormat does', () => {
  const whole = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 0, signDisplay: 'negative' });
  const percent = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2, signDisplay: 'negative' });
  const bases = [0, 0.004, 0.005, 0.5, 1.005, 2.675, 9.995, 12.345, 99.5, 999.995, 1_234.5, 1e6, 123_456_789.125, 1e12];
  const odd = [1e-7, 5e-324, 2 ** 53 - 1, NaN, Infinity, -Infinity, -0];
  for (const value of [...bases.flatMap((base) => [base, -base, base * 7, base / 3]), ...odd]) {
    expect(formatNumber(value)).toBe(whole.format(value));
    expect(formatPercent(value)).toBe(`${percent.format(value)}\u00a0%`);
  }
});

test.each([
  [7.25, '7,25\u00a0%'],
  [0.1, '0,1\u00a0%'],
  [100, '100\u00a0%'],
  [33.333, '33,33\u00a0%'],
])('%d percent reads %s', (percent, text) => {
  expect(formatPercent(percent)).toBe(text);
});

test.each([
  [7.25, '%7,25'],
  [100, '%100'],
  [-1.254, '-%1,25'],
  [-0.001, '%0'],
])('%d percent reads %s in Turkish', (percent, text) => {
  expect(formatPercentFirst(percent)).toBe(text);
});

test.each([
  [1_500, '+1.500'],
  [-1_234_567, '−1.234.567'],
])('%i as a signed amount reads %s', (amount, written) => {
  expect(formatAmount(amount)).toBe(written);
});
