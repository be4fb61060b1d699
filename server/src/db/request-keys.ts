import type { Sql } from './db.ts';

export type RequestKey = { readonly playerId: number; readonly key: string };

/** True for the first request with a key. A concurrent one waits until the first has committed or rolled back. */
export async function claimRequestKey(sql: Sql, { playerId, key }: RequestKey, requestHash: string): Promise<boolean> {
  const rows = await sql`
    insert into request_keys (player_id, key, request_hash, reply) values (${playerId}, ${key}, ${requestHash}, 'null')
    on conflict (player_id, key) do nothing returning key`;
  return rows.length > 0;
}

export async function storeReply(sql: Sql, { playerId, key }: RequestKey, reply: string): Promise<void> {
  await sql`update request_keys set reply = ${reply}::jsonb where player_id = ${playerId} and key = ${key}`;
}

export type StoredReply = { readonly requestHash: string; readonly reply: unknown };

export async function selectReply(sql: Sql, { playerId, key }: RequestKey): Promise<StoredReply | undefined> {
  const [stored] = await sql<StoredReply>`
    select request_hash as "requestHash", reply from request_keys where player_id = ${playerId} and key = ${key}`;
  return stored;
}

/** Requests are not repeated after that long. */
export async function deleteOldRequestKeys(sql: Sql, limit: number): Promise<number> {
  const rows = await sql`
    delete from request_keys where (player_id, key) in (
      select player_id, key from request_keys where created_at < now() - interval '30 days' limit ${limit})
    returning key`;
  return rows.length;
}
