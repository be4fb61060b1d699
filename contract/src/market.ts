import { EXTERIORS, RARITIES, WEAPON_TYPES } from '@karat/rules/items';
import { BUY_ORDER_STATES, LISTING_STATES, MARKET_SORTS } from '@karat/rules/market';
import { PRICE_MAX } from '@karat/rules/items';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { diamondAmount } from './item-forms.ts';
import { SEARCH_LENGTH_MAX } from './items.ts';
import { listOf, paginationQuery, wholeNumber } from './pagination.ts';
import { playerName } from './player-name.ts';
import { idNumber, idParam, reasonBody, validDatabaseText } from './text.ts';

const price = diamondAmount({ notNumber: 'Please enter a valid price.', notPositive: 'Please enter a valid price.' });

/** A price that is never rounded, so that no one pays another price than the one they typed. */
const wholePrice = z
  .number('Please enter a valid price.')
  .check(
    z.int('Price must be a whole number.'),
    z.positive('Please enter a valid price.'),
    z.maximum(PRICE_MAX, 'Price is too high'),
  );

const searchText = z._default(
  z.string().check(z.trim(), z.maxLength(SEARCH_LENGTH_MAX, 'Search text is too long'), validDatabaseText),
  '',
);

const priceFilter = z.optional(wholeNumber({ min: 0, max: PRICE_MAX, message: 'Invalid filter.' }));

const skin = {
  itemId: z.number(),
  market_hash_name: z.string(),
  image: z.string(),
  skinRarity: z.string(),
  skinExterior: z.string(),
  weaponType: z.string(),
};

/** All open listings of one skin in one exterior, as one entry of the grid: the cheapest, and their number. */
export const marketItem = z.object({
  /** The id of the cheapest listing, the oldest of several with the same price; buying takes this one. */
  id: z.number(),
  ...skin,
  price: z.number(),
  listings: z.number(),
  /** Time of the newest listing. */
  createdAt: z.iso.datetime(),
});
export type MarketItem = z.output<typeof marketItem>;

export const getMarketItems = endpoint({
  method: 'GET',
  path: '/user/getMarketItems',
  summary: 'The skins on the market, one row per skin and exterior: the cheapest listing and the number of listings.',
  query: z.object({
    ...paginationQuery(),
    search: searchText,
    rarity: z.optional(z.enum(RARITIES, 'Invalid filter.')),
    weaponType: z.optional(z.enum(WEAPON_TYPES, 'Invalid filter.')),
    exterior: z.optional(z.enum(EXTERIORS, 'Invalid filter.')),
    minPrice: priceFilter,
    maxPrice: priceFilter,
    sort: z._default(z.enum(MARKET_SORTS, 'Invalid sort.'), 'newest'),
  }),
  reply: listOf(marketItem),
});

const openListing = z.object({
  id: z.number(),
  price: z.number(),
  seller: z.object({ id: z.number(), ...playerName, avatar: z.string() }),
  createdAt: z.iso.datetime(),
});
export type OfferedListing = z.output<typeof openListing>;

const salesDay = z.object({
  day: z.string(),
  sales: z.number(),
  low: z.number(),
  high: z.number(),
  average: z.number(),
});
export type SalesDay = z.output<typeof salesDay>;

/** Days of the price history, and the number of single sales that are listed. */
export const SALES_HISTORY_DAYS = 90;
export const LAST_SALES_LISTED = 20;
/** The number of a skin's cheapest listings that can be paged through. */
export const ITEM_LISTINGS_MAX = 1_000;

const marketBook = z.object({
  ...skin,
  /** The catalogue price and the quick sell price, for comparison. */
  price: z.number(),
  quick_sell_price: z.number(),
  listings: z.number(),
  lowestPrice: z.nullable(z.number()),
  orders: z.number(),
  highestOrder: z.nullable(z.number()),
  history: z.array(salesDay),
  lastSales: z.array(z.object({ price: z.number(), soldAt: z.iso.datetime() })),
});
export type MarketBook = z.output<typeof marketBook>;

