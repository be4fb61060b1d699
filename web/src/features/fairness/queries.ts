import { getCaseOdds, getRoll, getRolls, getSeeds } from '@karat/contract/fairness';
import { getChains, getRound, getRounds } from '@karat/contract/roulette';
import { getBooks } from '@karat/contract/wallet';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';

const ROLLS_PER_PAGE = 6;
export const ROUNDS_PER_PAGE = 10;

/** Prefix of everything a rotation changes: the seeds and the player's rolls. */
export const proofsKey = ['proofs'] as const;

/** Fetched on every view, because each opening increases the nonce. */
export const seedsQuery = queryOptions({
  queryKey: [...proofsKey, 'seeds'],
  meta: { isPrivate: true },
  staleTime: 0,
  queryFn: async ({ signal }) => (await call(getSeeds, undefined, { signal })).data,
});

export const rollsQuery = (page: number) =>
  queryOptions({
    queryKey: [...proofsKey, 'rolls', page],
    meta: { isPrivate: true },
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(getRolls, { query: { page: String(page), limit: String(ROLLS_PER_PAGE) } }, { signal }),
  });

export const rollQuery = (id: string) =>
  queryOptions({
    queryKey: [...proofsKey, 'roll', id],
    queryFn: async ({ signal }) => (await call(getRoll, { params: { id } }, { signal })).data,
  });

export const oddsQuery = (caseName: string) =>
  queryOptions({
    queryKey: ['odds', caseName],
    queryFn: async ({ signal }) => (await call(getCaseOdds, { params: { caseName } }, { signal })).data,
  });

/** Prefix of everything the end of a round changes. */
export const roundsKey = ['rounds'] as const;

export const roundQuery = (id: number) =>
  queryOptions({
    queryKey: [...roundsKey, 'round', id],
    queryFn: async ({ signal }) => (await call(getRound, { params: { id: String(id) } }, { signal })).data,
  });

export const roundsQuery = (page: number) =>
  queryOptions({
    queryKey: [...roundsKey, 'over', page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(getRounds, { query: { page: String(page), limit: String(ROUNDS_PER_PAGE) } }, { signal }),
  });

export const chainsQuery = queryOptions({
  queryKey: [...roundsKey, 'chains'],
  staleTime: 0,
  queryFn: async ({ signal }) => (await call(getChains, undefined, { signal })).data,
});

export const booksQuery = queryOptions({
  queryKey: ['books'],
  queryFn: async ({ signal }) => (await call(getBooks, undefined, { signal })).data,
});
