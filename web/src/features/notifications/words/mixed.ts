/** Texts of the panel of notifications in the default language. */
export const mixedNotifications = {
  title: 'Notifications',
  empty: 'Seems like there is no notifications.',
  unread: 'Unread',
};

export type NotificationsCatalogue = typeof mixedNotifications;
