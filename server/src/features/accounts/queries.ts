import type { Sql } from '#db/db.ts';

export type Role = 'user' | 'admin';

export type SessionRow = {
  sessionId: number;
  id: number;
  username: string;
  role: Role;
  sinceStartMs: number;
  sinceSeenMs: number;
};

/** The session with this token and its player, unless banned. */
export async function selectSession(sql: Sql, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const [row] = await sql<SessionRow>`
    select sessions.id as "sessionId", players.id, username, role,
           (extract(epoch from now() - sessions.created_at) * 1000)::float8 as "sinceStartMs",
           (extract(epoch from now() - last_seen_at) * 1000)::float8 as "sinceSeenMs"
    from sessions join players on players.id = player_id
    where token_hash = ${tokenHash} and state = 'active'`;
  return row;
}

export async function selectSessionById(sql: Sql, sessionId: number): Promise<SessionRow | undefined> {
  const [row] = await sql<SessionRow>`
    select sessions.id as "sessionId", players.id, username, role,
           (extract(epoch from now() - sessions.created_at) * 1000)::float8 as "sinceStartMs",
           (extract(epoch from now() - last_seen_at) * 1000)::float8 as "sinceSeenMs"
    from sessions join players on players.id = player_id
    where sessions.id = ${sessionId} and state = 'active'`;
  return row;
}

export type NewSession = {
  readonly playerId: number;
  readonly device: string;
  readonly address: string;
  readonly isBySteam: boolean;
};

export async function insertSession(sql: Sql, tokenHash: Buffer, session: NewSession): Promise<number> {
  const { playerId, device, address, isBySteam } = session;
  const [row] = await sql<{ id: number }>`
    insert into sessions (token_hash, player_id, device, address, steam_at)
    values (${tokenHash}, ${playerId}, ${device}, ${address}, case when ${isBySteam} then now() end)
    returning id`;
  return row!.id;
}

