import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CasePrice, formatCasePrice } from './case-price.tsx';

test.each([
  [undefined, 1, '1.000'],
  [null, 3, '3.000'],
  [0, 1, '0'],
  [25_500, 2, '51.000'],
])('a case with the price %j, %i times, shows %s', (price, count, shown) => {
  expect(formatCasePrice(price, count)).toBe(shown);
});

test('a case without a price shows 1000 diamonds', () => {
  render(<CasePrice price={undefined} />);
  expect(screen.getByText('1.000 diamonds')).toBeTruthy();
});
