import type { Notification } from '@karat/contract/notifications';
import type { Sql } from '#db/db.ts';

export type NewNotification = Pick<Notification, 'icon' | 'title' | 'message'> & { readonly playerId: number };

export async function insertNotification(sql: Sql, notification: NewNotification): Promise<Notification> {
  const { playerId, icon, title, message } = notification;
  const [inserted] = await sql<Notification>`
    insert into notifications (player_id, icon, title, message) values (${playerId}, ${icon}, ${title}, ${message})
    returning id, is_read as "isRead", icon, title, message, updated_at as "updatedAt"`;
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
  notifications: readonly NewNotification[],
): Promise<(Notification & { readonly playerId: number })[]> {
  const column = <Key extends keyof NewNotification>(key: Key) => notifications.map((each) => each[key]);
  return sql<Notification & { readonly playerId: number }>`
    insert into notifications (player_id, icon, title, message)
    select * from unnest(${column('playerId')}::int8[], ${column('icon')}::text[], ${column('title')}::text[],
                         ${column('message')}::text[])
    returning player_id as "playerId", id, is_read as "isRead", icon, title, message, updated_at as "updatedAt"`;
}

export async function selectStaffIds(sql: Sql): Promise<number[]> {
  const staff = await sql<{ id: number }>`
    select id from players where role = 'admin' and state = 'active' order by id`;
  return staff.map(({ id }) => id);
}

export function selectNotifications(sql: Sql, playerId: number, limit: number): Promise<Notification[]> {
  return sql<Notification>`
    select id, is_read as "isRead", icon, title, message, updated_at as "updatedAt"
    from notifications where player_id = ${playerId} order by id desc limit ${limit}`;
}

/** Keeps the time: the list shows the age of the notification, not when it was read. */
export async function updateRead(sql: Sql, playerId: number, ids: readonly number[]): Promise<number> {
  const updated = await sql<{ id: number }>`
    update notifications set is_read = true
    where player_id = ${playerId} and id = any(${ids}::int8[]) and not is_read
    returning id`;
  return updated.length;
}
