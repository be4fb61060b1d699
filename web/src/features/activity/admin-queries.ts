import {
  ACTIVITY_KINDS,
  type ActivityKind,
  BALANCE_CHANGE_DAYS_MAX,
  getBalanceChange,
  getUserActivity,
} from '@karat/contract/activity';
import { day } from '@karat/contract/text';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { addDays } from '#ui/days.ts';

// No event updates these, so a returning page fetches them again.
const shared = { meta: { isPrivate: true }, staleTime: 0 } as const;

export type ActivityFilter = {
  readonly kind: ActivityKind | undefined;
  /** UTC days, both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Where the page before ended. */
  readonly cursor: string | undefined;
};

/** The filter in a URL; invalid values are ignored. */
export function activityFilterOf(params: URLSearchParams): ActivityFilter {
  return {
    kind: ACTIVITY_KINDS.find((kind) => kind === params.get('kind')),
    from: day.safeParse(params.get('from')).data,
    to: day.safeParse(params.get('to')).data,
    cursor: params.get('page') ?? undefined,
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

/** A page of the activity; without a cursor, the newest. */
export const activityQuery = (userId: number, { kind, from, to, cursor }: ActivityFilter) =>
  queryOptions({
    ...shared,
    queryKey: ['admin', 'user', userId, 'activity', kind, from, to, cursor],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = {
        ...(kind && { kinds: kind }),
        ...(from && { from }),
        ...(to && { to }),
        ...(cursor && { cursor }),
      };
      return call(getUserActivity, { params: { userId: String(userId) }, query }, { signal });
    },
  });
