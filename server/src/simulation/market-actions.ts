import {
  cancelBuyOrder,
  cancelListing,
  changeListingPrice,
  getMyBuyOrders,
  getMyListings,
} from '@karat/contract/market';
import { fetchFreeItems } from '#sandbox/player-actions/case-actions.ts';
import {
  browseMarket,
  buyListing,
  fetchListings,
  listItem,
  orderItem,
} from '#sandbox/player-actions/market-actions.ts';
import type { Action } from './context.ts';

const BOUGHT_PRICE_MAX = 6_000;

/** Lists an item near its quick-sell price, so that many listings find a buyer. */
export const listOne: Action = async ({ client, results }, person) => {
  const { random, record } = person;
  const items = await fetchFreeItems(client, person);
  if (items.length === 0) return;
  const { id: itemId, price: worth } = random.oneOf(items);
  const listed = await listItem(client, person, { itemId, worth, factor: 0.8 + random.next() * 0.6 });
  if (listed === undefined) return;
  const { listingId, inventoryId, price, requestedPrice } = listed;
  if (inventoryId !== itemId || price !== requestedPrice)
    results.breach(`listing ${listingId} is not what ${person.name} requested`);
  record.listed(listingId, inventoryId);
};

export const buyOne: Action = async ({ client, results }, person) => {
  const { random, record } = person;
  const offered = (await browseMarket(client, person)).filter(({ price }) => price <= BOUGHT_PRICE_MAX);
  if (offered.length === 0) return;
  const listings = await fetchListings(client, person, random.oneOf(offered).itemId);
  const [cheapest] = listings;
  if (cheapest === undefined) return;
  const { id: listingId, price } = random.happens(0.8) ? cheapest : random.oneOf(listings);
  const bought = await buyListing(client, person, { id: listingId, price });
  if (bought === undefined) return;
  const { inventoryId, price: paid } = bought;
  if (paid !== price) results.breach(`${person.name} saw listing ${listingId} at ${price} and paid ${paid}`);
  record.bought({ listingId, inventoryId, price: paid });
};

export const manageListings: Action = async ({ client }, person) => {
  const { random } = person;
  const myListings = await client.call(person, getMyListings, { query: { limit: '20' } });
  if (!myListings.isDone || myListings.reply.data.length === 0) return;
  const { id, price } = random.oneOf(myListings.reply.data);
  const params = { listingId: String(id) };
  if (random.happens(0.4)) await client.call(person, cancelListing, { params });
  else {
    const body = { price: Math.max(1, Math.round(price * (0.8 + random.next() * 0.3))) };
    await client.call(person, changeListingPrice, { params, body });
  }
};

/** Places a buy order a little below or above the offered price, or cancels one. */
export const placeBuyOrder: Action = async ({ client }, person) => {
  const { random } = person;
  if (random.happens(0.25)) {
    const myOrders = await client.call(person, getMyBuyOrders, { query: {} });
    if (!myOrders.isDone || myOrders.reply.data.length === 0) return;
    const { id } = random.oneOf(myOrders.reply.data);
    await client.call(person, cancelBuyOrder, { params: { orderId: String(id) } });
    return;
  }
  const offered = await browseMarket(client, person);
  if (offered.length === 0) return;
  const { itemId, price: worth } = random.oneOf(offered);
  await orderItem(client, person, { itemId, worth, factor: 0.85 + random.next() * 0.25 });
};
