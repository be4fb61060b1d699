import type { Db, Sql } from '#db/db.ts';

/** Runs SQL that names a table. */
const run = (sql: Sql, command: string) => sql(Object.assign([command], { raw: [command] }));

/** See `endMonth`; inside a transaction. */
export async function endMonthIn(sql: Sql, table: string): Promise<void> {
  // A border is known long before it passes. So no transaction reads the months or writes a row from the time taken here until the commit.
  await run(sql, `lock table month_partitions, ${table} in access exclusive mode`);
  const [row] = await sql<{ partition: string; from: string; endsAt: Date; border: string }>`
    select partition_name as partition, ends_at as "endsAt", clock_timestamp()::text as border,
           case when starts_at = '-infinity' then 'minvalue' else quote_literal(starts_at) end as from
    from month_partitions where table_name = ${table} and starts_at <= now() and ends_at > now()`;
  const { partition, from, endsAt, border } = row!;
  for (const command of [
    `alter table ${table} detach partition months.${partition}`,
    `alter table ${table} attach partition months.${partition} for values from (${from}) to ('${border}')`,
  ]) {
    await run(sql, command);
  }
  await sql`select create_month(${table}, ${border}::timestamptz, ${endsAt}::timestamptz)`;
}

/**
 * Ends the current month of a table now: rows of transactions that have begun belong to it, rows of later ones to the next. Needs
 * the owner of the database.
 */
export function endMonth(db: Db, table: string): Promise<void> {
  return db.transaction(({ sql }) => endMonthIn(sql, table));
}

/** The name of the partition of each row of a table, without a schema, in the order of ids. */
export async function partitionsOf({ sql }: Pick<Db, 'sql'>, table: string): Promise<string[]> {
  const query = `select replace(tableoid::regclass::text, 'months.', '') as name from ${table} order by id`;
  const rows = await sql<{ name: string }>(Object.assign([query], { raw: [query] }));
  return rows.map(({ name }) => name);
}
