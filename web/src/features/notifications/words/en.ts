import { type NotificationsCatalogue, mixedNotifications as mixed } from './mixed.ts';

/** Texts of the panel of notifications in English. */
export const enNotifications: NotificationsCatalogue = {
  ...mixed,
  empty: 'You have no notifications.',
};
