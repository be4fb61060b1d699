import type { Notification } from '@karat/contract/notifications';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import type { Live } from '#live/port.ts';
import {
  deleteOldNotifications,
  insertNotification,
  insertNotifications,
  type NewNotification,
  selectNotifications,
  selectStaffIds,
  updateRead,
} from './queries.ts';

const NOTIFICATIONS_LISTED_MAX = 50;
const NOTIFICATIONS_STORED_MAX = 200;

/** Notifies a player, in the same transaction as the event itself. */
export async function notify(tx: Tx, live: Live, notification: NewNotification): Promise<void> {
  const data = await insertNotification(tx.sql, notification);
  await deleteOldNotifications(tx.sql, notification.playerId, NOTIFICATIONS_STORED_MAX);
  tx.afterCommit(() => live.toPlayer(notification.playerId, 'ADD_NOTIFICATION', { data }));
}

/** Adds many notifications in one statement. */
export async function notifyMany(tx: Tx, live: Live, notifications: readonly NewNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  for (const { playerId, ...data } of await insertNotifications(tx.sql, notifications)) {
    tx.afterCommit(() => live.toPlayer(playerId, 'ADD_NOTIFICATION', { data }));
  }
}

/** Notifies all staff. */
export async function notifyStaff(tx: Tx, live: Live, notification: Omit<NewNotification, 'playerId'>): Promise<void> {
  for (const playerId of await selectStaffIds(tx.sql)) await notify(tx, live, { ...notification, playerId });
}

/** Newest first, as many as the panel shows. */
export function listNotifications(sql: Sql, playerId: number): Promise<Notification[]> {
  return selectNotifications(sql, playerId, NOTIFICATIONS_LISTED_MAX);
}

type ReadRequest = { readonly playerId: number; readonly notificationIds: readonly number[] };

/** Ignores ids of other players; updates all tabs of the player. */
export function markAsRead({ db, live }: Pick<Deps, 'db' | 'live'>, { playerId, notificationIds }: ReadRequest) {
  return db.transaction(async (tx) => {
    const readCount = await updateRead(tx.sql, playerId, notificationIds);
    if (readCount === 0) return;
    const data = await listNotifications(tx.sql, playerId);
    tx.afterCommit(() => live.toPlayer(playerId, 'NOTIFICATION', { data }));
  });
}
