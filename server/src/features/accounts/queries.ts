import type { StaffRole } from '@karat/contract/staff';
import type { UserState } from '@karat/contract/users';
import type { Sql } from '#db/db.ts';

export type LoginRow = {
  id: number;
  passwordHash: string | null;
  isKnownDevice: boolean;
};

/** The account with this name, and whether it has signed in from this device before. */
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

export type SignInRow = {
  username: string;
  email: string | null;
  staffRole: StaffRole | null;
  state: UserState;
  bannedAt: string | null;
  passwordHash: string | null;
  balance: number;
};

/** Locks the player against a ban or a new password until the new session is committed. */
export async function lockForSignIn(sql: Sql, playerId: number): Promise<SignInRow> {
  const [row] = await sql<SignInRow>`
    select username, email, staff_role as "staffRole", state, banned_at as "bannedAt", password_hash as "passwordHash",
           (select balance from wallets where player_id = players.id) as balance
    from players where id = ${playerId} for share`;
  return row!;
}

/** Returns which of the two is in use; if both are, the name. */
export async function selectTakenField(
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
  readonly staffRole: StaffRole | null;
  readonly isAgeConfirmed?: boolean;
};

/** Inserts a player with an empty wallet. Signing up confirms the player's age, unless the site asks for that later. */
export async function insertPlayer(sql: Sql, player: NewPlayer): Promise<number> {
  const {
    username,
    usernameKey,
    email,
    emailKey,
    passwordHash,
    steamId,
    avatar,
    staffRole,
    isAgeConfirmed = true,
  } = player;
  const [row] = await sql<{ id: number }>`
    with player as (
      insert into players (username, username_key, email, email_key, password_hash, steam_id, avatar, staff_role, age_confirmed_at)
      values (${username}, ${usernameKey}, ${email}, ${emailKey}, ${passwordHash}, ${steamId}, ${avatar}, ${staffRole},
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
  staffRole: StaffRole | null;
  /** Whether a second factor was given in the session. */
  hasFactor: boolean;
  balance: number;
  balanceVersion: number;
  elo: number;
  hasPassword: boolean;
  isAgeConfirmed: boolean;
};

export async function selectMe(
  sql: Sql,
  { playerId, sessionId }: { playerId: number; sessionId: number },
): Promise<MeRow> {
  const [row] = await sql<MeRow>`
    select id, username, email, steam_id as "steamId", avatar, staff_role as "staffRole", balance, version as "balanceVersion", elo,
           exists (select from sessions where id = ${sessionId} and factor_at is not null) as "hasFactor",
           password_hash is not null as "hasPassword", age_confirmed_at is not null as "isAgeConfirmed"
    from players join wallets on player_id = id where id = ${playerId}`;
  return row!;
}

export async function selectPasswordHash(sql: Sql, playerId: number): Promise<string | null> {
  const [row] = await sql<{ passwordHash: string | null }>`
    select password_hash as "passwordHash" from players where id = ${playerId}`;
  return row!.passwordHash;
}

/** Compares and sets in one statement: of two concurrent changes, the second finds the old password or the account gone. */
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

/** Remembers a device, and returns whether it is new. Beyond `devicesMax`, deletes the devices that were unused for longest. */
export async function upsertKnownDevice(
  sql: Sql,
  device: { playerId: number; deviceHash: Buffer; devicesMax: number },
): Promise<boolean> {
  const [row] = await sql<{ isNew: boolean }>`
    insert into known_devices (player_id, device_hash) values (${device.playerId}, ${device.deviceHash})
    on conflict (player_id, device_hash) do update set last_used_at = now()
    returning xmax = 0 as "isNew"`;
  await sql`
    delete from known_devices where player_id = ${device.playerId} and device_hash in (
      select device_hash from known_devices where player_id = ${device.playerId}
      order by last_used_at desc, device_hash offset ${device.devicesMax})`;
  return row!.isNew;
}

type NamedPlayer = { id: number; staffRole: StaffRole | null };

export async function selectPlayerByName(sql: Sql, usernameKey: string): Promise<NamedPlayer | undefined> {
  const [row] = await sql<NamedPlayer>`
    select id, staff_role as "staffRole" from players where username_key = ${usernameKey}`;
  return row;
}

type LockedPlayer = NamedPlayer & { state: UserState; isSandbox: boolean };

/** Locks the account against sign-ins and changes by staff. */
export async function lockPlayerByName(sql: Sql, usernameKey: string): Promise<LockedPlayer | undefined> {
  const [row] = await sql<LockedPlayer>`
    select id, staff_role as "staffRole", state, is_sandbox as "isSandbox"
    from players where username_key = ${usernameKey} for no key update`;
  return row;
}

/**
 * Sets the staff role, from which the database derives `role`. A role that the operator gives counts at once; one that an admin gives
 * is new for some days.
 */
export async function updateStaffRole(
  sql: Sql,
  { playerId, staffRole, isByAdmin }: { playerId: number; staffRole: StaffRole | null; isByAdmin: boolean },
): Promise<void> {
  await sql`
    update players set staff_role = ${staffRole}, staff_role_since = case when ${isByAdmin} then now() end
    where id = ${playerId}`;
}

export async function hasAdmin(sql: Sql): Promise<boolean> {
  const rows = await sql`select from players where staff_role = 'admin' limit 1`;
  return rows.length > 0;
}

/** Names that players must not imitate. */
export async function selectStaffNames(sql: Sql): Promise<string[]> {
  const rows = await sql<{ username: string }>`select username from players where staff_role is not null`;
  return rows.map(({ username }) => username);
}

export type DemoAccount = { id: number; username: string; passwordHash: string };

/** Accounts with these names that have a password. */
export function selectAccountsWithPassword(sql: Sql, usernameKeys: readonly string[]): Promise<DemoAccount[]> {
  return sql<DemoAccount>`
    select id, username, password_hash as "passwordHash" from players
    where username_key = any(${usernameKeys}::text[]) and password_hash is not null and state <> 'deleted'`;
}

/** Returns false if the password was changed in the meantime. */
export async function clearPassword(sql: Sql, { id, passwordHash }: DemoAccount): Promise<boolean> {
  const rows = await sql`
    update players set password_hash = null where id = ${id} and password_hash = ${passwordHash} returning id`;
  return rows.length > 0;
}

/** Sets the password of an account that cannot sign in otherwise: it has no password and at most a sandbox Steam id. */
export async function setMissingPassword(sql: Sql, usernameKey: string, passwordHash: string): Promise<void> {
  await sql`
    update players set password_hash = ${passwordHash}
    where username_key = ${usernameKey} and password_hash is null and state <> 'deleted'
      and (steam_id is null or steam_id = '765611998' || lpad(id::text, 8, '0'))`;
}
