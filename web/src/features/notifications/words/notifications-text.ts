import { useWords } from '#i18n/i18n.ts';
import { enNotifications } from './en.ts';
import { type NotificationsCatalogue, mixedNotifications } from './mixed.ts';
import { trNotifications } from './tr.ts';

export const words = { mixed: mixedNotifications, tr: trNotifications, en: enNotifications };

/** Texts of the panel of notifications, in the current language. */
export function useNotificationsText(): NotificationsCatalogue {
  return useWords(words);
}
