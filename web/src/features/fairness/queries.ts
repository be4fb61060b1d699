import { getCaseOdds, getRoll, getRolls, getSeeds } from '@karat/contract/fairness';
import { getChains, getRound, getRounds } from '@karat/contract/roulette';
import { getBooks } from '@karat/contract/wallet';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';

const ROLLS_PER_PAGE = 6;
export const ROUNDS_PER_PAGE = 10;

/** Everything that a rotation changes: the seeds, the player's rolls, and the page of each. */
export const proofsKey = ['proofs'] as const;

/** Asked for anew each time it is looked at: every opening moves the nonce. */
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

/** All that the end of a round changes. */
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
