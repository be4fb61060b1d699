import { expect, test } from 'vitest';
import { parsePrice } from './parse-price.ts';

test.each([
  ['1', 1],
  [' 1500 ', 1_500],
  ['1.500', 1_500],
  ['1.234.567', 1_234_567],
  ['1000000000', 1_000_000_000],
])('parses "%s" as %i', (text, price) => {
  expect(parsePrice(text)).toBe(price);
});

test.each(['', '0', '000', '-5', '1,5', '1.5', '12.34', '1e3', 'abc', '1000000001', '99999999999'])(
  'rejects "%s"',
  (text) => {
    expect(parsePrice(text)).toBeUndefined();
  },
);
