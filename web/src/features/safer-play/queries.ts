import { type SaferPlay, getLimits, getRealityCheck } from '@karat/contract/safer-play';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';

/** The limits with what is used of them, the reminder, breaks, and what went in and out. */
export const saferPlayQuery = queryOptions({
  queryKey: ['safer-play'],
  meta: { isPrivate: true },
  // What is used of a limit moves with every wager, also while nobody looks.
  staleTime: 0,
  queryFn: async ({ signal }): Promise<SaferPlay> => (await call(getLimits, undefined, { signal })).data,
});

/** How long this stretch of play has gone on, and what it brought. */
export const realityCheckQuery = queryOptions({
  queryKey: ['reality-check'],
  meta: { isPrivate: true },
  staleTime: 0,
  queryFn: async ({ signal }) => (await call(getRealityCheck, undefined, { signal })).data,
});
