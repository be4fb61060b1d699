import type { PlayedGame } from '@karat/contract/games';

/** A finished game: a round of roulette that the player lost. */
export const playedGame = (id: number, overrides: Partial<PlayedGame> = {}): PlayedGame => ({
  id,
  date: '2026-03-03T14:05:09.000Z',
  game: 'roulette',
  map: null,
  isWon: false,
  amount: 1_000,
  payout: 0,
  reference: 100 + id,
  ...overrides,
});

export const gamesPage = (data: readonly PlayedGame[], totalResults = data.length, currentPage = 1) => ({
  body: { data, pagination: { totalResults, resultsPerPage: 10, currentPage } },
});
