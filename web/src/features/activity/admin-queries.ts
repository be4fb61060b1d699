import { ACTIVITY_KINDS, type ActivityKind, getUserActivity } from '@karat/contract/activity';
import { day } from '@karat/contract/text';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '#core/api.ts';

type ActivityPage = z.output<typeof getUserActivity.reply>;

export type ActivityFilter = {
  readonly kind: ActivityKind | undefined;
  /** UTC days, both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
};

/** The filter in a URL; invalid values are ignored. */
export function activityFilterOf(params: URLSearchParams): ActivityFilter {
  return {
    kind: ACTIVITY_KINDS.find((kind) => kind === params.get('kind')),
    from: day.safeParse(params.get('from')).data,
    to: day.safeParse(params.get('to')).data,
  };
}

export const isFiltered = ({ kind, from, to }: ActivityFilter): boolean => (kind ?? from ?? to) !== undefined;

export const activityQuery = (userId: number, filter: ActivityFilter) =>
  infiniteQueryOptions({
    meta: { isPrivate: true },
    // No event updates these, so a returning page fetches them again.
    staleTime: 0,
    queryKey: ['admin', 'user', userId, 'activity', filter],
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: ActivityPage) => next,
    queryFn: ({ signal, pageParam }) => {
      const { kind, from, to } = filter;
      const query = {
        ...(kind && { kinds: kind }),
        ...(from && { from }),
        ...(to && { to }),
        ...(pageParam !== null && { cursor: pageParam }),
      };
      return call(getUserActivity, { params: { userId: String(userId) }, query }, { signal });
    },
  });
