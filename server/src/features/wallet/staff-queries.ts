import type { TransactionType } from '@karat/contract/wallet';
import type { Sql } from '#db/db.ts';

export type Span = { readonly since: string; readonly until: string };

/** Lines of everybody: of one kind, or of any where that is null; from one moment on, and before another, among these ids. */
export type AllFilter = Span & {
  readonly type: TransactionType | null;
  readonly firstId: number;
  readonly endId: number;
};

/**
 * The next statements of the transaction are planned for the very values they are asked with: of a rare kind the lines are found
 * by their index, of a common one from the newest on.
 */
export async function planByValues(sql: Sql): Promise<void> {
  await sql`set local plan_cache_mode = force_custom_plan`;
}

/**
 * The ids among which all lines of a span are, found by halving: lines are numbered as time goes by, but for what was written at
 * once. A minute on either side is far longer than a transaction may take.
 */
export async function selectIdsAround(sql: Sql, { since, until }: Span): Promise<{ firstId: number; endId: number }> {
  const [row] = await sql<{ firstId: number; endId: number }>`
    with recursive search (bound, at, low, high) as (
      select bound, at, (select coalesce(min(id), 1) from ledger), (select coalesce(max(id), 0) + 1 from ledger)
      from (values ('first', ${since}::timestamptz - interval '1 minute'),
                   ('end', ${until}::timestamptz + interval '1 minute')) as asked (bound, at)
      union all
      select bound, at, case when line.created_at < at then line.id + 1 else low end,
             case when line.created_at < at then high else (low + high) / 2 end
      from search cross join lateral (
        select id, created_at from ledger where id >= (low + high) / 2 order by id limit 1) as line
      where low < high
    )
    select (select max(low) from search where bound = 'first') as "firstId",
           (select max(low) from search where bound = 'end') as "endId"`;
  return row!;
}

/** Every line of a player counts in a wallet, and the audit proves it: so all of them are counted without looking at one. */
export async function countAllLines(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`select coalesce(sum(version), 0)::int8 as count from wallets`;
  return row!.count;
}

export async function countSomeLines(sql: Sql, filter: AllFilter, most: number): Promise<number> {
  const { type, since, until, firstId, endId } = filter;
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from ledger
      where player_id is not null and (${type}::text is null or type = ${type})
        and id >= ${firstId} and id < ${endId} and created_at >= ${since} and created_at < ${until}
      limit ${most}) as counted`;
  return row!.count;
}

type Slice = { readonly offset: number; readonly limit: number };

export async function selectSome(sql: Sql, wanted: AllFilter & Slice): Promise<number[]> {
  const { type, since, until, firstId, endId, offset, limit } = wanted;
  const rows = await sql<{ id: number }>`
    select id from ledger
    where player_id is not null and (${type}::text is null or type = ${type})
      and id >= ${firstId} and id < ${endId} and created_at >= ${since} and created_at < ${until}
    order by id desc offset ${offset} limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** From one end of all, and from the other. */
export async function selectLatest(sql: Sql, { offset, limit }: Slice): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from ledger where player_id is not null order by id desc offset ${offset} limit ${limit}`;
  return rows.map(({ id }) => id);
}

export async function selectEarliest(sql: Sql, { offset, limit }: Slice): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from ledger where player_id is not null order by id offset ${offset} limit ${limit}`;
  return rows.map(({ id }) => id);
}

export async function selectPlayerNamed(sql: Sql, usernameKey: string): Promise<number | undefined> {
  const [player] = await sql<{ id: number }>`select id from players where username_key = ${usernameKey}`;
  return player?.id;
}

export function selectUsernames(sql: Sql, playerIds: readonly number[]): Promise<{ id: number; username: string }[]> {
  return sql`select id, username from players where id = any(${playerIds}::int8[])`;
}

/** What only the ledger itself says of a player's line. */
export async function selectLineDetails(
  sql: Sql,
  id: number,
): Promise<{ reference: string; account: string } | undefined> {
  const [line] = await sql<{ reference: string; account: string }>`
    select reference, account from ledger where id = ${id} and player_id is not null`;
  return line;
}
