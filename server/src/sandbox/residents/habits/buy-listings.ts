import { getMarketItem } from '@karat/contract/market';
import { browseMarket, buyListing, fetchListings } from '#sandbox/player-actions/market-actions.ts';
import type { Habit } from '../resident.ts';

/** Residents buy only while there are more listings than this. */
const LISTINGS_MIN = 10;
const PRICE_MAX = 5_000;
/** A multiple of the catalogue price. */
const FACTOR_MAX = 1.05;
/** People see a new listing first. */
const LISTED_MIN_MS = 60_000;

export const buyListings: Habit = {
  name: 'buy-listings',
  isMissing: () => false,
  weight: ({ listings }) => (listings > LISTINGS_MIN ? 0.7 : 0),
  async run({ calls }, resident) {
    const offered = (await browseMarket(calls, resident)).filter(({ price }) => price <= PRICE_MAX);
    if (offered.length === 0) return false;
    const { itemId } = resident.random.oneOf(offered);
    const book = await calls.call(resident, getMarketItem, { params: { itemId: String(itemId) } });
    if (!book.isDone) return false;
    const priceMax = book.reply.data.price * FACTOR_MAX;
    const listings = await fetchListings(calls, resident, itemId);
    const chosen = listings.find(
      ({ price, createdAt }) => price <= priceMax && Date.now() - Date.parse(createdAt) > LISTED_MIN_MS,
    );
    return chosen !== undefined && (await buyListing(calls, resident, chosen)) !== undefined;
  },
};
