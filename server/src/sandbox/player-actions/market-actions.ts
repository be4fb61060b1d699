import {
  buyMarketItem,
  createBuyOrder,
  getItemListings,
  getMarketItems,
  listItemOnMarket,
  type MarketItem,
  type OfferedListing,
} from '@karat/contract/market';
import type { Reply } from '@karat/contract/endpoint';
import type { Calls, ProgramPlayer } from './calls.ts';

const priceOf = (worth: number, factor: number): number => Math.max(1, Math.round(worth * factor));

type Listed = Reply<typeof listItemOnMarket>['data'];
type ListingPlan = { readonly itemId: number; readonly worth: number; readonly factor: number };

/** Lists an owned item at a multiple of its worth. */
export async function listItem(
  calls: Calls,
  player: ProgramPlayer,
  { itemId, worth, factor }: ListingPlan,
): Promise<(Listed & { readonly requestedPrice: number }) | undefined> {
  const requestedPrice = priceOf(worth, factor);
  const body = { itemId, price: requestedPrice };
  const listed = await calls.call(player, listItemOnMarket, { body }, { key: player.newKey() });
  return listed.isDone ? { ...listed.reply.data, requestedPrice } : undefined;
}

export async function browseMarket(calls: Calls, player: ProgramPlayer): Promise<MarketItem[]> {
  const query = { sort: player.random.oneOf(['newest', 'lowest'] as const), limit: '20' };
  const marketItems = await calls.call(player, getMarketItems, { query });
  return marketItems.isDone ? marketItems.reply.data : [];
}

/** Listings of other players for one skin, cheapest first. */
export async function fetchListings(calls: Calls, player: ProgramPlayer, itemId: number): Promise<OfferedListing[]> {
  const listings = await calls.call(player, getItemListings, { params: { itemId: String(itemId) }, query: {} });
  return listings.isDone ? listings.reply.data.filter(({ seller }) => seller.id !== player.id) : [];
}

type Bought = Reply<typeof buyMarketItem>['data'];

/** Buys a listing at the price that was shown. */
export async function buyListing(
  calls: Calls,
  player: ProgramPlayer,
  { id, price }: Pick<OfferedListing, 'id' | 'price'>,
): Promise<Bought | undefined> {
  const input = { params: { listingId: String(id) }, body: { price } };
  const bought = await calls.call(player, buyMarketItem, input, { key: player.newKey() });
  return bought.isDone ? bought.reply.data : undefined;
}

/** Orders a skin at a multiple of its worth. */
export async function orderItem(
  calls: Calls,
  player: ProgramPlayer,
  { itemId, worth, factor }: ListingPlan,
): Promise<boolean> {
  const body = { itemId, price: priceOf(worth, factor) };
  const ordered = await calls.call(player, createBuyOrder, { body }, { key: player.newKey() });
  return ordered.isDone;
}
