import type { TransactionType } from '@karat/contract/wallet';
import type { Sql } from '#db/db.ts';

export type TimeSpan = { readonly since: string; readonly until: string };

/** Selects ledger rows of all players by type (null: any), time and id range. `until` and `endId` are exclusive. */
export type AllPlayersFilter = TimeSpan & {
  readonly type: TransactionType | null;
  readonly firstId: number;
  readonly endId: number;
};

/**
 * Finds the id range that contains all rows of a time span, by binary search: ids rise with time, except for concurrent writes.
 * The margin of a minute is far longer than a transaction may take.
 */
export async function selectIdRange(sql: Sql, { since, until }: TimeSpan): Promise<{ firstId: number; endId: number }> {
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

/** The sum of all wallet versions is the number of players' ledger rows, which the audit proves, so no row has to be read. */
export async function countAllRows(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`select coalesce(sum(version), 0)::int8 as count from wallets`;
  return row!.count;
}

export async function countFilteredRows(sql: Sql, filter: AllPlayersFilter, most: number): Promise<number> {
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

export async function selectFilteredIds(sql: Sql, filter: AllPlayersFilter & Slice): Promise<number[]> {
  const { type, since, until, firstId, endId, offset, limit } = filter;
  const rows = await sql<{ id: number }>`
    select id from ledger
    where player_id is not null and (${type}::text is null or type = ${type})
      and id >= ${firstId} and id < ${endId} and created_at >= ${since} and created_at < ${until}
    order by id desc offset ${offset} limit ${limit}`;
  return rows.map(({ id }) => id);
}

export async function selectLatestIds(sql: Sql, { offset, limit }: Slice): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from ledger where player_id is not null order by id desc offset ${offset} limit ${limit}`;
  return rows.map(({ id }) => id);
}

export async function selectEarliestIds(sql: Sql, { offset, limit }: Slice): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from ledger where player_id is not null order by id offset ${offset} limit ${limit}`;
  return rows.map(({ id }) => id);
}

export async function selectPlayerIdByName(sql: Sql, usernameKey: string): Promise<number | undefined> {
  const [player] = await sql<{ id: number }>`select id from players where username_key = ${usernameKey}`;
  return player?.id;
}

type NamedPlayer = { readonly id: number; readonly username: string; readonly isSandbox: boolean };

export function selectNames(sql: Sql, playerIds: readonly number[]): Promise<NamedPlayer[]> {
  return sql<NamedPlayer>`
    select id, username, is_sandbox as "isSandbox" from players where id = any(${playerIds}::int8[])`;
}

/** The fields that the `transactions` view does not have. */
export async function selectRowDetails(
  sql: Sql,
  id: number,
): Promise<{ reference: string; account: string } | undefined> {
  const [line] = await sql<{ reference: string; account: string }>`
    select reference, account from ledger where id = ${id} and player_id is not null`;
  return line;
}