export const getMarketItem = endpoint({
  method: 'GET',
  path: '/user/getMarketItem/:itemId',
  summary: 'One skin on the market: numbers of listings and buy orders, sale prices by day, and the last sales.',
  params: z.object({ itemId: idParam }),
  refuses: ['not_found'],
  reply: z.object({ data: marketBook }),
});

export const getItemListings = endpoint({
  method: 'GET',
  path: '/user/getItemListings/:itemId',
  summary: 'The open listings of one skin, cheapest first.',
  params: z.object({ itemId: idParam }),
  query: z.object(paginationQuery()),
  refuses: ['not_found'],
  reply: listOf(openListing),
});

/** Refusals of every call that sells or buys. */
const TRADING_REFUSALS = ['account_flagged', 'banned', 'key_reused', 'ledger_halted', 'not_found'] as const;

const nameText = z.optional(
  z.string('Invalid item.').check(z.trim(), z.maxLength(200, 'Invalid item.'), validDatabaseText),
);

export const listItemOnMarket = endpoint({
  method: 'POST',
  path: '/user/listItemOnMarket',
  switch: 'market',
  summary:
    'List an owned item for sale. Without itemId, the oldest free one of that name and exterior; image, rarity and type are taken from the catalogue. Honours Idempotency-Key.',
  body: z.object({
    itemId: z.optional(idNumber),
    itemName: nameText,
    skinExterior: nameText,
    price,
    // Part of the specified payload, but ignored.
    image: z.optional(z.unknown()),
    rarity: z.optional(z.unknown()),
    weaponType: z.optional(z.unknown()),
  }),
  refuses: [...TRADING_REFUSALS, 'already_sold', 'item_locked', 'on_hold', 'too_many_listings'],
  reply: z.object({
    message: z.string(),
    data: z.object({
      listingId: z.number(),
      /** The ids in the catalogue and in the player's inventory. */
      itemId: z.number(),
      inventoryId: z.number(),
      price: z.number(),
      market_hash_name: z.string(),
    }),
  }),
});

export const buyMarketItem = endpoint({
  method: 'POST',
  path: '/user/buyMarketItem/:listingId',
  switch: 'market',
  summary:
    'Buy a listing: item and diamonds change hands in one transaction. With `price`, only if the listing still has that price. Honours Idempotency-Key.',
  params: z.object({ listingId: idParam }),
  body: z.object({ price: z.optional(wholePrice) }),
  refuses: [...TRADING_REFUSALS, 'insufficient_balance', 'listing_gone', 'own_listing', 'price_changed'],
  reply: z.object({
    message: z.string(),
    data: z.object({
      itemId: z.number(),
      /** The id in the buyer's inventory. */
      inventoryId: z.number(),
      market_hash_name: z.string(),
      price: z.number(),
    }),
  }),
});

export const cancelListing = endpoint({
  method: 'POST',
  path: '/user/cancelListing/:listingId',
  summary: 'Cancel one of the player’s own listings; the item is free again. Cancelling it again has no effect.',
  params: z.object({ listingId: idParam }),
  refuses: ['listing_gone', 'not_found'],
  reply: z.object({ message: z.string() }),
});

export const changeListingPrice = endpoint({
  method: 'POST',
  path: '/user/changeListingPrice/:listingId',
  switch: 'market',
  summary: 'Change the price of one of the player’s own listings.',
  params: z.object({ listingId: idParam }),
  body: z.object({ price: wholePrice }),
  refuses: ['item_locked', 'listing_gone', 'not_found'],
  reply: z.object({ message: z.string() }),
});

