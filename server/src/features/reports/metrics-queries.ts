import type { Sql } from '#db/db.ts';

/** Diamonds that players got by one type; negative if they paid. */
export type TypeTotal = { readonly type: string; readonly amount: number };

/** The last row below which no commit is outstanding. Rows older than two minutes qualify, because no transaction lasts that long. */
export async function selectSettledRow(sql: Sql): Promise<number> {
  const [row] = await sql<{ id: number }>`
    select id from ledger where created_at < now() - interval '2 minutes' order by id desc limit 1`;
  return row?.id ?? 0;
}

/** Players' totals up to a row: closed days from their sums, the rest from the ledger. */
export function sumTypesUpTo(sql: Sql, upTo: number): Promise<TypeTotal[]> {
  return sql<TypeTotal>`
    with moved as (
      -- The sides of a movement sum to zero, so what other accounts paid is what players got.
      select type, -sum(amount) as amount from ledger_days group by type
      union all
      select type, sum(amount) from ledger
      where player_id is not null and id <= ${upTo} and created_at >= coalesce(
        (select (max(day) + 1)::timestamp at time zone 'UTC' from report_days), '-infinity')
      group by type
    )
    select type, sum(amount)::int8 as amount from moved group by type`;
}

/** Players' totals after one row, up to another. */
export function sumTypesBetween(
  sql: Sql,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<TypeTotal[]> {
  return sql<TypeTotal>`
    select type, sum(amount)::int8 as amount from ledger
    where id > ${after} and id <= ${upTo} and player_id is not null group by type`;
}
