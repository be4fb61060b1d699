import type { Language } from '@karat/contract/language';
import type { Notification } from '@karat/contract/notifications';
import { rolesWith } from '@karat/contract/staff';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { queuePush } from '#features/push/push.ts';
import type { Live } from '#live/port.ts';
import {
  deleteOldNotifications,
  insertNotification,
  insertNotifications,
  type NewRow,
  selectNotifications,
  selectNotificationsOf,
  selectStaffIds,
  type StoredNotification,
  updateRead,
} from './queries.ts';
import { pushOf } from './pushes.ts';
import { STAFF_NOTIFICATIONS, type StaffNotification } from './staff-notifications.ts';
import { iconOf, localize, type NotificationContent, textOf } from './texts/templates.ts';

const NOTIFICATIONS_PAGE_MAX = 50;
const NOTIFICATIONS_STORED_MAX = 200;

export type { NotificationContent, StaffNotification };

export type NewNotification = NotificationContent & {
  readonly playerId: number;
  /** The page that its push opens, if there is a better one than for all notifications of its key. */
  readonly path?: string;
};

/** Translates a notification into the reader's language. Rows of earlier versions, and keys of newer ones, are shown as stored. */
function translate(language: Language, stored: StoredNotification): Notification {
  const { id, isRead, icon, updatedAt, key, parameters } = stored;
  const text = key === null || parameters === null ? undefined : textOf(key, parameters, language);
  const { title, message } = text ?? stored;
  return { id, isRead, icon, title, message, updatedAt };
}

function rowOf(notification: NewNotification): NewRow {
  const { playerId, key, parameters } = notification;
  return { playerId, icon: iconOf(notification), ...textOf(key, parameters, 'mixed')!, key, parameters };
}

function sendToTabs(live: Live, playerId: number, stored: StoredNotification): void {
  const payloads = localize((language) => ({ data: translate(language, stored) }));
  live.toPlayerLocalized(playerId, 'ADD_NOTIFICATION', payloads);
}

/** Notifies a player, in the same transaction as the event itself. */
export async function notify(tx: Tx, live: Live, notification: NewNotification): Promise<void> {
  const { playerId } = notification;
  const stored = await insertNotification(tx.sql, rowOf(notification));
  await deleteOldNotifications(tx.sql, playerId, NOTIFICATIONS_STORED_MAX);
  const push = pushOf(notification, `notification-${stored.id}`);
  if (push !== undefined) await queuePush(tx, { ...push, playerIds: [playerId] });
  tx.afterCommit(() => sendToTabs(live, playerId, stored));
}

/** Adds many notifications in one statement. They are not sent to devices. */
export async function notifyMany(tx: Tx, live: Live, notifications: readonly NewNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  for (const { playerId, ...stored } of await insertNotifications(tx.sql, notifications.map(rowOf))) {
    tx.afterCommit(() => sendToTabs(live, playerId, stored));
  }
}

type PushOnly = { readonly playerIds: readonly number[]; readonly tag: string };

/** Sends a notification only to devices, for events that the open page shows itself. */
export async function pushToPlayers(tx: Tx, { playerIds, tag }: PushOnly, content: NotificationContent): Promise<void> {
  const push = pushOf(content, tag);
  if (push !== undefined && playerIds.length > 0) await queuePush(tx, { ...push, playerIds });
}

/** Notifies the staff whose role has the permission for it. */
export async function notifyStaff(tx: Tx, live: Live, content: StaffNotification): Promise<void> {
  const roles = rolesWith(STAFF_NOTIFICATIONS[content.key]);
  for (const playerId of await selectStaffIds(tx.sql, roles)) await notify(tx, live, { ...content, playerId });
}

export function translateAll(stored: readonly StoredNotification[], language: Language): Notification[] {
  return stored.map((each) => translate(language, each));
}

/** The notifications of each player, newest first, as many as the panel shows. */
export async function listNotificationsOf(
  sql: Sql,
  playerIds: readonly number[],
): Promise<Map<number, StoredNotification[]>> {
  const rows = await selectNotificationsOf(sql, playerIds, NOTIFICATIONS_PAGE_MAX);
  return Map.groupBy(rows, ({ playerId }) => playerId);
}

/** Lists a player's notifications, newest first, as many as the panel shows. */
export async function listNotifications(
  sql: Sql,
  playerId: number,
  language: Language = 'mixed',
): Promise<Notification[]> {
  const stored = await selectNotifications(sql, playerId, NOTIFICATIONS_PAGE_MAX);
  return translateAll(stored, language);
}

type ReadRequest = { readonly playerId: number; readonly notificationIds: readonly number[] };

/** Ignores ids of other players; updates all tabs of the player. */
export function markAsRead({ db, live }: Pick<Deps, 'db' | 'live'>, { playerId, notificationIds }: ReadRequest) {
  return db.transaction(async (tx) => {
    const readCount = await updateRead(tx.sql, playerId, notificationIds);
    if (readCount === 0) return;
    const stored = await selectNotifications(tx.sql, playerId, NOTIFICATIONS_PAGE_MAX);
    const payloads = localize((language) => ({ data: translateAll(stored, language) }));
    tx.afterCommit(() => live.toPlayerLocalized(playerId, 'NOTIFICATION', payloads));
  });
}
