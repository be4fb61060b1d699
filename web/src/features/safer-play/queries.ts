import { type SaferPlay, getLimits, getRealityCheck } from '@karat/contract/safer-play';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';

/** Limits with their use, reality check, breaks, and flows. */
export const saferPlayQuery = queryOptions({
  queryKey: ['safer-play'],
  meta: { isPrivate: true },
  // The used amount changes with every wager, also while the page is not shown.
  staleTime: 0,
  queryFn: async ({ signal }): Promise<SaferPlay> => (await call(getLimits, undefined, { signal })).data,
});

/** Duration and result of this period of play. */
export const realityCheckQuery = queryOptions({
  queryKey: ['reality-check'],
  meta: { isPrivate: true },
  staleTime: 0,
  queryFn: async ({ signal }) => (await call(getRealityCheck, undefined, { signal })).data,
});
