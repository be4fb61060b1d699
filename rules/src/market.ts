export const MARKET_SORTS = ['highest', 'lowest', 'newest', 'oldest'] as const;
export type MarketSort = (typeof MARKET_SORTS)[number];

/** Listings and buy orders that one player may have open: more than people need, fewer than bots would create. */
export const OPEN_LISTINGS_MAX = 1_000;
export const OPEN_BUY_ORDERS_MAX = 50;

const FEE_PERCENT = 5n;

/** The fee that the house keeps of a sale. Computed in whole numbers, because 0.05 times a large price would be off by one. */
export function marketFeeOf(price: number): number {
  return Number((BigInt(price) * FEE_PERCENT) / 100n);
}

/** The share of a price that the seller gets. */
export function sellerShareOf(price: number): number {
  return price - marketFeeOf(price);
}

/** The states of a listing. A closed listing never opens again. */
export const LISTING_STATES = ['OPEN', 'SOLD', 'CANCELLED', 'REMOVED'] as const;
export type ListingState = (typeof LISTING_STATES)[number];

/** `UNPAID`: the order met a listing that its owner could not or may not pay. */
export const BUY_ORDER_STATES = ['OPEN', 'FILLED', 'CANCELLED', 'UNPAID'] as const;
export type BuyOrderState = (typeof BUY_ORDER_STATES)[number];
