import type { Language } from '@karat/contract/language';
import type { Sql } from '#db/db.ts';

export type LinkPurpose = 'reset' | 'verify' | 'change';

type NewLink = {
  readonly tokenHash: Buffer;
  readonly playerId: number;
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly ttlMs: number;
};

export async function insertLink(sql: Sql, { tokenHash, playerId, purpose, email, ttlMs }: NewLink): Promise<void> {
  await sql`
    insert into email_links (token_hash, player_id, purpose, email, expires_at)
    values (${tokenHash}, ${playerId}, ${purpose}, ${email}, now() + ${ttlMs} * interval '1 millisecond')`;
}

export type EmailLink = {
  readonly id: number;
  readonly playerId: number;
  readonly purpose: LinkPurpose;
  readonly email: string;
};

/** Undefined if it does not exist, was used or has expired. */
export async function selectLink(sql: Sql, tokenHash: Buffer): Promise<EmailLink | undefined> {
  const [row] = await sql<EmailLink>`
    select id, player_id as "playerId", purpose, email from email_links
    where token_hash = ${tokenHash} and expires_at > now()`;
  return row;
}

/** Uses up a link. Of several callers at once, one gets true. */
export async function deleteLink(sql: Sql, id: number): Promise<boolean> {
  const rows = await sql`delete from email_links where id = ${id} and expires_at > now() returning id`;
  return rows.length > 0;
}

type Links = { readonly playerId: number; readonly purposes: readonly LinkPurpose[] };

export async function deleteLinksOf(sql: Sql, { playerId, purposes }: Links): Promise<void> {
  await sql`delete from email_links where player_id = ${playerId} and purpose = any(${purposes}::text[])`;
}

export async function countLinks(sql: Sql, { playerId, purposes }: Links): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) from email_links
    where player_id = ${playerId} and purpose = any(${purposes}::text[]) and expires_at > now()`;
  return row!.count;
}

export type ResetRequest = { readonly emailKey: string; readonly language: Language | undefined };

export async function insertResetRequest(sql: Sql, { emailKey, language }: ResetRequest): Promise<void> {
  await sql`
    insert into password_reset_requests (email_key, language) values (${emailKey}, ${language ?? null})`;
}

/** Takes requests from the list, oldest first. */
export function deleteResetRequests(sql: Sql, limit: number) {
  return sql<{ emailKey: string; language: Language | null; ageMs: number }>`
    delete from password_reset_requests where id in (
      select id from password_reset_requests order by id limit ${limit} for update skip locked)
    returning email_key as "emailKey", language, (extract(epoch from now() - created_at) * 1000)::float8 as "ageMs"`;
}

export type ResetAccount = {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly isStaff: boolean;
};

/** Locks the account, so that no other process counts its links at the same time. */
export async function lockResetAccount(sql: Sql, emailKey: string): Promise<ResetAccount | undefined> {
  const [row] = await sql<ResetAccount>`
    select id, username, email, staff_role is not null as "isStaff" from players
    where email_key = ${emailKey} and state = 'active' and not is_sandbox for no key update`;
  return row;
}

type LostPassword = { readonly playerId: number; readonly newHash: string; readonly allowsStaff: boolean };

/** Sets the password whatever it was before. False unless the account is active, and for staff if they are not allowed. */
export async function updateLostPassword(sql: Sql, { playerId, newHash, allowsStaff }: LostPassword): Promise<boolean> {
  const rows = await sql`
    update players set password_hash = ${newHash}
    where id = ${playerId} and state = 'active' and (staff_role is null or ${allowsStaff}) returning id`;
  return rows.length > 0;
}

export async function deleteExpiredLinks(sql: Sql): Promise<void> {
  await sql`delete from email_links where expires_at < now()`;
}
