import { plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  prices: {
    failed: 'An error occurred while fetching data.',
    source: 'Source',
    snapshot: 'Those that came with the site',
    snapshotHint: 'No feed is set up: prices change when staff change them. A feed is the setting PRICE_FEED_URL.',
    readAt: 'Last read',
    never: 'Never',
    changed: 'Changed by it',
    changedItems: (count: number) => plural(count, { one: 'item', other: 'items' }),
    stale: 'Prices are out of date.',
    staleHint: 'No skin is taken in until the feed can be read again.',
    failure: 'The last reading failed.',
    readNow: 'Read now',
    wasRead: 'Prices were read.',
    held: 'Prices that have jumped',
    heldLead: 'Too far from the known price to be believed by itself. Until you decide, the known price holds.',
    found: (count: number) => plural(count, { one: 'price', other: 'prices' }),
    none: 'No price waits for you.',
    noneHint: 'Small changes are taken over by themselves. One that doubles or halves a price stands here.',
    known: 'Known',
    fresh: 'New',
    change: 'Change',
    seen: 'Seen',
    accept: 'Accept',
    acceptOf: (item: string) => `Accept the new price of ${item}`,
    keep: 'Keep',
    keepOf: (item: string) => `Keep the known price of ${item}`,
    accepted: (item: string, price: string) => `${item} now costs ${price}.`,
    unchanged: (item: string, price: string) => `${item} stays at ${price}.`,
  },
};

export type AdminCatalogue = typeof mixedAdmin;
