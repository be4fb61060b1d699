import type { StaffRole } from '@karat/contract/staff';
import type { Sql } from '#db/db.ts';

export type SessionRow = {
  sessionId: number;
  id: number;
  username: string;
  isSandbox: boolean;
  staffRole: StaffRole | null;
  /** Whether a second factor was given in this session. */
  hasFactor: boolean;
  sinceStartMs: number;
  sinceSeenMs: number;
};

/** The sessions with these tokens and their players, without those of banned players. */
export function selectSessionsByToken(
  sql: Sql,
  tokenHashes: readonly Buffer[],
): Promise<(SessionRow & { tokenHash: Buffer })[]> {
  return sql<SessionRow & { tokenHash: Buffer }>`
    select token_hash as "tokenHash", sessions.id as "sessionId", players.id, username, is_sandbox as "isSandbox",
           staff_role as "staffRole", factor_at is not null as "hasFactor",
           (extract(epoch from now() - sessions.created_at) * 1000)::float8 as "sinceStartMs",
           (extract(epoch from now() - sessions.last_seen_at) * 1000)::float8 as "sinceSeenMs"
    from sessions join players on players.id = player_id
    where token_hash = any(${tokenHashes}::bytea[]) and state = 'active'`;
}

export function selectSessionsById(sql: Sql, sessionIds: readonly number[]): Promise<SessionRow[]> {
  return sql<SessionRow>`
    select sessions.id as "sessionId", players.id, username, is_sandbox as "isSandbox",
           staff_role as "staffRole", factor_at is not null as "hasFactor",
           (extract(epoch from now() - sessions.created_at) * 1000)::float8 as "sinceStartMs",
           (extract(epoch from now() - sessions.last_seen_at) * 1000)::float8 as "sinceSeenMs"
    from sessions join players on players.id = player_id
    where sessions.id = any(${sessionIds}::int8[]) and state = 'active'`;
}

export type NewSession = {
  readonly playerId: number;
  readonly device: string;
  readonly address: string;
  readonly isBySteam: boolean;
  /** Whether a second factor was given. */
  readonly hasFactor?: boolean;
};

export async function insertSession(sql: Sql, tokenHash: Buffer, session: NewSession): Promise<number> {
  const { playerId, device, address, isBySteam, hasFactor = false } = session;
  const [row] = await sql<{ id: number }>`
    insert into sessions (token_hash, player_id, device, address, steam_signed_in_at, factor_at)
    values (${tokenHash}, ${playerId}, ${device}, ${address}, case when ${isBySteam} then now() end,
            case when ${hasFactor} then now() end)
    returning id`;
  return row!.id;
}

type NewSignIn = NewSession & { readonly deviceHash: Buffer };

/** Records a sign-in, which remains when its session ends. */
export async function insertSignIn(sql: Sql, signIn: NewSignIn): Promise<void> {
  const { playerId, device, deviceHash, address, isBySteam } = signIn;
  await sql`
    insert into sign_ins (player_id, device, device_hash, address, by_steam)
    values (${playerId}, ${device}, ${deviceHash}, ${address}, ${isBySteam})`;
}

/** Marks sessions as used. Concurrent calls write once; sessions that another call is marking are skipped. */
export async function touchSessions(sql: Sql, sessionIds: readonly number[], intervalMs: number): Promise<void> {
  await sql`
    update sessions set last_seen_at = now() where id in (
      select id from sessions
      where id = any(${sessionIds}::int8[]) and last_seen_at < now() - ${intervalMs} * interval '1 millisecond'
      for update skip locked)`;
}

export type ListedSession = {
  id: number;
  device: string;
  address: string;
  createdAt: string;
  lastSeenAt: string;
  sinceStartMs: number;
  sinceSeenMs: number;
};

export function selectSessions(sql: Sql, playerId: number, limit: number): Promise<ListedSession[]> {
  return sql<ListedSession>`
    select id, device, address, created_at as "createdAt", last_seen_at as "lastSeenAt",
           (extract(epoch from now() - created_at) * 1000)::float8 as "sinceStartMs",
           (extract(epoch from now() - last_seen_at) * 1000)::float8 as "sinceSeenMs"
    from sessions where player_id = ${playerId} order by last_seen_at desc, id desc limit ${limit}`;
}

type SessionOfPlayerRow = { sessionId: number; playerId: number };