/** Says that the session is in use. Repeated by many calls at once it writes once. */
export async function touchSession(sql: Sql, sessionId: number, restMs: number): Promise<void> {
  await sql`
    update sessions set last_seen_at = now()
    where id = ${sessionId} and last_seen_at < now() - ${restMs} * interval '1 millisecond'`;
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

type Ended = { sessionId: number; playerId: number };

export function deleteSession(sql: Sql, { sessionId, playerId }: Ended): Promise<Ended[]> {
  return sql<Ended>`
    delete from sessions where id = ${sessionId} and player_id = ${playerId}
    returning id as "sessionId", player_id as "playerId"`;
}

/** Every session of a player but one; 0 spares none. */
export function deleteSessionsBut(sql: Sql, { sessionId, playerId }: Ended): Promise<Ended[]> {
  return sql<Ended>`
    delete from sessions where player_id = ${playerId} and id <> ${sessionId}
    returning id as "sessionId", player_id as "playerId"`;
}

export async function notifyEnded(sql: Sql, payloads: readonly string[]): Promise<void> {
  await sql`select pg_notify('session_ended', payload) from unnest(${payloads}::text[]) as payload`;
}

/** What is past use and would only pile up. */
export async function deleteExpired(sql: Sql, sessionAgeMaxMs: number): Promise<void> {
  await sql`delete from sessions where created_at < now() - ${sessionAgeMaxMs} * interval '1 millisecond'`;
  await sql`delete from steam_sign_ins where created_at < now() - interval '1 hour'`;
  await sql`delete from steam_nonces where used_at < now() - interval '1 day'`;
  await sql`delete from known_devices where last_used_at < now() - interval '400 days'`;
}

export type LoginRow = {
  id: number;
  passwordHash: string | null;
  isKnownDevice: boolean;
};

/** Who would sign in under this name, and whether from a device that has done so before. */
export async function selectLogin(
  sql: Sql,
  usernameKey: string,
  deviceHash: Buffer | null,
): Promise<LoginRow | undefined> {
  const [row] = await sql<LoginRow>`
    select id, password_hash as "passwordHash",
           exists (select from known_devices
                   where player_id = players.id and device_hash = ${deviceHash}) as "isKnownDevice"
    from players where username_key = ${usernameKey}`;
  return row;
}

export type SigningIn = {
  username: string;
  email: string | null;
  role: Role;
  state: 'active' | 'banned' | 'deleted';
  bannedAt: string | null;
  passwordHash: string | null;
  balance: number;
};

/** Holds the player against a ban or a new password until the session that is being made is durable. */
export async function lockForSignIn(sql: Sql, playerId: number): Promise<SigningIn> {
  const [row] = await sql<SigningIn>`
    select username, email, role, state, banned_at as "bannedAt", password_hash as "passwordHash",
           (select balance from wallets where player_id = players.id) as balance
    from players where id = ${playerId} for share`;
  return row!;
}

/** Which of the two somebody has already; of both, the name. */
export async function selectTaken(
  sql: Sql,
  keys: { usernameKey: string; emailKey: string },
): Promise<'username' | 'email' | undefined> {
  const [row] = await sql<{ field: 'username' | 'email' }>`
    select case when username_key = ${keys.usernameKey} then 'username' else 'email' end as field
    from players where username_key = ${keys.usernameKey} or email_key = ${keys.emailKey} order by field desc limit 1`;
  return row?.field;
}

export type NewPlayer = {
  readonly username: string;
  readonly usernameKey: string;
  readonly email: string | null;
  readonly emailKey: string | null;
  readonly passwordHash: string | null;
  readonly steamId: string | null;
  readonly avatar: string | null;
  readonly role: Role;
  readonly isAgeConfirmed?: boolean;
};

/** A player with an empty wallet, who by coming in says to be of age unless that is to be asked for later. */
export async function insertPlayer(sql: Sql, player: NewPlayer): Promise<number> {
  const { username, usernameKey, email, emailKey, passwordHash, steamId, avatar, role, isAgeConfirmed = true } = player;
  const [row] = await sql<{ id: number }>`
    with player as (
      insert into players (username, username_key, email, email_key, password_hash, steam_id, avatar, role, age_confirmed_at)
      values (${username}, ${usernameKey}, ${email}, ${emailKey}, ${passwordHash}, ${steamId}, ${avatar}, ${role},
              case when ${isAgeConfirmed} then now() end)
      returning id)
    insert into wallets (player_id) select id from player returning player_id as id`;
  return row!.id;
}

export type MeRow = {
  id: number;
  username: string;
  email: string | null;
  steamId: string | null;
  avatar: string | null;
  role: Role;
  balance: number;
  balanceVersion: number;
  elo: number;
  hasPassword: boolean;
  isAgeConfirmed: boolean;
};

export async function selectMe(sql: Sql, playerId: number): Promise<MeRow> {
  const [row] = await sql<MeRow>`
    select id, username, email, steam_id as "steamId", avatar, role, balance, version as "balanceVersion", elo,
           password_hash is not null as "hasPassword", age_confirmed_at is not null as "isAgeConfirmed"
    from players join wallets on player_id = id where id = ${playerId}`;
  return row!;
}

export async function selectPasswordHash(sql: Sql, playerId: number): Promise<string | null> {
  const [row] = await sql<{ passwordHash: string | null }>`
    select password_hash as "passwordHash" from players where id = ${playerId}`;
  return row!.passwordHash;
}

/** Compares and sets in one statement, so that of two changes at once the second finds the old password gone, or the account. */
export async function updatePasswordHash(
  sql: Sql,
  change: { playerId: number; oldHash: string | null; newHash: string },
): Promise<boolean> {
  const rows = await sql`
    update players set password_hash = ${change.newHash}
    where id = ${change.playerId} and password_hash is not distinct from ${change.oldHash} and state <> 'deleted'
    returning id`;
  return rows.length > 0;
}

/** How long ago the Steam sign-in of a session was; undefined when it had none. */
export async function selectSinceSteamMs(sql: Sql, sessionId: number): Promise<number | undefined> {
  const [row] = await sql<{ sinceSteamMs: number | null }>`
    select (extract(epoch from now() - steam_at) * 1000)::float8 as "sinceSteamMs"
    from sessions where id = ${sessionId}`;
  return row?.sinceSteamMs ?? undefined;
}

/** Remembers a device, and forgets the longest unused of too many. */
export async function upsertKnownDevice(
  sql: Sql,
  known: { playerId: number; deviceHash: Buffer; devicesMax: number },
): Promise<void> {
  await sql`
    insert into known_devices (player_id, device_hash) values (${known.playerId}, ${known.deviceHash})
    on conflict (player_id, device_hash) do update set last_used_at = now()`;
  await sql`
    delete from known_devices where player_id = ${known.playerId} and device_hash in (
      select device_hash from known_devices where player_id = ${known.playerId}
      order by last_used_at desc, device_hash offset ${known.devicesMax})`;
}

/** True for the first who names it, in whatever process. */
export async function insertSteamNonce(sql: Sql, nonce: string): Promise<boolean> {
  const rows = await sql`
    insert into steam_nonces (nonce) values (${nonce}) on conflict do nothing returning nonce`;
  return rows.length > 0;
}

export type SteamPlayer = { id: number; role: Role; state: 'active' | 'banned' };

export async function selectPlayerBySteamId(sql: Sql, steamId: string): Promise<SteamPlayer | undefined> {
  const [row] = await sql<SteamPlayer>`select id, role, state from players where steam_id = ${steamId}`;
  return row;
}

/** Gives a player the id, in place of none or of the one that may be replaced, and the picture if there is one. */
export async function updateSteamId(
  sql: Sql,
  link: { playerId: number; steamId: string; replaceable: string | null; avatar: string | null },
): Promise<boolean> {
  const rows = await sql`
    update players set steam_id = ${link.steamId}, avatar = coalesce(${link.avatar}, avatar)
    where id = ${link.playerId} and (steam_id is null or steam_id in (${link.steamId}, ${link.replaceable}))
      and state <> 'deleted'
    returning id`;
  return rows.length > 0;
}

export async function updateSteamAt(sql: Sql, sessionId: number): Promise<void> {
  await sql`update sessions set steam_at = now() where id = ${sessionId}`;
}

type NamedPlayer = { id: number; role: Role };

export async function selectPlayerByName(sql: Sql, usernameKey: string): Promise<NamedPlayer | undefined> {
  const [row] = await sql<NamedPlayer>`
    select id, role from players where username_key = ${usernameKey}`;
  return row;
}

export async function updateRole(sql: Sql, playerId: number, role: Role): Promise<void> {
  await sql`update players set role = ${role} where id = ${playerId}`;
}

export async function hasAdmin(sql: Sql): Promise<boolean> {
  const rows = await sql`select from players where role = 'admin' limit 1`;
  return rows.length > 0;
}

/** Names that players must not be mistaken for. */
export async function selectStaffNames(sql: Sql): Promise<string[]> {
  const rows = await sql<{ username: string }>`select username from players where role = 'admin'`;
  return rows.map(({ username }) => username);
}
