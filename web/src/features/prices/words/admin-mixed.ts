import { plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  prices: {
    failed: 'An error occurred while fetching data.',
    source: 'Source',
    snapshot: 'Built-in prices',
    snapshotHint:
      'No price feed is set up, so prices only change when staff change them. To use a feed, set PRICE_FEED_URL.',
    readAt: 'Last update',
    never: 'Never',
    changed: 'Changed',
    changedItems: (count: number) => plural(count, { one: 'item', other: 'items' }),
    stale: 'Prices are out of date.',
    staleHint: 'Deposits are paused until the feed works again.',
    failure: 'The last update failed.',
    readNow: 'Update now',
    wasRead: 'Prices updated.',
    heldPrice: 'Price jumps',
    heldLead: 'These changes are too large to apply automatically. The current price stays until you decide.',
    found: (count: number) => plural(count, { one: 'price', other: 'prices' }),
    none: 'No prices are waiting for you.',
    noneHint: 'Small changes apply automatically. A price that doubles or halves waits here.',
    known: 'Current',
    fresh: 'New',
    change: 'Change',
    seen: 'Seen',
    accept: 'Accept',
    acceptOf: (item: string) => `Accept the new price of ${item}`,
    keep: 'Keep',
    keepOf: (item: string) => `Keep the current price of ${item}`,
    accepted: (item: string, price: string) => `${item} now costs ${price}.`,
    unchanged: (item: string, price: string) => `${item} stays at ${price}.`,
  },
};

export type AdminCatalogue = typeof mixedAdmin;
