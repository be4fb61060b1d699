import {
  buyMarketItem,
  cancelBuyOrder,
  cancelListing,
  changeListingPrice,
  createBuyOrder,
  getItemListings,
  getMarketItems,
  getMyBuyOrders,
  getMyListings,
  listItemOnMarket,
  type MarketItem,
} from '@karat/contract/market';
import type { Person } from './people.ts';
import { type Action, fetchFreeItems, type SimulationContext } from './context.ts';

const BOUGHT_PRICE_MAX = 6_000;

/** Lists an item near its quick-sell price, so that many listings find a buyer. */
export const listOne: Action = async (context, person) => {
  const { random, record } = person;
  const items = await fetchFreeItems(context, person);
  if (items.length === 0) return;
  const { id, price: worth } = random.oneOf(items);
  const body = { itemId: id, price: Math.max(1, Math.round(worth * (0.8 + random.next() * 0.6))) };
  const listed = await context.client.call(person, listItemOnMarket, { body }, { key: person.newKey() });
  if (!listed.isDone) return;
  const { listingId, inventoryId, price } = listed.reply.data;
  if (inventoryId !== id || price !== body.price)
    context.results.breach(`listing ${listingId} is not what ${person.name} requested`);
  record.listed(listingId, inventoryId);
};

async function browse({ client }: SimulationContext, person: Person): Promise<MarketItem[]> {
  const query = { sort: person.random.oneOf(['newest', 'lowest'] as const), limit: '20' };
  const marketItems = await client.call(person, getMarketItems, { query });
  return marketItems.isDone ? marketItems.reply.data : [];
}

export const buyOne: Action = async (context, person) => {
  const { random, record } = person;
  const offered = (await browse(context, person)).filter(({ price }) => price <= BOUGHT_PRICE_MAX);
  if (offered.length === 0) return;
  const chosen = random.oneOf(offered);
  const itemListings = await context.client.call(person, getItemListings, {
    params: { itemId: String(chosen.itemId) },
    query: {},
  });
  const listings = itemListings.isDone ? itemListings.reply.data.filter(({ seller }) => seller.id !== person.id) : [];
  const [cheapest] = listings;
  if (cheapest === undefined) return;
  const { id: listingId, price } = random.happens(0.8) ? cheapest : random.oneOf(listings);
  const input = { params: { listingId: String(listingId) }, body: { price } };
  const bought = await context.client.call(person, buyMarketItem, input, { key: person.newKey() });
  if (!bought.isDone) return;
  const { inventoryId, price: paid } = bought.reply.data;
  if (paid !== price) context.results.breach(`${person.name} saw listing ${listingId} at ${price} and paid ${paid}`);
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
export const placeBuyOrder: Action = async (context, person) => {
  const { random } = person;
  if (random.happens(0.25)) {
    const myOrders = await context.client.call(person, getMyBuyOrders, { query: {} });
    if (!myOrders.isDone || myOrders.reply.data.length === 0) return;
    const { id } = random.oneOf(myOrders.reply.data);
    await context.client.call(person, cancelBuyOrder, { params: { orderId: String(id) } });
    return;
  }
  const offered = await browse(context, person);
  if (offered.length === 0) return;
  const { itemId, price } = random.oneOf(offered);
  const body = { itemId, price: Math.max(1, Math.round(price * (0.85 + random.next() * 0.25))) };
  await context.client.call(person, createBuyOrder, { body }, { key: person.newKey() });
};
