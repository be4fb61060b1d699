import { plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  listings: {
    failed: 'An error occurred while fetching data.',
    listLabel: 'Listings, newest first',
    found: (count: number) => plural(count, { one: 'listing', other: 'listings' }),
    statesLabel: 'Listings by state',
    anyState: 'All',
    states: { OPEN: 'Open', SOLD: 'Sold', CANCELLED: 'Taken off', REMOVED: 'Removed' },
    search: 'Username of the seller, whole',
    ofOneSkin: 'Of one skin only',
    none: 'There are no listings yet.',
    noneHint: 'What players offer on the market stands here, newest first.',
    noneFound: 'No listing matches.',
    noneFoundHint: 'Try another state, or the whole name of a player.',
    seller: 'Seller',
    buyer: 'Buyer',
    price: 'Price',
    state: 'State',
    time: 'Listed',
    closed: 'Closed',
    remove: 'Remove…',
    removeOf: (item: string, seller: string) => `Remove ${item} of ${seller}`,
    removeTitle: 'Remove this listing?',
    removeText: (item: string, seller: string) =>
      `${item} goes back to ${seller}, who is told your reason. The staff log keeps it, with your name.`,
    reason: 'Reason',
    confirm: 'Remove listing',
    removed: (item: string) => `${item} is off the market.`,
  },
};

export type AdminCatalogue = typeof mixedAdmin;
