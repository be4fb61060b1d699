import { expect, test } from 'vitest';
import { firstPlaces, nextPlaces } from './room-places.ts';

test('shows the first rooms in whole rows', () => {
  const ids = [1, 2, 3, 4, 5, 6, 7, 8];
  expect(firstPlaces(ids, 1)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(firstPlaces(ids, 3)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(firstPlaces(ids, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(firstPlaces(ids, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(firstPlaces([1, 2], 3)).toEqual([1, 2]);
});

test('keeps each room in its place when others open before it', () => {
  expect(nextPlaces([1, 2], [3, 2, 1], 3)).toEqual([1, 2, 3]);
  expect(nextPlaces([1, 2, 3], [5, 4, 3, 2, 1], 3)).toEqual([1, 2, 3]);
});

test('keeps the place of a closed room, which the next room takes', () => {
  expect(nextPlaces([1, 2, 3], [1, 3], 3)).toEqual([1, undefined, 3]);
  expect(nextPlaces([1, undefined, 3], [4, 1, 3], 3)).toEqual([1, 4, 3]);
  expect(nextPlaces([1, 2, 3], [5, 4, 3], 3)).toEqual([5, 4, 3]);
  expect(nextPlaces([1, 2], [], 3)).toEqual([undefined, undefined]);
});

test('fills the last row, but adds none', () => {
  expect(nextPlaces([], [1, 2, 3, 4], 3)).toEqual([1, 2, 3]);
  expect(nextPlaces([1, 2, 3, 4], [1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 2, 3, 4, 5, 6]);
});
