import type { Sql } from './session.ts';

/** How many months are prepared after the current one. */
export const MONTHS_AHEAD = 3;

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

/** For how many days from now on each table has months. */
export function selectPreparedDays(sql: Sql): Promise<{ table: string; days: number }[]> {
  return sql<{ table: string; days: number }>`
    select table_name as table, extract(epoch from max(ends_at) - now())::float8 / 86400 as days
    from month_partitions group by table_name order by table_name`;
}
