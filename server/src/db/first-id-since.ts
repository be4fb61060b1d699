import type { Sql } from './session.ts';

type RowTime = { readonly id: number; readonly createdAt: string };

/** The statements about a table whose ids rise with time. */
export type TimedTable = {
  selectLastId(sql: Sql): Promise<number>;
  /** The first row with this id or a greater one. */
  selectAtLeast(sql: Sql, id: number): Promise<RowTime | undefined>;
};

/** No transaction takes as long, so no row is older than one with an id that much later. */
const MARGIN_MS = 60_000;

/** The first id that may have been written since a moment, by binary search: exact but for concurrent transactions. */
async function firstIdSince(sql: Sql, table: TimedTable, sinceMs: number): Promise<number> {
  let [low, high] = [1, (await table.selectLastId(sql)) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = await table.selectAtLeast(sql, middle);
    if (found !== undefined && Date.parse(found.createdAt) < sinceMs) low = found.id + 1;
    else high = middle;
  }
  return low;
}

/** The ids that contain all rows of a time span; `endId` is exclusive. */
export async function selectIdSpan(
  sql: Sql,
  table: TimedTable,
  { since, until }: { readonly since: string; readonly until: string },
): Promise<{ firstId: number; endId: number }> {
  return {
    firstId: since === '-infinity' ? 1 : await firstIdSince(sql, table, Date.parse(since) - MARGIN_MS),
    endId:
      until === 'infinity'
        ? (await table.selectLastId(sql)) + 1
        : await firstIdSince(sql, table, Date.parse(until) + MARGIN_MS),
  };
}
