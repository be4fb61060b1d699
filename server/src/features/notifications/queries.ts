import type { StaffRole } from '@karat/contract/staff';
import type { Sql } from '#db/db.ts';

/** A notification as stored. Rows of earlier versions have neither key nor parameters. */
export type StoredNotification = {
  readonly id: number;
  readonly isRead: boolean;
  readonly icon: string;
  /** In the default language. */
  readonly title: string;
  readonly message: string;
  readonly key: string | null;
  readonly parameters: object | null;
  readonly updatedAt: string;
};

export type NewRow = Pick<StoredNotification, 'icon' | 'title' | 'message'> & {
  readonly playerId: number;
  readonly key: string;
  readonly parameters: object;
};

export async function insertNotification(sql: Sql, row: NewRow): Promise<StoredNotification> {
  const { playerId, icon, title, message, key, parameters } = row;
  const [inserted] = await sql<StoredNotification>`
    insert into notifications (player_id, icon, title, message, key, parameters)
    values (${playerId}, ${icon}, ${title}, ${message}, ${key}, ${JSON.stringify(parameters)}::jsonb)
    returning id, is_read as "isRead", icon, title, message, key, parameters, updated_at as "updatedAt"`;
  return inserted!;
}

/** Deletes all but the newest notifications. Skips rows that another transaction is deleting: waiting for it could deadlock. */
export async function deleteOldNotifications(sql: Sql, playerId: number, newest: number): Promise<void> {
  await sql`
    delete from notifications where id in (
      select id from notifications
      where player_id = ${playerId} and id <= (
        select id from notifications where player_id = ${playerId} order by id desc offset ${newest} limit 1)
      for update skip locked)`;
}

export function insertNotifications(
  sql: Sql,
  rows: readonly NewRow[],
): Promise<(StoredNotification & { readonly playerId: number })[]> {
  const column = <Key extends keyof NewRow>(key: Key) => rows.map((each) => each[key]);
  return sql<StoredNotification & { readonly playerId: number }>`
    insert into notifications (player_id, icon, title, message, key, parameters)
    select * from unnest(${column('playerId')}::int8[], ${column('icon')}::text[], ${column('title')}::text[],
                         ${column('message')}::text[], ${column('key')}::text[],
                         ${rows.map(({ parameters }) => JSON.stringify(parameters))}::jsonb[])
    returning player_id as "playerId", id, is_read as "isRead", icon, title, message, key, parameters,
              updated_at as "updatedAt"`;
}

export async function selectStaffIds(sql: Sql, roles: readonly StaffRole[]): Promise<number[]> {
  const staff = await sql<{ id: number }>`
    select id from players
    where staff_role is not null and staff_role = any(${roles}::text[]) and state = 'active' order by id`;
  return staff.map(({ id }) => id);
}

export function selectNotifications(sql: Sql, playerId: number, limit: number): Promise<StoredNotification[]> {
  return sql<StoredNotification>`
    select id, is_read as "isRead", icon, title, message, key, parameters, updated_at as "updatedAt"
    from notifications where player_id = ${playerId} order by id desc limit ${limit}`;
}

export function selectNotificationsOf(
  sql: Sql,
  playerIds: readonly number[],
  limit: number,
): Promise<(StoredNotification & { readonly playerId: number })[]> {
  return sql<StoredNotification & { readonly playerId: number }>`
    select player.id as "playerId", newest.id, is_read as "isRead", icon, title, message, key, parameters,
           updated_at as "updatedAt"
    from unnest(${playerIds}::int8[]) as player (id)
    cross join lateral (
      select * from notifications where player_id = player.id order by id desc limit ${limit}
    ) as newest
    order by newest.id desc`;
}

/** Keeps the time: the list shows the age of the notification, not when it was read. */
export async function updateRead(sql: Sql, playerId: number, ids: readonly number[]): Promise<number> {
  const updated = await sql<{ id: number }>`
    update notifications set is_read = true
    where player_id = ${playerId} and id = any(${ids}::int8[]) and not is_read
    returning id`;
  return updated.length;
}
