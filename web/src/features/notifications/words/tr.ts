import type { NotificationsCatalogue } from './mixed.ts';

/** Texts of the panel of notifications in Turkish. */
export const trNotifications: NotificationsCatalogue = {
  title: 'Bildirimler',
  empty: 'Hiç bildiriminiz yok.',
  unread: 'Okunmadı',
};
