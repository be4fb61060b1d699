import { expect, test } from 'vitest';
import { ownedItem } from '#testing/inventory.ts';
import { chosenOf, priceOf, toggled, toggledPage, withGone } from './selection.ts';

const knife = ownedItem({ id: 1, price: 40_000 });
const rifle = ownedItem({ id: 2, price: 8_000 });
const listed = ownedItem({ id: 3, price: 200, state: 'LISTED' });
const items = [knife, rifle, listed];

test('what is bound, or no longer there, is not chosen', () => {
  expect(chosenOf(items, new Set([1, 3, 99]))).toEqual([knife]);
});

test('a second press takes an item out again', () => {
  expect(toggled(toggled(new Set(), 1), 1)).toEqual(new Set());
});

test('the whole page is what is free on it; a second press chooses nothing', () => {
  const all = toggledPage(items, new Set([2]));
  expect(all).toEqual(new Set([1, 2]));
  expect(toggledPage(items, all)).toEqual(new Set());
});

test('the price of many is their sum', () => {
  expect(priceOf([knife, rifle])).toBe(48_000);
});

test('what has just been sold stays in its place until it has been seen', () => {
  expect(withGone([knife, listed], [{ item: rifle, at: 1 }])).toEqual([knife, rifle, listed]);
  expect(withGone(items, [{ item: rifle, at: 1 }])).toEqual(items);
});
