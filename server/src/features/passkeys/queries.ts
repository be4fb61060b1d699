import type { Sql } from '#db/db.ts';

export type ListedPasskey = { id: number; name: string; createdAt: string; lastUsedAt: string | null };

export function selectPasskeys(sql: Sql, playerId: number): Promise<ListedPasskey[]> {
  return sql<ListedPasskey>`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where player_id = ${playerId} order by id`;
}

export type CredentialRow = { credentialId: Buffer; transports: string[] };

export function selectCredentials(sql: Sql, playerId: number): Promise<CredentialRow[]> {
  return sql<CredentialRow>`
    select credential_id as "credentialId", transports from passkeys where player_id = ${playerId} order by id`;
}

export async function countPasskeys(sql: Sql, playerId: number): Promise<number> {
  const [row] = await sql<{ total: number }>`select count(*) as total from passkeys where player_id = ${playerId}`;
  return row!.total;
}

export type StoredPasskey = { id: number; playerId: number; publicKey: Buffer; counter: number };

/** The passkey with this credential, locked until the transaction ends. */
export async function lockPasskey(sql: Sql, credentialId: Buffer): Promise<StoredPasskey | undefined> {
  const [row] = await sql<StoredPasskey>`
    select id, player_id as "playerId", public_key as "publicKey", counter
    from passkeys where credential_id = ${credentialId} for update`;
  return row;
}

export type NewPasskey = {
  readonly playerId: number;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
};

/** Returns false if the credential is stored already. */
export async function insertPasskey(sql: Sql, passkey: NewPasskey): Promise<boolean> {
  const { playerId, credentialId, publicKey, counter, transports, name } = passkey;
  const rows = await sql`
    insert into passkeys (player_id, credential_id, public_key, counter, transports, name)
    values (${playerId}, ${credentialId}, ${publicKey}, ${counter}, ${transports}, ${name})
    on conflict (credential_id) do nothing returning id`;
  return rows.length > 0;
}

export async function updateToUsed(sql: Sql, { id, counter }: { id: number; counter: number }): Promise<void> {
  await sql`update passkeys set counter = ${counter}, last_used_at = now() where id = ${id}`;
}

/** Returns false if the player has no such passkey. */
export async function deletePasskey(sql: Sql, { playerId, id }: { playerId: number; id: number }): Promise<boolean> {
  const rows = await sql`delete from passkeys where id = ${id} and player_id = ${playerId} returning id`;
  return rows.length > 0;
}

export async function deletePasskeys(sql: Sql, playerId: number): Promise<void> {
  await sql`delete from passkey_challenges where player_id = ${playerId}`;
  await sql`delete from passkeys where player_id = ${playerId}`;
}

/** What the signature of a passkey is for. */
export type PasskeyPurpose = 'add' | 'sign-in' | 'verify';

export async function insertChallenge(
  sql: Sql,
  { challenge, purpose, playerId }: { challenge: Buffer; purpose: PasskeyPurpose; playerId: number | null },
): Promise<void> {
  await sql`
    insert into passkey_challenges (challenge, purpose, player_id) values (${challenge}, ${purpose}, ${playerId})`;
}

/** A challenge is valid for one answer: only the request that deletes the row may use it. */
export async function deleteChallenge(
  sql: Sql,
  { challenge, purpose, maxMs }: { challenge: Buffer; purpose: PasskeyPurpose; maxMs: number },
): Promise<{ playerId: number | null } | undefined> {
  const [row] = await sql<{ playerId: number | null; isFresh: boolean }>`
    delete from passkey_challenges where challenge = ${challenge} and purpose = ${purpose}
    returning player_id as "playerId", created_at > now() - ${maxMs} * interval '1 millisecond' as "isFresh"`;
  return row?.isFresh === true ? row : undefined;
}
