import { expect, test } from 'vitest';
import { ownedItem } from '#testing/inventory.ts';
import { chosenOf, priceOf, toggled, toggledPage, withSold } from './selection.ts';

const knife = ownedItem({ id: 1, price: 40_000 });
const rifle = ownedItem({ id: 2, price: 8_000 });
const listed = ownedItem({ id: 3, price: 200, state: 'LISTED' });
const items = [knife, rifle, listed];

test('does not choose items that are locked or sold', () => {
  expect(chosenOf(items, new Set([1, 3, 99]))).toEqual([knife]);
});

test('deselects an item on a second click', () => {
  expect(toggled(toggled(new Set(), 1), 1)).toEqual(new Set());
});

test('selects all unlocked items of the page, and deselects them on a second click', () => {
  const all = toggledPage(items, new Set([2]));
  expect(all).toEqual(new Set([1, 2]));
  expect(toggledPage(items, all)).toEqual(new Set());
});

test('sums up the prices', () => {
  expect(priceOf([knife, rifle])).toBe(48_000);
});

test('keeps sold items in place until they have been seen', () => {
  expect(withSold([knife, listed], [{ item: rifle, at: 1 }])).toEqual([knife, rifle, listed]);
  expect(withSold(items, [{ item: rifle, at: 1 }])).toEqual(items);
});
