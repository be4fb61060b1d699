import { pluralOf } from '#i18n/plural.ts';
import { type MarketCatalogue, mixedMarket } from './mixed.ts';

/** What the pages of the market say in English: the specification's words without their capitals, and diamonds for the dollar. */
export const enMarket: MarketCatalogue = {
  ...mixedMarket,
  sell: {
    ...mixedMarket.sell,
    title: 'Sell an item',
    items: 'Your items',
    nonTradable: 'Items that cannot be sold now',
    notTradable: 'This item cannot be traded now',
    submit: 'List item',
    submitting: 'Listing…',
    invalidPrice: 'Enter a price above 0.',
    listed: (name, price) => `${name} is listed for ${pluralOf(price, { one: 'diamond', other: 'diamonds' })}.`,
    failed: 'The item could not be listed.',
    broken: 'No connection: the item could not be listed.',
  },
  sellYourItem: 'Sell an item',
};
