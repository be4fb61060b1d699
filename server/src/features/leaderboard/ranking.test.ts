import { expect, test } from 'vitest';
import { createRanking } from './ranking.ts';

const ranking = createRanking([
  { value: 1_500, players: 1 },
  { value: 1_200, players: 3 },
  { value: 900, players: 2 },
]);

test.each([
  [1_600, 1],
  [1_500, 1],
  [1_300, 2],
  [1_200, 2],
  [1_000, 5],
  [900, 5],
  [0, 7],
])('gives %i place %i', (value, place) => {
  expect(ranking.placeOf(value)).toBe(place);
});

test.each([
  [0, { from: 2 ** 31 - 1, offset: 0 }],
  [1, { from: 1_200, offset: 0 }],
  [3, { from: 1_200, offset: 2 }],
  [4, { from: 900, offset: 0 }],
  [5, { from: 900, offset: 1 }],
  [6, undefined],
  [1_000_000, undefined],
])('starts the page after %i players at %j', (offset, start) => {
  expect(ranking.pageStart(offset)).toEqual(start);
});

test('has no page without players and places the next player first', () => {
  const empty = createRanking([]);
  expect([empty.total, empty.pageStart(0), empty.placeOf(1_000)]).toEqual([0, undefined, 1]);
});
