import type { Notification } from '@karat/contract/notifications';
import { create } from 'zustand';
import { onEvent, onConnect, emit, setServerLanguage } from '#core/socket.ts';
import { runAfterReveal } from '#core/reveals.ts';
import { hasActiveSession, useSession } from '#core/session.ts';
import { onLanguage } from '#i18n/i18n.ts';

/** As many as the server lists. */
const NOTIFICATIONS_STORED_MAX = 50;

/** The player's notifications, newest first. */
export const useNotifications = create<{ readonly notifications: readonly Notification[] }>(() => ({
  notifications: [],
}));

onEvent('NOTIFICATION', ({ data }) => runAfterReveal(() => addNotifications(data)));
onEvent('ADD_NOTIFICATION', ({ data }) => runAfterReveal(() => addNotifications([data])));

// The server answers a change with the whole list.
onLanguage(setServerLanguage);

onConnect(() => {
  if (hasActiveSession()) emit('GET_NOTIFICATIONS');
});

useSession.subscribe((now, before) => {
  if (now.isLoggedIn !== before.isLoggedIn || now.username !== before.username)
    useNotifications.setState({ notifications: [] });
});

/** Merges by id: a list may be older than a notification that has arrived since. Read ones stay read. */
function addNotifications(fresh: readonly Notification[]): void {
  useNotifications.setState(({ notifications }) => {
    const known = new Map(notifications.map((note) => [note.id, note]));
    for (const note of fresh)
      known.set(note.id, { ...note, isRead: note.isRead || known.get(note.id)?.isRead === true });
    const newestFirst = [...known.values()].toSorted((a, b) => b.id - a.id);
    return { notifications: newestFirst.slice(0, NOTIFICATIONS_STORED_MAX) };
  });
}

/** Marks these notifications as read; later ones stay unread. */
export function markRead(ids: readonly number[]): void {
  const read = new Set(ids);
  useNotifications.setState(({ notifications }) => ({
    notifications: notifications.map((each) => (read.has(each.id) ? { ...each, isRead: true } : each)),
  }));
}
