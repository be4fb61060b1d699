import type { Sql } from '#db/db.ts';

export type SealedKey = { readonly id: number; readonly sealed: Buffer | null; readonly handedOver: string | null };

/** Newest first. */
export function selectKeys(sql: Sql): Promise<SealedKey[]> {
  return sql<SealedKey>`select id, sealed, handed_over as "handedOver" from exclusion_keys order by id desc`;
}

/** Serializes the creation of the first key, so that a second process finds the key of the first. */
export async function lockKeys(sql: Sql): Promise<void> {
  await sql`lock table exclusion_keys in share row exclusive mode`;
}

export async function insertKey(sql: Sql, sealed: Buffer): Promise<number> {
  const [key] = await sql<{ id: number }>`insert into exclusion_keys (sealed) values (${sealed}) returning id`;
  return key!.id;
}

export async function updateKeySealed(sql: Sql, id: number, sealed: Buffer): Promise<void> {
  await sql`update exclusion_keys set sealed = ${sealed}, handed_over = null where id = ${id}`;
}

export async function updateKeyHandedOver(sql: Sql, id: number, key: string): Promise<void> {
  await sql`update exclusion_keys set handed_over = ${key} where id = ${id}`;
}

export type Identities = {
  readonly emailKey: string | null;
  readonly isEmailVerified: boolean;
  readonly steamId: string | null;
  /** Null if it has ended or never was. */
  readonly excludedUntil: string | null;
};

export async function selectIdentities(sql: Sql, playerId: number): Promise<Identities> {
  const [row] = await sql<Identities>`
    select email_key as "emailKey", email_verified_at is not null as "isEmailVerified", steam_id as "steamId",
           case when excluded_until > now() then excluded_until end as "excludedUntil"
    from players left join safer_play on player_id = players.id where players.id = ${playerId}`;
  return row!;
}

export type IdentityHash = { readonly keyId: number; readonly hash: Buffer };

/** End of an exclusion under one of these identities; null if there is none. */
export async function selectExcludedUntil(sql: Sql, hashes: readonly IdentityHash[]): Promise<string | null> {
  const [row] = await sql<{ until: string | null }>`
    select max(until) as until
    from exclusions
    join unnest(${hashes.map(({ keyId }) => keyId)}::int8[], ${hashes.map(({ hash }) => hash)}::bytea[]) as hashed (key_id, hash)
      on exclusions.key_id = hashed.key_id and identity_hash = hash
    where until > now()`;
  return row?.until ?? null;
}

/** Only extends an exclusion. */
export async function upsertExclusions(sql: Sql, hashes: readonly IdentityHash[], until: string): Promise<void> {
  await sql`
    insert into exclusions as known (key_id, identity_hash, until)
    select key_id, hash, ${until}::timestamptz
    from unnest(${hashes.map(({ keyId }) => keyId)}::int8[], ${hashes.map(({ hash }) => hash)}::bytea[]) as hashed (key_id, hash)
    order by key_id, hash
    on conflict (key_id, identity_hash) do update set until = greatest(known.until, excluded.until)`;
}

export async function updateExcludedUntil(sql: Sql, playerId: number, until: string): Promise<void> {
  await sql`
    update safer_play set excluded_until = greatest(excluded_until, ${until}::timestamptz) where player_id = ${playerId}`;
}

export async function updateToReleased(sql: Sql, playerId: number): Promise<void> {
  await sql`update safer_play set excluded_until = null where player_id = ${playerId}`;
}

/** Returns how many there were. */
export async function deleteExclusions(sql: Sql, hashes: readonly IdentityHash[]): Promise<number> {
  const rows = await sql`
    delete from exclusions
    using unnest(${hashes.map(({ keyId }) => keyId)}::int8[], ${hashes.map(({ hash }) => hash)}::bytea[]) as hashed (key_id, hash)
    where exclusions.key_id = hashed.key_id and identity_hash = hash
    returning identity_hash`;
  return rows.length;
}
