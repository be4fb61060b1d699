import { getSessions } from '@karat/contract/accounts';
import { getGameHistory } from '@karat/contract/games';
import { getStatistics } from '@karat/contract/profile';
import { day } from '@karat/contract/text';
import {
  getTransactions,
  TRANSACTION_TYPES,
  TRANSACTIONS_CSV_PATH,
  type TransactionType,
} from '@karat/contract/wallet';
import { pageFrom } from '@karat/rules/pager';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  meta: { isPrivate: true },
  queryFn: async ({ signal }) => (await call(getSessions, undefined, { signal })).data,
});

// Events update these only while the page is shown, so a returning page fetches them again.

export const statisticsQuery = queryOptions({
  queryKey: ['statistics'],
  meta: { isPrivate: true },
  staleTime: 0,
  queryFn: async ({ signal }) => (await call(getStatistics, undefined, { signal })).data,
});

export type LedgerFilter = {
  readonly page: number;
  readonly type: TransactionType | undefined;
  /** UTC days, both inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
};

const dayFrom = (text: string | null): string | undefined => day.safeParse(text).data;

/** The filter in a URL; invalid values are ignored. */
export function ledgerFilterOf(params: URLSearchParams): LedgerFilter {
  return {
    page: pageFrom(params.get('page')),
    type: TRANSACTION_TYPES.find((type) => type === params.get('type')),
    from: dayFrom(params.get('from')),
    to: dayFrom(params.get('to')),
  };
}

export const isFiltered = ({ type, from, to }: LedgerFilter): boolean => (type ?? from ?? to) !== undefined;

function queryOf({ type, from, to }: LedgerFilter) {
  return { ...(type && { type }), ...(from && { from }), ...(to && { to }) };
}

export const LEDGER_KEY = ['transactions'] as const;

export const transactionsQuery = (filter: LedgerFilter) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, filter],
    meta: { isPrivate: true },
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(getTransactions, { query: { page: String(filter.page), ...queryOf(filter) } }, { signal }),
  });

export const GAMES_KEY = ['games'] as const;

export const gamesQuery = ({ page, limit }: { page: number; limit: number }) =>
  queryOptions({
    queryKey: [...GAMES_KEY, { page, limit }],
    meta: { isPrivate: true },
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(getGameHistory, { query: { page: String(page), limit: String(limit) } }, { signal }),
  });

/** The URL of the filtered rows as a CSV file. */
export function csvAddress(filter: LedgerFilter): string {
  const search = new URLSearchParams(queryOf(filter));
  return search.size === 0 ? TRANSACTIONS_CSV_PATH : `${TRANSACTIONS_CSV_PATH}?${search}`;
}
