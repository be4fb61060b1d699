import type { Sql } from '#db/db.ts';

export type TotpRow = { sealed: Buffer | null; handedOver: string | null; isConfirmed: boolean };

/** The player's secret, locked until the transaction ends. */
export async function lockTotp(sql: Sql, playerId: number): Promise<TotpRow | undefined> {
  const [row] = await sql<TotpRow>`
    select sealed, handed_over as "handedOver", confirmed_at is not null as "isConfirmed"
    from totp_secrets where player_id = ${playerId} for update`;
  return row;
}

/** Stores a secret that is not confirmed yet. Returns false if the player has a confirmed one. */
export async function upsertTotp(sql: Sql, playerId: number, sealed: Buffer): Promise<boolean> {
  const rows = await sql`
    insert into totp_secrets (player_id, sealed) values (${playerId}, ${sealed})
    on conflict (player_id) do update
      set sealed = excluded.sealed, handed_over = null, last_step = 0, created_at = now()
      where totp_secrets.confirmed_at is null
    returning player_id`;
  return rows.length > 0;
}

/** Marks a time step as used. Returns false if it or a later one was used before. */
export async function updateLastStep(sql: Sql, playerId: number, step: number): Promise<boolean> {
  const rows = await sql`
    update totp_secrets set last_step = ${step} where player_id = ${playerId} and last_step < ${step}
    returning player_id`;
  return rows.length > 0;
}

export async function updateToConfirmed(sql: Sql, playerId: number): Promise<void> {
  await sql`update totp_secrets set confirmed_at = now() where player_id = ${playerId}`;
}

/** Replaces all recovery codes of a player. */
export async function replaceCodeHashes(sql: Sql, playerId: number, hashes: readonly Buffer[]): Promise<void> {
  await sql`delete from recovery_codes where player_id = ${playerId}`;
  await sql`
    insert into recovery_codes (player_id, code_hash) select ${playerId}, hash from unnest(${hashes}::bytea[]) as hash`;
}

/** Returns true only for the first use of the code. */
export async function updateToUsed(sql: Sql, playerId: number, codeHash: Buffer): Promise<boolean> {
  const rows = await sql`
    update recovery_codes set used_at = now()
    where player_id = ${playerId} and code_hash = ${codeHash} and used_at is null
    returning player_id`;
  return rows.length > 0;
}

/** Deletes the app first: transactions that use a code or create codes lock it. */
export async function deleteTotp(sql: Sql, playerId: number): Promise<void> {
  await sql`delete from totp_secrets where player_id = ${playerId}`;
  await sql`delete from recovery_codes where player_id = ${playerId}`;
}

export type FactorState = { confirmedAt: string | null; recoveryCodesLeft: number };

export async function selectFactorState(sql: Sql, playerId: number): Promise<FactorState> {
  const [row] = await sql<FactorState>`
    select (select confirmed_at from totp_secrets where player_id = ${playerId}) as "confirmedAt",
           (select count(*) from recovery_codes where player_id = ${playerId} and used_at is null) as "recoveryCodesLeft"`;
  return row!;
}

export async function selectHasFactor(sql: Sql, playerId: number): Promise<boolean> {
  const rows = await sql`
    select from totp_secrets where player_id = ${playerId} and confirmed_at is not null`;
  return rows.length > 0;
}

export type StoredSecret = { playerId: number; sealed: Buffer };

/** Secrets that are sealed, of players after an id, in rising order. */
export function selectSealedSecrets(sql: Sql, from: { after: number; limit: number }): Promise<StoredSecret[]> {
  return sql<StoredSecret>`
    select player_id as "playerId", sealed from totp_secrets
    where player_id > ${from.after} and sealed is not null order by player_id limit ${from.limit}`;
}

export async function updateToHandedOver(sql: Sql, playerId: number, secret: string): Promise<void> {
  await sql`update totp_secrets set sealed = null, handed_over = ${secret} where player_id = ${playerId}`;
}

/** Secrets that were handed over, locked until the transaction ends. */
export function lockHandedOver(sql: Sql, limit: number): Promise<{ playerId: number; secret: string }[]> {
  return sql<{ playerId: number; secret: string }>`
    select player_id as "playerId", handed_over as secret from totp_secrets
    where handed_over is not null order by player_id limit ${limit} for update`;
}

export async function updateToSealed(sql: Sql, playerId: number, sealed: Buffer): Promise<void> {
  await sql`update totp_secrets set sealed = ${sealed}, handed_over = null where player_id = ${playerId}`;
}
