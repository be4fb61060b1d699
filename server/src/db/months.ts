import { createCachedReading } from '#cached-reading.ts';
import type { Sql } from './session.ts';

/** How many months are prepared after the current one. */
export const MONTHS_AHEAD = 3;

/** A client's key of a wager is known for this long, also after the end of a month. Within a month it is known for ever. */
export const KEY_DAYS = 7;
const BORDER_FRESH_MS = 60_000;

async function selectIsNearBorder(sql: Sql, table: string): Promise<boolean> {
  const [row] = await sql<{ isNear: boolean }>`
    select exists (
      select from month_partitions
      where table_name = ${table} and starts_at between now() - (${KEY_DAYS} + 1) * interval '1 day' and now() + interval '1 day'
    ) as "isNear"`;
  return row!.isNear;
}

/**
 * Whether a client's key may be in another month of the table than a new row: around the border between two. Borders are known
 * months in advance, so a cached answer will do: it includes a day more on both sides.
 */
export function createBorderWatch(table: string): (sql: Sql) => Promise<boolean> {
  const read = (sql: Sql) => selectIsNearBorder(sql, table);
  return createCachedReading(read, { freshMs: BORDER_FRESH_MS, keyOf: () => table, now: Date.now });
}

export async function selectMonthlyTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }>`select name from monthly_tables order by name`;
  return rows.map(({ name }) => name);
}

/** Creates the missing months of a table; returns how many. Readers and writers of the table do not wait. */
export async function createMissingMonths(sql: Sql, table: string): Promise<number> {
  const [row] = await sql<{ created: number }>`select ensure_months(${table}, ${MONTHS_AHEAD}) as created`;
  return row!.created;
}

/** Drops ended months of a table whose rows are all deleted; returns how many. */
export async function dropEmptyMonths(sql: Sql, table: string): Promise<number> {
  const [row] = await sql<{ dropped: number }>`select drop_empty_months(${table}) as dropped`;
  return row!.dropped;
}

/** Drops the months of a table that ended that long ago, with their rows; returns how many. */
export async function dropExpiredMonths(sql: Sql, table: string, ageMs: number): Promise<number> {
  const [row] = await sql<{ dropped: number }>`
    select drop_expired_months(${table}, now() - ${ageMs} * interval '1 millisecond') as dropped`;
  return row!.dropped;
}

/** Until when each table has months, in seconds since 1970. */
export function selectPreparedUntil(sql: Sql): Promise<{ table: string; until: number }[]> {
  return sql<{ table: string; until: number }>`
    select table_name as table, extract(epoch from max(ends_at))::float8 as until
    from month_partitions group by table_name order by table_name`;
}