export function deleteSession(sql: Sql, { sessionId, playerId }: SessionOfPlayerRow): Promise<SessionOfPlayerRow[]> {
  return sql<SessionOfPlayerRow>`
    delete from sessions where id = ${sessionId} and player_id = ${playerId}
    returning id as "sessionId", player_id as "playerId"`;
}

/** Deletes every session of a player but one; with id 0, all of them. */
export function deleteOtherSessions(
  sql: Sql,
  { sessionId, playerId }: SessionOfPlayerRow,
): Promise<SessionOfPlayerRow[]> {
  return sql<SessionOfPlayerRow>`
    delete from sessions where player_id = ${playerId} and id <> ${sessionId}
    returning id as "sessionId", player_id as "playerId"`;
}

export async function notifyEnded(sql: Sql, payloads: readonly string[]): Promise<void> {
  await sql`select pg_notify('session_ended', payload) from unnest(${payloads}::text[]) as payload`;
}

type OldSessions = { readonly ageMs: number; readonly limit: number };

/** Deletes sessions that began that long ago. A browser that allowed notifications still gets them. */
export function deleteOldSessions(sql: Sql, { ageMs, limit }: OldSessions): Promise<SessionOfPlayerRow[]> {
  return sql<SessionOfPlayerRow>`
    with old as (
      select id from sessions where created_at < now() - ${ageMs} * interval '1 millisecond'
      order by id limit ${limit} for update
    ), detached as (
      update push_subscriptions set session_id = null from old where session_id = old.id
    )
    delete from sessions using old where sessions.id = old.id
    returning sessions.id as "sessionId", player_id as "playerId"`;
}

export async function deleteUnfinishedSignIns(sql: Sql): Promise<void> {
  await sql`delete from sign_in_challenges where created_at < now() - interval '1 hour'`;
  await sql`delete from steam_sign_ins where created_at < now() - interval '1 hour'`;
  await sql`delete from steam_nonces where used_at < now() - interval '1 day'`;
}

export async function deleteOldDevices(sql: Sql, unusedMs: number): Promise<void> {
  await sql`delete from known_devices where last_used_at < now() - ${unusedMs} * interval '1 millisecond'`;
}

export async function deleteOldSignIns(sql: Sql, ageMs: number): Promise<void> {
  await sql`delete from sign_ins where created_at < now() - ${ageMs} * interval '1 millisecond'`;
}

/** The time since the Steam sign-in of a session; undefined if there was none. */
export async function selectSinceSteamMs(sql: Sql, sessionId: number): Promise<number | undefined> {
  const [row] = await sql<{ sinceSteamMs: number | null }>`
    select (extract(epoch from now() - steam_signed_in_at) * 1000)::float8 as "sinceSteamMs"
    from sessions where id = ${sessionId}`;
  return row?.sinceSteamMs ?? undefined;
}

export async function updateSteamAt(sql: Sql, sessionId: number): Promise<void> {
  await sql`update sessions set steam_signed_in_at = now() where id = ${sessionId}`;
}

/** Records that a second factor was given in a session just now. Returns whether it was the first one. */
export async function updateFactorAt(sql: Sql, sessionId: number): Promise<boolean> {
  const [row] = await sql<{ isFirst: boolean }>`
    update sessions set factor_at = now()
    from (select id, factor_at from sessions where id = ${sessionId} for update) as before
    where sessions.id = before.id
    returning before.factor_at is null as "isFirst"`;
  return row?.isFirst ?? false;
}

/** A factor that was turned off counts in no session. Returns the sessions in which it did. */
export function clearFactorAt(sql: Sql, playerId: number): Promise<SessionOfPlayerRow[]> {
  return sql<SessionOfPlayerRow>`
    update sessions set factor_at = null where player_id = ${playerId} and factor_at is not null
    returning id as "sessionId", player_id as "playerId"`;
}

export async function selectHasFactorSince(sql: Sql, sessionId: number, maxMs: number): Promise<boolean> {
  const rows = await sql`
    select from sessions where id = ${sessionId} and factor_at > now() - ${maxMs} * interval '1 millisecond'`;
  return rows.length > 0;
}

export async function notifyChanged(sql: Sql, payloads: readonly string[]): Promise<void> {
  await sql`select pg_notify('session_changed', payload) from unnest(${payloads}::text[]) as payload`;
}
