import type { Pagination } from '@karat/contract/pagination';
import type { Transaction, TransactionType } from '@karat/contract/wallet';
import { timeBounds } from '#day-bounds.ts';
import type { Sql } from '#db/db.ts';
import {
  countLedgerRows,
  type LedgerFilter,
  selectNewestRowIds,
  selectOldestRowIds,
  selectTransactions,
} from './transaction-queries.ts';
import { readWallet } from './wallet.ts';

/** Selects a player's ledger rows. `from` and `to` are UTC days, both included. */
export type TransactionFilter = {
  readonly playerId: number;
  readonly type?: TransactionType | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

function ledgerFilter({ playerId, type, from, to }: TransactionFilter): LedgerFilter {
  return { playerId, type: type ?? null, ...timeBounds({ from, to }) };
}

/** A wallet's version counts its ledger rows, and the audit proves it, so only a filtered list needs a count query. */
async function countTransactions(sql: Sql, selection: TransactionFilter): Promise<number> {
  const isUnfiltered = selection.type === undefined && selection.from === undefined && selection.to === undefined;
  return isUnfiltered
    ? (await readWallet(sql, selection.playerId)).version
    : countLedgerRows(sql, ledgerFilter(selection));
}

type PageRange = { readonly offset: number; readonly limit: number; readonly total: number };

/** Reads a page past the middle from the other end, so that at most half of the rows are skipped. */
async function pageIds(sql: Sql, selection: TransactionFilter, { offset, limit, total }: PageRange): Promise<number[]> {
  const filter = ledgerFilter(selection);
  const remaining = total - offset;
  if (remaining <= 0) return [];
  if (offset <= total / 2) return selectNewestRowIds(sql, { ...filter, offset, limit });
  const rows = Math.min(limit, remaining);
  return selectOldestRowIds(sql, { ...filter, after: 0, offset: remaining - rows, limit: rows });
}

/** A page of a player's ledger, newest first. */
export async function listTransactions(
  sql: Sql,
  { page, limit, ...selection }: TransactionFilter & { readonly page: number; readonly limit: number },
): Promise<{ data: Transaction[]; pagination: Pagination }> {
  const total = await countTransactions(sql, selection);
  const ids = await pageIds(sql, selection, { offset: (page - 1) * limit, limit, total });
  const data = await selectTransactions(sql, ids);
  return { data: data.toReversed(), pagination: { totalResults: total, resultsPerPage: limit, currentPage: page } };
}

const CHUNK_ROWS = 2_000;

/** Yields all selected rows, oldest first and in chunks, so that a slow download keeps only one chunk in memory. */
export async function* transactionChunks(sql: Sql, selection: TransactionFilter): AsyncGenerator<Transaction[], void> {
  const filter = ledgerFilter(selection);
  for (let after = 0; ;) {
    const ids = await selectOldestRowIds(sql, { ...filter, after, offset: 0, limit: CHUNK_ROWS });
    if (ids.length > 0) yield await selectTransactions(sql, ids);
    if (ids.length < CHUNK_ROWS) return;
    after = ids.at(-1)!;
  }
}
