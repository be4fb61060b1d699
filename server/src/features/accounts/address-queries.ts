import type { Sql } from '#db/db.ts';
import type { RequestLanguages } from '#http/request-language.ts';

export type MyAddress = {
  readonly address: string | null;
  readonly isVerified: boolean;
  readonly newAddress: string | null;
};

/** The address of an account, and the one to which a link was sent that is not used yet. */
export async function selectMyEmail(sql: Sql, playerId: number): Promise<MyAddress> {
  const [row] = await sql<MyAddress>`
    select email as address, email_verified_at is not null as "isVerified",
           (select link.email from email_links as link
            where player_id = players.id and purpose = 'change' and expires_at > now()
            order by link.id desc limit 1) as "newAddress"
    from players where id = ${playerId}`;
  return row!;
}

type LockedAddress = { readonly email: string | null; readonly isVerified: boolean };

/** Undefined unless the account is active. Until the transaction ends, no other one changes its address. */
export async function lockAddress(sql: Sql, playerId: number): Promise<LockedAddress | undefined> {
  const [row] = await sql<LockedAddress>`
    select email, email_verified_at is not null as "isVerified" from players
    where id = ${playerId} and state = 'active' for no key update`;
  return row;
}

/** False if the account has another address meanwhile. */
export async function updateEmailVerified(sql: Sql, playerId: number, emailKey: string): Promise<boolean> {
  const rows = await sql`
    update players set email_verified_at = coalesce(email_verified_at, now())
    where id = ${playerId} and email_key = ${emailKey} returning id`;
  return rows.length > 0;
}

type NewAddress = { readonly playerId: number; readonly email: string; readonly emailKey: string };

/** Sets a confirmed address. */
export async function updateEmail(sql: Sql, { playerId, email, emailKey }: NewAddress): Promise<void> {
  await sql`
    update players set email = ${email}, email_key = ${emailKey}, email_verified_at = now() where id = ${playerId}`;
}

/**
 * A choice of the player replaces the stored language; what the browser prefers does not. Skipped while another transaction has locked the
 * account: callers may hold a lock already, and two that wait for each other would be a deadlock.
 */
export async function updateLanguage(sql: Sql, playerId: number, languages: RequestLanguages): Promise<void> {
  const [chosen, preferred] = [languages.chosen ?? null, languages.preferred ?? null];
  await sql`
    update players set last_language = coalesce(${chosen}, last_language, ${preferred})
    where id = (
      select id from players
      where id = ${playerId} and last_language is distinct from coalesce(${chosen}, last_language, ${preferred})
      for no key update skip locked)`;
}
