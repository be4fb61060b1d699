/** Texts of the panel of notifications in the default language. */
export const mixedNotifications = {
  title: 'Notifications',
  empty: 'Seems like there is no notifications.',
  unread: 'Unread',
  /** Sentences of the server that are always the same, in the language of the page. */
  said: {} as Readonly<Record<string, string>>,
};

export type NotificationsCatalogue = typeof mixedNotifications;
