/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  tickets: {
    filterLabel: 'Tickets by state',
    all: 'All',
    open: 'Open',
    closed: 'Closed',
    listLabel: 'Player tickets',
    none: 'There are no tickets.',
    noneOpen: 'No open tickets.',
    noneClosed: 'No closed tickets.',
    noneHint: 'Tickets from players appear here, unread ones first.',
    unreadTab: 'unread tickets',
    failed: 'An error occurred while fetching data.',
  },
};

export type AdminCatalogue = typeof mixedAdmin;