const ownListing = z.object({
  id: z.number(),
  ...skin,
  price: z.number(),
  fee: z.number(),
  state: z.enum(LISTING_STATES),
  createdAt: z.iso.datetime(),
  /** The time when it was sold, cancelled or removed. */
  closedAt: z.nullable(z.iso.datetime()),
  /** Whether another listing of the same skin is cheaper. */
  isUndercut: z.boolean(),
  /** The reason why staff removed it. */
  reason: z.nullable(z.string()),
});
export type OwnListing = z.output<typeof ownListing>;

export const LISTING_VIEWS = ['open', 'closed'] as const;

export const getMyListings = endpoint({
  method: 'GET',
  path: '/user/getMyListings',
  summary: 'The player’s own listings, newest first: the open ones, or the closed ones.',
  query: z.object({ ...paginationQuery(), view: z._default(z.enum(LISTING_VIEWS, 'Invalid view.'), 'open') }),
  reply: listOf(ownListing),
});

const buyOrder = z.object({
  id: z.number(),
  ...skin,
  /** The highest price that the order pays. */
  price: z.number(),
  state: z.enum(BUY_ORDER_STATES),
  /** The price that was paid; null until the order is filled. */
  paid: z.nullable(z.number()),
  lowestPrice: z.nullable(z.number()),
  createdAt: z.iso.datetime(),
  closedAt: z.nullable(z.iso.datetime()),
});
export type BuyOrder = z.output<typeof buyOrder>;

export const getMyBuyOrders = endpoint({
  method: 'GET',
  path: '/user/getMyBuyOrders',
  summary: 'The player’s own buy orders, newest first: the open ones, or the closed ones.',
  query: z.object({ ...paginationQuery(), view: z._default(z.enum(LISTING_VIEWS, 'Invalid view.'), 'open') }),
  reply: listOf(buyOrder),
});

export const createBuyOrder = endpoint({
  method: 'POST',
  path: '/user/createBuyOrder',
  switch: 'market',
  summary:
    'Order a skin for at most this price. Buys at once if there is such a listing, otherwise as soon as there is one. Honours Idempotency-Key.',
  body: z.object({ itemId: idNumber, price: wholePrice }),
  refuses: [...TRADING_REFUSALS, 'insufficient_balance', 'order_open', 'too_many_orders'],
  reply: z.object({ message: z.string(), data: z.object({ orderId: z.number() }) }),
});

export const cancelBuyOrder = endpoint({
  method: 'POST',
  path: '/user/cancelBuyOrder/:orderId',
  summary: 'Cancel one of the player’s own buy orders. Cancelling it again has no effect.',
  params: z.object({ orderId: idParam }),
  refuses: ['listing_gone', 'not_found'],
  reply: z.object({ message: z.string() }),
});

const staffListing = z.object({
  id: z.number(),
  ...skin,
  price: z.number(),
  state: z.enum(LISTING_STATES),
  seller: z.object({ id: z.number(), ...playerName }),
  buyer: z.nullable(z.object({ id: z.number(), ...playerName })),
  createdAt: z.iso.datetime(),
  closedAt: z.nullable(z.iso.datetime()),
  reason: z.nullable(z.string()),
});
export type StaffListing = z.output<typeof staffListing>;

export const getAllListings = endpoint({
  method: 'GET',
  path: '/admin/getAllListings',
  summary: 'Listings of all players, newest first; optionally of one player or one skin.',
  query: z.object({
    ...paginationQuery(),
    state: z.optional(z.enum(LISTING_STATES, 'Invalid filter.')),
    /** A player's full name. */
    username: z._default(z.string().check(z.trim(), z.maxLength(64, 'Search text is too long'), validDatabaseText), ''),
    itemId: z.optional(wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER, message: 'Invalid filter.' })),
  }),
  reply: listOf(staffListing),
});

export const removeListing = endpoint({
  method: 'POST',
  path: '/admin/removeListing/:listingId',
  summary: 'Remove a listing from the market; the item goes back to its owner, who is notified of the reason.',
  params: z.object({ listingId: idParam }),
  body: reasonBody,
  refuses: ['listing_gone', 'not_found'],
  reply: z.object({ message: z.string() }),
});
