/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  tickets: {
    filterLabel: 'Tickets by state',
    all: 'All',
    open: 'Open',
    closed: 'Closed',
    listLabel: 'Tickets of players',
    none: 'There are no tickets.',
    noneOpen: 'No ticket is open.',
    noneClosed: 'No ticket is closed.',
    noneHint: 'What players ask stands here, and what nobody has read yet stands first.',
    unreadTab: 'there are unread ones',
    failed: 'An error occurred while fetching data.',
  },
};

export type AdminCatalogue = typeof mixedAdmin;
