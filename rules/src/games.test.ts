import { expect, expectTypeOf, test } from 'vitest';
import { type Game, GAMES, pickGames } from './games.ts';

test('picks the games that are marked, in the order given', () => {
  const picked = pickGames({ duel: true, case: false, roulette: true });
  expect(picked).toEqual(['duel', 'roulette']);
  expectTypeOf(picked).toEqualTypeOf<('duel' | 'roulette')[]>();
});

test('names each game once', () => {
  expect(new Set(GAMES).size).toBe(GAMES.length);
  expectTypeOf<Game>().toEqualTypeOf<(typeof GAMES)[number]>();
});
