/** Texts that the staff pages of several features share, in the default language and in English. */
export const mixedStaff = {
  colors: { red: 'Red', green: 'Green', black: 'Black' },
  tabsLabel: 'Admin pages',
  moreLabel: 'More admin pages',
  notAllowed: 'Your role does not include this page.',
  notAllowedHint: 'Ask an admin if you need it.',
  days: {
    day: 'Day (UTC)',
    previousDay: 'Previous day',
    nextDay: 'Next day',
    today: 'Today',
  },
  download: 'Download CSV',
  filters: { label: 'Filter the list', player: 'Name of a player' },
  gameViews: { label: 'Games', rounds: 'Roulette', rooms: 'Rooms' },
  rows: 'Rows per page',
  changeWaits: 'The change is waiting for a second person. Nothing has changed yet.',
};

export type StaffCatalogue = typeof mixedStaff;
