import type { Pagination } from '@karat/contract/pagination';
import { Refusal } from '@karat/contract/refusal';
import { FILTERED_TRANSACTIONS_MAX, type StaffTransaction, type Transaction } from '@karat/contract/wallet';
import { nameKey } from '@karat/rules/names';
import { timeBounds } from '#day-bounds.ts';
import { forceCustomPlans } from '#db/custom-plans.ts';
import type { Db, Sql } from '#db/db.ts';
import {
  countAllRows,
  countFilteredRows,
  selectEarliestIds,
  selectIdRange,
  selectLatestIds,
  selectRowDetails,
  selectPlayerIdByName,
  selectFilteredIds,
  selectNames,
} from './staff-queries.ts';
import { selectTransactions } from './transaction-queries.ts';
import { listTransactions, type TransactionFilter } from './transactions.ts';

type Paging = { readonly page: number; readonly limit: number };
type Filters = Omit<TransactionFilter, 'playerId'>;
type PageOf<Line> = { readonly data: Line[]; readonly pagination: Pagination };

async function addNames(sql: Sql, rows: readonly Transaction[]): Promise<StaffTransaction[]> {
  const players = await selectNames(sql, [...new Set(rows.map(({ userId }) => userId))]);
  const names = new Map(players.map(({ id, username, isSandbox }) => [id, { username, isSandbox }]));
  return rows.map((line) => ({ ...line, ...(names.get(line.userId) ?? { username: '', isSandbox: false }) }));
}

type Slice = { readonly offset: number; readonly limit: number };
type Found = { readonly ids: number[]; readonly total: number };

/** Reads a page past the middle from the other end. */
async function findUnfiltered(sql: Sql, { offset, limit }: Slice): Promise<Found> {
  const total = await countAllRows(sql);
  const remaining = total - offset;
  if (remaining <= 0) return { ids: [], total };
  if (offset <= total / 2) return { ids: await selectLatestIds(sql, { offset, limit }), total };
  const rows = Math.min(limit, remaining);
  return { ids: await selectEarliestIds(sql, { offset: remaining - rows, limit: rows }), total };
}

async function findFiltered(sql: Sql, { type, from, to }: Filters, slice: Slice): Promise<Found> {
  const span = timeBounds({ from, to });
  const filter = { type: type ?? null, ...span, ...(await selectIdRange(sql, span)) };
  await forceCustomPlans(sql);
  const total = await countFilteredRows(sql, filter, FILTERED_TRANSACTIONS_MAX);
  return { ids: slice.offset < total ? await selectFilteredIds(sql, { ...filter, ...slice }) : [], total };
}

async function listForAllPlayers(
  sql: Sql,
  { page, limit, ...filters }: Paging & Filters,
): Promise<PageOf<Transaction>> {
  const slice = { offset: (page - 1) * limit, limit };
  const isUnfiltered = Object.values(filters).every((value) => value === undefined);
  const { ids, total } = await (isUnfiltered ? findUnfiltered(sql, slice) : findFiltered(sql, filters, slice));
  const data = await selectTransactions(sql, ids);
  return { data: data.toReversed(), pagination: { totalResults: total, resultsPerPage: limit, currentPage: page } };
}

async function listForPlayer(sql: Sql, username: string, request: Paging & Filters): Promise<PageOf<Transaction>> {
  const playerId = await selectPlayerIdByName(sql, nameKey(username));
  if (playerId !== undefined) return listTransactions(sql, { playerId, ...request });
  return { data: [], pagination: { totalResults: 0, resultsPerPage: request.limit, currentPage: request.page } };
}

/** Ledger rows of all players, or of the player with that name, newest first. */
export function listAllTransactions(
  { db }: { readonly db: Db },
  { username, ...request }: Paging & Filters & { readonly username: string },
): Promise<PageOf<StaffTransaction>> {
  return db.transaction(async ({ sql }) => {
    const { data, pagination } = await (username === ''
      ? listForAllPlayers(sql, request)
      : listForPlayer(sql, username, request));
    return { data: await addNames(sql, data), pagination };
  });
}

/** One player's ledger rows, newest first. Refuses an unknown player. */
export async function listTransactionsOfPlayer(
  sql: Sql,
  request: Paging & { readonly playerId: number },
): Promise<{ data: { transactions: Transaction[] }; pagination: Pagination }> {
  if ((await selectNames(sql, [request.playerId])).length === 0) throw new Refusal('not_found', 'User not found.');
  const { data: transactions, pagination } = await listTransactions(sql, request);
  return { data: { transactions }, pagination };
}

export type DescribedTransaction = StaffTransaction & { readonly reference: string; readonly account: string };

/** Ledger rows without a player move between house accounts and are not transactions. */
export async function describeTransaction(sql: Sql, id: number): Promise<DescribedTransaction> {
  const [details, rows] = await Promise.all([selectRowDetails(sql, id), selectTransactions(sql, [id])]);
  const [line] = await addNames(sql, rows);
  if (line === undefined || details === undefined) throw new Refusal('not_found', 'Transaction not found.');
  return { ...line, ...details };
}
