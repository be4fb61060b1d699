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
import { type Act, freeItemsOf, type Stage } from './stage.ts';

const BOUGHT_PRICE_MAX = 6_000;

/** Asks something near what the house would pay: enough that many are bought. */
export const listOne: Act = async (stage, person) => {
  const { random, diary } = person;
  const items = await freeItemsOf(stage, person);
  if (items.length === 0) return;
  const { id, price: worth } = random.oneOf(items);
  const body = { itemId: id, price: Math.max(1, Math.round(worth * (0.8 + random.next() * 0.6))) };
  const listed = await stage.client.call(person, listItemOnMarket, { body }, { key: person.newKey() });
  if (!listed.isDone) return;
  const { listingId, inventoryId, price } = listed.reply.data;
  if (inventoryId !== id || price !== body.price)
    stage.tally.breach(`listing ${listingId} is not what ${person.name} asked for`);
  diary.listed(listingId, inventoryId);
};

async function lookAround({ client }: Stage, person: Person): Promise<MarketItem[]> {
  const query = { sort: person.random.oneOf(['newest', 'lowest'] as const), limit: '20' };
  const seen = await client.call(person, getMarketItems, { query });
  return seen.isDone ? seen.reply.data : [];
}

export const buyOne: Act = async (stage, person) => {
  const { random, diary } = person;
  const offered = (await lookAround(stage, person)).filter(({ price }) => price <= BOUGHT_PRICE_MAX);
  if (offered.length === 0) return;
  const chosen = random.oneOf(offered);
  const seen = await stage.client.call(person, getItemListings, {
    params: { itemId: String(chosen.itemId) },
    query: {},
  });
  const listings = seen.isDone ? seen.reply.data.filter(({ seller }) => seller.id !== person.id) : [];
  const [cheapest] = listings;
  if (cheapest === undefined) return;
  const { id: listingId, price } = random.isSo(0.8) ? cheapest : random.oneOf(listings);
  const sent = { params: { listingId: String(listingId) }, body: { price } };
  const bought = await stage.client.call(person, buyMarketItem, sent, { key: person.newKey() });
  if (!bought.isDone) return;
  const { inventoryId, price: paid } = bought.reply.data;
  if (paid !== price) stage.tally.breach(`${person.name} saw listing ${listingId} at ${price} and paid ${paid}`);
  diary.bought({ listingId, inventoryId, price: paid });
};

export const tendStall: Act = async ({ client }, person) => {
  const { random } = person;
  const seen = await client.call(person, getMyListings, { query: { limit: '20' } });
  if (!seen.isDone || seen.reply.data.length === 0) return;
  const { id, price } = random.oneOf(seen.reply.data);
  const params = { listingId: String(id) };
  if (random.isSo(0.4)) await client.call(person, cancelListing, { params });
  else {
    const body = { price: Math.max(1, Math.round(price * (0.8 + random.next() * 0.3))) };
    await client.call(person, changeListingPrice, { params, body });
  }
};

/** Wishes for a skin a little below or above what it is offered at, and takes the wish back at times. */
export const wishForOne: Act = async (stage, person) => {
  const { random } = person;
  if (random.isSo(0.25)) {
    const seen = await stage.client.call(person, getMyBuyOrders, { query: {} });
    if (!seen.isDone || seen.reply.data.length === 0) return;
    const { id } = random.oneOf(seen.reply.data);
    await stage.client.call(person, cancelBuyOrder, { params: { orderId: String(id) } });
    return;
  }
  const offered = await lookAround(stage, person);
  if (offered.length === 0) return;
  const { itemId, price } = random.oneOf(offered);
  const body = { itemId, price: Math.max(1, Math.round(price * (0.85 + random.next() * 0.25))) };
  await stage.client.call(person, createBuyOrder, { body }, { key: person.newKey() });
};
