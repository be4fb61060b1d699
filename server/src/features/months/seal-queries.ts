import type { Sql } from '#db/db.ts';

/** A finished month of a table, ready to be sealed. */
export type EndedMonth = {
  readonly table: string;
  readonly month: string;
  readonly startsAt: string;
  readonly endsAt: string;
};

/**
 * The oldest unsealed month of each table, if it ended some time ago. That is longer than any transaction lives, so no row can
 * still appear in it.
 */
export function selectEndedMonths(sql: Sql, agoMinutes: number): Promise<EndedMonth[]> {
  return sql<EndedMonth>`
    select distinct on (table_name) table_name as table, partition_name as month, starts_at::text as "startsAt",
           ends_at::text as "endsAt"
    from month_partitions join monthly_tables on name = table_name
    where is_sealed and ends_at > sealed_until(table_name) and ends_at <= now() - ${agoMinutes} * interval '1 minute'
    order by table_name, ends_at`;
}

export async function closeMonth(sql: Sql, month: string): Promise<void> {
  await sql`select close_month(${month})`;
}

/** What a seal says of the rows of a month. */
export type MonthContent = {
  readonly rows: number;
  readonly lastId: number | null;
  /** JSON. */
  readonly sums: string;
  readonly columns: readonly string[];
  readonly contentHash: string;
};

/** A statement hashes this many times ten thousand rows, so that it ends long before its timeout. */
const PARTS_PER_STATEMENT = 100;

/** Reads the rows of a month. `columns` are those of an earlier seal; by default all. */
export async function selectMonthContent(
  sql: Sql,
  { table, month, columns }: { table: string; month: string; columns?: readonly string[] },
  partsPerStatement = PARTS_PER_STATEMENT,
): Promise<MonthContent> {
  const [content] = await sql<Omit<MonthContent, 'contentHash'>>`
    with chosen as materialized (
      select format('months.%I', ${month}::text)::regclass as location, coalesce(${columns ?? null}::text[], array(
        select attname::text from pg_attribute where attrelid = format('months.%I', ${month}::text)::regclass and attnum > 0 and not attisdropped
        order by attnum)) as columns
    )
    select row_count as rows, last_id as "lastId", sums::text, columns from chosen, month_sums(${table}, location)`;
  const part = { month, columns: content!.columns, partsPerStatement };
  return { ...content!, contentHash: await hashRows(sql, part) };
}

async function hashRows(
  sql: Sql,
  { month, columns, partsPerStatement }: { month: string; columns: readonly string[]; partsPerStatement: number },
): Promise<string> {
  let [digest, after]: [string, number | null] = ['', -1];
  while (after !== null) {
    const [hashed]: { digest: string; lastId: number | null }[] = await sql<{ digest: string; lastId: number | null }>`
      select digest, last_id as "lastId"
      from hash_month_rows(format('months.%I', ${month}::text)::regclass, ${columns}::text[], ${after}, ${digest}, ${partsPerStatement}::int4)`;
    digest = hashed!.digest;
    after = hashed!.lastId;
  }
  return digest;
}

/** Adds the movements of a month to the sealed totals of the next players; returns the last of them, undefined after all. */
export async function addSealedWallets(
  sql: Sql,
  { startsAt, endsAt }: EndedMonth,
  { after, limit }: { after: number; limit: number },
): Promise<number | undefined> {
  const [added] = await sql<{ last: number | null }>`
    with month as (
      select player_id, sum(amount)::int8 as amount, count(*) as movements from ledger
      where player_id > ${after} and player_id <= coalesce((
          select max(player_id) from (
            select player_id from wallets where player_id > ${after} order by player_id limit ${limit}) as next), 0)
        and created_at >= ${startsAt}::timestamptz and created_at < ${endsAt}::timestamptz
      group by player_id
    ), added as (
      insert into sealed_wallets as sealed (player_id, amount, movements)
      select player_id, amount, movements from month order by player_id
      on conflict (player_id) do update
      set amount = sealed.amount + excluded.amount, movements = sealed.movements + excluded.movements
    )
    select max(player_id) as last from (
      select player_id from wallets where player_id > ${after} order by player_id limit ${limit}) as next`;
  return added?.last ?? undefined;
}

export type AccountTotal = { readonly account: string; readonly amount: number };

/** What a month moved to or from each account that is not a wallet. Rooms and rounds that began and ended in it are left out. */
export function selectMonthAccounts(sql: Sql, { startsAt, endsAt }: EndedMonth): Promise<AccountTotal[]> {
  return sql<AccountTotal>`
    with side as (
      select account, -amount as amount from ledger
      where created_at >= ${startsAt}::timestamptz and created_at < ${endsAt}::timestamptz
      union all
      select to_account, amount from ledger
      where to_account is not null and created_at >= ${startsAt}::timestamptz and created_at < ${endsAt}::timestamptz
    )
    select account, sum(amount)::int8 as amount from side group by account having sum(amount) <> 0 order by account`;
}

export async function addSealedAccounts(sql: Sql, totals: readonly AccountTotal[]): Promise<void> {
  await sql`
    insert into sealed_accounts as sealed (account, amount)
    select * from unnest(${totals.map(({ account }) => account)}::text[], ${totals.map(({ amount }) => amount)}::int8[])
    on conflict (account) do update set amount = sealed.amount + excluded.amount`;
  await sql`delete from sealed_accounts where amount = 0`;
}

/** Writes the seal of a month, after the one before. Returns false if the month is sealed. */
export async function insertSeal(sql: Sql, month: EndedMonth, content: MonthContent): Promise<boolean> {
  const { table, startsAt, endsAt } = month;
  const { rows, lastId, sums, columns, contentHash } = content;
  const inserted = await sql`
    with seal as (
      select ${table}::text as table_name, ${month.month}::text as month_name, ${startsAt}::timestamptz as starts_at,
             ${endsAt}::timestamptz as ends_at, ${rows}::int8 as row_count, ${lastId}::int8 as last_id, ${sums}::jsonb as sums,
             ${columns}::text[] as columns, ${contentHash}::text as content_hash,
             case when ${table} = 'ledger' then sealed_totals_hash() end as totals_hash,
             (select hash from month_seals where table_name = ${table} order by ends_at desc limit 1) as previous_hash
    )
    insert into month_seals (table_name, month_name, starts_at, ends_at, row_count, last_id, sums, columns, content_hash,
                             totals_hash, previous_hash, hash)
    select seal.*, seal_hash(row(seal.*, '', now())::month_seals) from seal
    where ends_at > sealed_until(${table})
    returning hash`;
  return inserted.length > 0;
}

export async function lockSeals(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('karat/seals', 0))`;
}

export type Seal = EndedMonth & {
  readonly rows: number;
  readonly columns: readonly string[];
  readonly sums: string;
  readonly contentHash: string;
};

export function selectSeals(sql: Sql): Promise<Seal[]> {
  return sql<Seal>`
    select table_name as table, month_name as month, starts_at::text as "startsAt", ends_at::text as "endsAt", row_count as rows,
           columns, sums::text, content_hash as "contentHash"
    from month_seals order by ends_at, table_name`;
}
