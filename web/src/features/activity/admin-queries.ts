import {
  ACTIVITY_KINDS,
  type ActivityKind,
  BALANCE_CHANGE_DAYS_MAX,
  getBalanceChange,
  getUserActivity,
} from '@karat/contract/activity';
import { day } from '@karat/contract/text';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '#core/api.ts';
import { addDays } from '#ui/days.ts';

// No event updates these, so a returning page fetches them again.
const shared = { meta: { isPrivate: true }, staleTime: 0 } as const;

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

export type Days = { readonly from: string; readonly to: string };

/** The days whose change of the balance is summed up: a range that has both ends and is not too long. */
export function summedDaysOf({ from, to }: ActivityFilter): Days | undefined {
  if (from === undefined || to === undefined) return undefined;
  return from <= to && to < addDays(from, BALANCE_CHANGE_DAYS_MAX) ? { from, to } : undefined;
}

export const balanceChangeQuery = (userId: number, { from, to }: Days) =>
  queryOptions({
    ...shared,
    queryKey: ['admin', 'user', userId, 'balance-change', from, to],
    queryFn: async ({ signal }) =>
      (await call(getBalanceChange, { params: { userId: String(userId) }, query: { from, to } }, { signal })).data,
  });

export const activityQuery = (userId: number, filter: ActivityFilter) =>
  infiniteQueryOptions({
    ...shared,
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
