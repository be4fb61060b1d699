import type { Sql } from '#db/db.ts';
import type { AuditRange, Breach, Invariant } from './invariant.ts';

type Border = { readonly startsAt: string; readonly endsAt: string };

/** The months in which there are rows of a range, but for the first, which has none before it. */
function selectBorders(sql: Sql, ledgerId: number): Promise<Border[]> {
  return sql<Border>`
    select starts_at::text as "startsAt", ends_at::text as "endsAt" from month_partitions
    where table_name = 'ledger' and starts_at > '-infinity' and starts_at <= clock_timestamp()
      and ends_at > coalesce((select created_at from ledger where id <= ${ledgerId} order by id desc limit 1), '-infinity')
    order by starts_at`;
}

/**
 * Rows of a month whose key is in an earlier one. Ids come from sequences, so only a row with an id that the earlier months have
 * reached can repeat one: the few around the border. The other payments are checked when they are written.
 */
async function findRepeatedKeys(sql: Sql, from: AuditRange): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const { startsAt, endsAt } of await selectBorders(sql, from.ledgerId)) {
    const found = await sql<Breach>`
      with reached as materialized (
        select (select coalesce(max(id), 0) from ledger where created_at < ${startsAt}::timestamptz) as line,
               (select coalesce(max(id), 0) from openings where created_at < ${startsAt}::timestamptz) as opening,
               (select coalesce(max(id), 0) from roulette_bets where created_at < ${startsAt}::timestamptz) as bet
      ), line as materialized (
        select id, type, reference from ledger
        where created_at >= ${startsAt}::timestamptz and created_at < ${endsAt}::timestamptz and id > ${from.ledgerId}
          and type in ('CASE_OPEN', 'ROULETTE_BET', 'ROULETTE_WIN', 'ROULETTE_REFUND')
          and case when reference ~ ':[0-9]{1,18}$' then split_part(reference, ':', -1)::int8 else 0 end
              <= (select greatest(opening, bet) from reached)
      ), repeated as (
        select 'line ' || line.id || ' repeats ' || line.reference as detail
        from line join ledger as earlier using (type, reference) where earlier.created_at < ${startsAt}::timestamptz
        union all
        select 'line ' || later.id || ' repeats its id'
        from ledger as later join ledger as earlier using (id)
        where later.created_at >= ${startsAt}::timestamptz and later.created_at < ${endsAt}::timestamptz
          and later.id <= (select line from reached) and earlier.created_at < ${startsAt}::timestamptz
        union all
        select 'opening ' || later.id || ' repeats its id'
        from openings as later join openings as earlier using (id)
        where later.created_at >= ${startsAt}::timestamptz and later.created_at < ${endsAt}::timestamptz
          and later.id <= (select opening from reached) and earlier.created_at < ${startsAt}::timestamptz
        union all
        select 'bet ' || later.id || ' repeats its id'
        from roulette_bets as later join roulette_bets as earlier using (id)
        where later.created_at >= ${startsAt}::timestamptz and later.created_at < ${endsAt}::timestamptz
          and later.id <= (select bet from reached) and earlier.created_at < ${startsAt}::timestamptz
      )
      select detail from repeated order by detail limit 100`;
    breaches.push(...found);
  }
  return breaches.slice(0, 100);
}

/** Invariants of the division into months. */
export const monthInvariants: readonly Invariant[] = [
  {
    name: 'L1',
    statement: 'no month repeats a key of an earlier one',
    rowKind: 'movements',
    findBreaches: findRepeatedKeys,
  },
  {
    name: 'L2',
    statement: 'every sealed month follows from the one before, and the sealed totals are those of the last',
    rowKind: 'movements',
    isFullOnly: true,
    findBreaches: (sql) => sql<Breach>`
      with seal as (
        select month_seals.*, lag(hash) over chain as hash_before, lag(ends_at) over chain as end_before,
               hash = seal_hash(month_seals) as is_right, lead(hash) over chain is null as is_last
        from month_seals window chain as (partition by table_name order by ends_at)
      )
      (select 'month ' || month_name as detail from seal
       where not is_right or previous_hash is distinct from hash_before
         or end_before is not null and starts_at <> end_before
       order by month_name limit 100)
      union all
      (select 'totals' from (select where true) as once left join seal on table_name = 'ledger' and is_last
       where case when totals_hash is null then exists (select from sealed_wallets) or exists (select from sealed_accounts)
                  else totals_hash <> sealed_totals_hash() end)`,
  },
];
