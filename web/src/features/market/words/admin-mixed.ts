import { plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  listings: {
    failed: 'An error occurred while fetching data.',
    listLabel: 'Listings, newest first',
    found: (count: number) => plural(count, { one: 'listing', other: 'listings' }),
    statesLabel: 'Listings by state',
    anyState: 'All',
    states: { OPEN: 'Open', SOLD: 'Sold', CANCELLED: 'Cancelled', REMOVED: 'Removed' },
    search: 'Exact username of the seller',
    ofOneSkin: 'One skin only',
    none: 'There are no listings yet.',
    noneHint: 'Players’ listings appear here, newest first.',
    noneFound: 'No listings match.',
    noneFoundHint: 'Try another state or the exact username.',
    seller: 'Seller',
    buyer: 'Buyer',
    price: 'Price',
    state: 'State',
    time: 'Listed',
    closed: 'Closed',
    remove: 'Remove…',
    removeOf: (item: string, seller: string) => `Remove ${item} by ${seller}`,
    removeTitle: 'Remove this listing?',
    removeText: (item: string, seller: string) =>
      `${item} goes back to ${seller}, who sees your reason. The staff log records your name.`,
    reason: 'Reason',
    confirm: 'Remove listing',
    removed: (item: string) => `${item} was removed from the market.`,
  },
};

export type AdminCatalogue = typeof mixedAdmin;
