import type { Pagination } from '@karat/contract/pagination';
import { Refusal } from '@karat/contract/refusal';
import { FILTERED_TRANSACTIONS_MAX, type StaffTransaction, type Transaction } from '@karat/contract/wallet';
import { nameKey } from '@karat/rules/names';
import type { Db, Sql } from '#db/db.ts';
import {
  countAllLines,
  countSomeLines,
  planByValues,
  selectEarliest,
  selectIdsAround,
  selectLatest,
  selectLineDetails,
  selectPlayerNamed,
  selectSome,
  selectUsernames,
} from './staff-queries.ts';
import { selectTransactions } from './transaction-queries.ts';
import { boundsOf, listTransactions, type Wanted } from './transactions.ts';

type Page = { readonly page: number; readonly limit: number };
type Filters = Omit<Wanted, 'playerId'>;
type Lines<Line> = { readonly data: Line[]; readonly pagination: Pagination };

async function withNames(sql: Sql, lines: readonly Transaction[]): Promise<StaffTransaction[]> {
  const players = await selectUsernames(sql, [...new Set(lines.map(({ userId }) => userId))]);
  const names = new Map(players.map(({ id, username }) => [id, username]));
  return lines.map((line) => ({ ...line, username: names.get(line.userId) ?? '' }));
}

type Slice = { readonly offset: number; readonly limit: number };
type Found = { readonly ids: number[]; readonly total: number };

/** A page past the middle is reached from the other end. */
async function findAny(sql: Sql, { offset, limit }: Slice): Promise<Found> {
  const total = await countAllLines(sql);
  const left = total - offset;
  if (left <= 0) return { ids: [], total };
  if (offset <= total / 2) return { ids: await selectLatest(sql, { offset, limit }), total };
  const rows = Math.min(limit, left);
  return { ids: await selectEarliest(sql, { offset: left - rows, limit: rows }), total };
}

async function findSome(sql: Sql, { type, from, to }: Filters, slice: Slice): Promise<Found> {
  const span = boundsOf({ from, to });
  const filter = { type: type ?? null, ...span, ...(await selectIdsAround(sql, span)) };
  await planByValues(sql);
  const total = await countSomeLines(sql, filter, FILTERED_TRANSACTIONS_MAX);
  return { ids: slice.offset < total ? await selectSome(sql, { ...filter, ...slice }) : [], total };
}

async function listOfEverybody(sql: Sql, { page, limit, ...filters }: Page & Filters): Promise<Lines<Transaction>> {
  const slice = { offset: (page - 1) * limit, limit };
  const isWhole = Object.values(filters).every((value) => value === undefined);
  const { ids, total } = await (isWhole ? findAny(sql, slice) : findSome(sql, filters, slice));
  const data = await selectTransactions(sql, ids);
  return { data: data.toReversed(), pagination: { totalResults: total, resultsPerPage: limit, currentPage: page } };
}

async function listOfOne(sql: Sql, username: string, asked: Page & Filters): Promise<Lines<Transaction>> {
  const playerId = await selectPlayerNamed(sql, nameKey(username));
  if (playerId !== undefined) return listTransactions(sql, { playerId, ...asked });
  return { data: [], pagination: { totalResults: 0, resultsPerPage: asked.limit, currentPage: asked.page } };
}

/** Movements of everybody, or of the player with that name, newest first. */
export function listAllTransactions(
  { db }: { readonly db: Db },
  { username, ...asked }: Page & Filters & { readonly username: string },
): Promise<Lines<StaffTransaction>> {
  return db.transaction(async ({ sql }) => {
    const { data, pagination } = await (username === ''
      ? listOfEverybody(sql, asked)
      : listOfOne(sql, username, asked));
    return { data: await withNames(sql, data), pagination };
  });
}

/** One player's movements, newest first; refuses where there is no such player. */
export async function listTransactionsOf(
  sql: Sql,
  asked: Page & { readonly playerId: number },
): Promise<{ data: { transactions: Transaction[] }; pagination: Pagination }> {
  if ((await selectUsernames(sql, [asked.playerId])).length === 0) throw new Refusal('not_found', 'User not found.');
  const { data: transactions, pagination } = await listTransactions(sql, asked);
  return { data: { transactions }, pagination };
}

export type DescribedTransaction = StaffTransaction & { readonly reference: string; readonly account: string };

/** Lines without a player are the house's own, and no transactions. */
export async function describeTransaction(sql: Sql, id: number): Promise<DescribedTransaction> {
  const [details, lines] = await Promise.all([selectLineDetails(sql, id), selectTransactions(sql, [id])]);
  const [line] = await withNames(sql, lines);
  if (line === undefined || details === undefined) throw new Refusal('not_found', 'Transaction not found.');
  return { ...line, ...details };
}
