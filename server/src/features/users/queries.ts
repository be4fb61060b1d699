import type { StaffRole } from '@karat/contract/staff';
import type { UserInfo, UserState } from '@karat/contract/users';
import type { Sql } from '#db/db.ts';

export type UserRow = {
  readonly id: number;
  readonly username: string;
  readonly email: string | null;
  readonly avatar: string | null;
  readonly role: 'user' | 'admin';
  readonly isAdmin: boolean;
  readonly staffRole: StaffRole | null;
  readonly balance: number;
  readonly state: UserState;
  readonly isSandbox: boolean;
  readonly createdAt: string;
};

export async function countUsers(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`select count(*) as count from players`;
  return row!.count;
}

type Slice = { readonly offset: number; readonly limit: number };

export function selectNewestUsers(sql: Sql, { offset, limit }: Slice): Promise<UserRow[]> {
  return sql<UserRow>`select * from users order by id desc offset ${offset} limit ${limit}`;
}

/** Sorts all balances: every movement of every wallet would have to update an index. */
export function selectRichestUsers(sql: Sql, { offset, limit }: Slice): Promise<UserRow[]> {
  return sql<UserRow>`select * from users order by balance desc, id offset ${offset} limit ${limit}`;
}

/** The names of these players, sorted. */
export function selectNamesOf(
  sql: Sql,
  ids: readonly number[],
  { offset, limit }: Slice,
): Promise<{ readonly id: number; readonly username: string }[]> {
  return sql<{ readonly id: number; readonly username: string }>`
    select id, username from players where id = any(${ids}::int8[])
    order by username_key offset ${offset} limit ${limit}`;
}

/** Search keys: prefixes of name and e-mail, or a whole id. */
export type UserSearch = { readonly nameKey: string; readonly emailKey: string; readonly text: string };

export async function countFoundUsers(sql: Sql, { nameKey, emailKey, text }: UserSearch): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from find_players(${nameKey}, ${emailKey}, ${text})`;
  return row!.count;
}

/** An exact match of the name first, then by name. */
export function selectFoundUsers(sql: Sql, filter: UserSearch, { offset, limit }: Slice): Promise<UserRow[]> {
  const { nameKey, emailKey, text } = filter;
  return sql<UserRow>`
    select users.* from find_players(${nameKey}, ${emailKey}, ${text}) as found (id)
    join players using (id) join users using (id)
    order by username_key = ${nameKey} desc, username_key offset ${offset} limit ${limit}`;
}

export async function selectUserByName(sql: Sql, usernameKey: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow>`
    select * from users where id = (select id from players where username_key = ${usernameKey})`;
  return user;
}

export async function selectUserByEmail(sql: Sql, emailKey: string): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow>`
    select * from users where id = (select id from players where email_key = ${emailKey})`;
  return user;
}

export type UserInfoRow = UserRow & {
  readonly steamId: string | null;
  readonly elo: number;
  readonly lastSeenAt: string | null;
  readonly mutedUntil: string | null;
  readonly flaggedAt: string | null;
  readonly flaggedFor: UserInfo['flaggedFor'];
  readonly breakUntil: string | null;
  readonly excludedUntil: string | null;
  readonly ageConfirmedAt: string | null;
  readonly bannedAt: string | null;
  readonly banReason: string | null;
  readonly bannedById: number | null;
  readonly bannedByName: string | null;
};

/** One account in full; mutes and breaks that ended are null. */
export async function selectUserInfo(sql: Sql, id: number): Promise<UserInfoRow | undefined> {
  const [info] = await sql<UserInfoRow>`
    select users.*, players.steam_id as "steamId", players.elo, players.flagged_at as "flaggedAt",
           players.age_confirmed_at as "ageConfirmedAt", players.banned_at as "bannedAt",
           players.ban_reason as "banReason", staff.id as "bannedById", staff.username as "bannedByName",
           greatest(players.last_seen_at, (select max(last_seen_at) from sessions where player_id = players.id),
                    (select max(last_used_at) from known_devices where player_id = players.id)) as "lastSeenAt",
           (select muted_until from chat_mutes where player_id = players.id and muted_until > now()) as "mutedUntil",
           case when players.flagged_at is not null then (
             select jsonb_build_object('offerId', offer.id, 'kind', kind) from trade_offers as offer
             where offer.player_id = players.id and offer.state = 'REVERSED' order by offer.updated_at desc, offer.id desc limit 1
           ) end as "flaggedFor",
           case when break_until > now() then break_until end as "breakUntil",
           case when excluded_until > now() then excluded_until end as "excludedUntil"
    from users join players on players.id = users.id
    left join players as staff on staff.id = players.banned_by
    left join safer_play on safer_play.player_id = players.id
    where users.id = ${id}`;
  return info;
}

export async function isUser(sql: Sql, id: number): Promise<boolean> {
  const rows = await sql`select from players where id = ${id}`;
  return rows.length > 0;
}

export type LockedUser = { readonly staffRole: StaffRole | null; readonly state: UserState };

/** Locks an account against sign-ins and other staff; undefined if it does not exist. */
export async function lockUser(sql: Sql, id: number): Promise<LockedUser | undefined> {
  const [user] = await sql<LockedUser>`
    select staff_role as "staffRole", state from players where id = ${id} for no key update`;
  return user;
}

/** Locks the admins who can sign in, by rising id; returns their ids. */
export async function lockAdmins(sql: Sql): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from players where staff_role = 'admin' and state = 'active' order by id for no key update`;
  return rows.map(({ id }) => id);
}

export type StaffCandidate = LockedUser & {
  readonly username: string;
  readonly isSandbox: boolean;
  /** On a break or excluded. */
  readonly isResting: boolean;
};

/** Locks an account whose role is about to change; undefined if it does not exist. */
export async function lockStaffCandidate(sql: Sql, id: number): Promise<StaffCandidate | undefined> {
  const [candidate] = await sql<StaffCandidate>`
    select username, staff_role as "staffRole", state, is_sandbox as "isSandbox",
           exists (select from safer_play where player_id = players.id
                   and (break_until > now() or excluded_until > now())) as "isResting"
    from players where id = ${id} for no key update`;
  return candidate;
}

type Ban = { readonly reason: string; readonly actorId: number };

export async function updateBanned(sql: Sql, id: number, { reason, actorId }: Ban): Promise<void> {
  await sql`
    update players set state = 'banned', banned_at = now(), ban_reason = ${reason}, banned_by = ${actorId}
    where id = ${id}`;
}

export async function updateActive(sql: Sql, id: number): Promise<void> {
  await sql`
    update players set state = 'active', banned_at = null, ban_reason = null, banned_by = null where id = ${id}`;
}
