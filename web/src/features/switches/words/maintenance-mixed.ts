/** Texts of the maintenance page in the default language. */
export const mixedMaintenance = {
  closedTitle: 'We’ll be back soon',
  closedText: 'The site is being maintained. Your diamonds and items are safe.',
  closedUntil: 'Expected to be back:',
  closedStays: 'You can leave this page open. The site appears by itself when it is back.',
  staffSignIn: 'Staff sign-in',
};

export type MaintenanceCatalogue = typeof mixedMaintenance;
