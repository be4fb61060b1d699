import type { Sql } from '#db/session.ts';

export type DemoAccount = { id: number; username: string; passwordHash: string };

/** Accounts with these names that can sign in with a password. */
export function selectAccountsWithPassword(sql: Sql, usernameKeys: readonly string[]): Promise<DemoAccount[]> {
  return sql<DemoAccount>`
    select id, username, password_hash as "passwordHash" from players
    where username_key = any(${usernameKeys}::text[]) and password_hash is not null and state <> 'deleted'`;
}

/** False when the password was changed meanwhile. */
export async function clearPassword(sql: Sql, { id, passwordHash }: DemoAccount): Promise<boolean> {
  const rows = await sql`
    update players set password_hash = null where id = ${id} and password_hash = ${passwordHash} returning id`;
  return rows.length > 0;
}

/** Sets the password of an account that has no other way to sign in: no password, and at most a Steam id of the sandbox. */
export async function setMissingPassword(sql: Sql, usernameKey: string, passwordHash: string): Promise<void> {
  await sql`
    update players set password_hash = ${passwordHash}
    where username_key = ${usernameKey} and password_hash is null and state <> 'deleted'
      and (steam_id is null or steam_id = '765611998' || lpad(id::text, 8, '0'))`;
}
