import { pluralOf } from '#i18n/plural.ts';
import { type MarketCatalogue, mixedMarket } from './mixed.ts';

/** Texts of the market in English: the specification's sentences without their capitals, and diamonds for the dollar sign. */
export const enMarket: MarketCatalogue = {
  ...mixedMarket,
  sell: {
    ...mixedMarket.sell,
    title: 'Sell an item',
    items: 'Your items',
    nonTradable: 'Items you cannot sell now',
    notTradable: 'This item cannot be traded now',
    submit: 'List item',
    submitting: 'Listing…',
    invalidPrice: 'Enter a price above 0.',
    listed: (name, price) => `${name} is listed for ${pluralOf(price, { one: 'diamond', other: 'diamonds' })}.`,
    failed: 'The item could not be listed.',
    broken: 'No connection. The item was not listed.',
  },
  sellYourItem: 'Sell an item',
};
