import { expect, test } from 'vitest';
import {
  type AmountChange,
  amountMax,
  storeAmount,
  changedAmount,
  amountProblem,
  useAmount,
  parseAmount,
} from './amount.ts';

test.each([
  ['100', 100],
  [' 7 ', 7],
  ['1.000', 1_000],
  ['12.345.678', 12_345_678],
  ['0', 0],
  ['', undefined],
  ['1.5', undefined],
  ['1,5', undefined],
  ['1e3', undefined],
  ['-5', undefined],
  ['0x10', undefined],
  ['10.00', undefined],
  ['9'.repeat(16), undefined],
  ['ten', undefined],
])('parses "%s" as %s', (text, amount) => expect(parseAmount(text)).toBe(amount));

const bounds = { betMax: 1_000, balance: 500 };

test.each([
  ['', 'missing'],
  ['  ', 'missing'],
  ['1,5', 'notWhole'],
  ['0', 'belowOne'],
  ['1', undefined],
  ['500', undefined],
  ['501', 'aboveBalance'],
  ['1.001', 'aboveMax'],
])('validates "%s" with a balance of 500: %s', (text, problem) => expect(amountProblem(text, bounds)).toBe(problem));

test("does not compare a visitor's amount with a balance", () => {
  expect(amountProblem('900', { betMax: 1_000, balance: undefined })).toBeUndefined();
  expect(amountMax({ betMax: 1_000, balance: undefined })).toBe(1_000);
  expect(amountMax(bounds)).toBe(500);
});

test.each<[string, AmountChange, string]>([
  ['', { add: 10 }, '10'],
  ['5', { add: 100 }, '105'],
  ['950', { add: 100 }, '1000'],
  ['rubbish', { add: 10 }, '10'],
  ['7', 'half', '3'],
  ['1', 'half', '1'],
  ['', 'half', ''],
  ['300', 'double', '600'],
  ['600', 'double', '1000'],
  ['', 'double', ''],
])('changes "%s" by %j to "%s"', (text, step, after) => expect(changedAmount(text, step, 1_000)).toBe(after));

test('stores the last amount in the browser', () => {
  storeAmount(250);
  expect(useAmount.getState().last).toBe(250);
  expect(localStorage.getItem('roulette-last-bet')).toBe('250');
});
