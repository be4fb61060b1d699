import type { TransactionType } from '@karat/contract/wallet';
import type { Sql } from '#db/db.ts';

/** Lines of everybody: of one kind, or of any where that is null; from one moment on, and before another. */
export type AllFilter = { readonly type: TransactionType | null; readonly since: string; readonly until: string };

/**
 * The next statements of the transaction are planned for the very values they are asked with: of a rare kind the lines are found
 * by their index, of a common one from the newest on.
 */
export async function planByValues(sql: Sql): Promise<void> {
  await sql`set local plan_cache_mode = force_custom_plan`;
}

/** Every line of a player counts in a wallet, and the audit proves it: so all of them are counted without looking at one. */
export async function countAllLines(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`select coalesce(sum(version), 0)::int8 as count from wallets`;
  return row!.count;
}

export async function countSomeLines(sql: Sql, { type, since, until }: AllFilter, most: number): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from ledger
      where player_id is not null and (${type}::text is null or type = ${type})
        and created_at >= ${since} and created_at < ${until}
      limit ${most}) as counted`;
  return row!.count;
}

type Slice = { readonly offset: number; readonly limit: number };

export async function selectNewestOfAll(sql: Sql, wanted: AllFilter & Slice): Promise<number[]> {
  const { type, since, until, offset, limit } = wanted;
  const rows = await sql<{ id: number }>`
    select id from ledger
    where player_id is not null and (${type}::text is null or type = ${type})
      and created_at >= ${since} and created_at < ${until}
    order by id desc offset ${offset} limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Oldest first. */
export async function selectOldestOfAll(sql: Sql, { offset, limit }: Slice): Promise<number[]> {
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
