import { day } from '@karat/contract/text';
import {
  getAllTransactions,
  getTransactionById,
  TRANSACTION_TYPES,
  type TransactionType,
} from '@karat/contract/wallet';
import { pageFrom } from '@karat/rules/pager';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { type RowCount, rowCountFrom } from '#ui/admin-pager.tsx';

const NAME_LENGTH_MAX = 64;

export type TransactionsFilter = {
  readonly page: number;
  readonly rows: RowCount;
  readonly type: TransactionType | undefined;
  /** UTC days, both inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly username: string;
};

/** The filter in a URL; invalid values are ignored. */
export function transactionsFilterOf(params: URLSearchParams): TransactionsFilter {
  return {
    page: pageFrom(params.get('page')),
    rows: rowCountFrom(params),
    type: TRANSACTION_TYPES.find((type) => type === params.get('type')),
    from: day.safeParse(params.get('from')).data,
    to: day.safeParse(params.get('to')).data,
    username: (params.get('username') ?? '').trim().slice(0, NAME_LENGTH_MAX),
  };
}

export const isFiltered = ({ type, from, to, username }: TransactionsFilter): boolean =>
  (type ?? from ?? to) !== undefined || username !== '';

// No event updates these, so a returning page fetches them again.
const shared = { meta: { isPrivate: true }, staleTime: 0 } as const;

export const allTransactionsQuery = (filter: TransactionsFilter) =>
  queryOptions({
    ...shared,
    queryKey: ['admin', 'transactions', filter],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { page, rows, type, from, to, username } = filter;
      const query = {
        page: String(page),
        limit: String(rows),
        ...(type && { type }),
        ...(from && { from }),
        ...(to && { to }),
        ...(username !== '' && { username }),
      };
      return call(getAllTransactions, { query }, { signal });
    },
  });

export const transactionQuery = (id: number) =>
  queryOptions({
    ...shared,
    queryKey: ['admin', 'transaction', id],
    queryFn: async ({ signal }) =>
      (await call(getTransactionById, { params: { transactionId: String(id) } }, { signal })).data,
  });
