import assert from 'node:assert/strict';
import { Refusal } from '@karat/contract/refusal';
import { OPEN_LISTINGS_MAX } from '@karat/rules/market';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { assertNotFlagged } from '#features/holds/holds.ts';
import { countTowardsMissions } from '#features/missions/missions.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import { publishMarketChange } from './live-updates.ts';
import {
  bindItem,
  countOpenListings,
  freeItem,
  insertListing,
  type ListingRow,
  lockBook,
  lockOldestFreeItem,
  type OrderRow,
  type OwnedItem,
  refreshBook,
  selectItem,
  selectListing,
  selectOrder,
  selectOwned,
  selectOwnedByName,
  selectOpenListingsAndOrders,
  updateListingPrice,
  updateListingClosed,
  updateOrderClosed,
} from './queries.ts';

/** An item by its inventory id, or any free one with this name and exterior. */
export type ListingRequest = {
  readonly playerId: number;
  readonly inventoryId?: number | undefined;
  readonly name?: string | undefined;
  readonly exterior?: string | undefined;
  readonly price: number;
};

export type Listed = {
  readonly listingId: number;
  readonly inventoryId: number;
  readonly itemId: number;
  readonly name: string;
};

function refuseItem(owned: OwnedItem | undefined): never {
  if (owned?.state === 'SOLD') throw new Refusal('already_sold', 'This item has already been sold.');
  if (owned?.state === 'LISTED') throw new Refusal('item_locked', 'This item is already on the market.');
  // An item that is free by now was bound at the time of the check.
  if (owned !== undefined) throw new Refusal('item_locked', 'This item is locked and cannot be listed right now.');
  throw new Refusal('not_found', 'Item not found.');
}

async function findItemToList(
  tx: Tx,
  { playerId, inventoryId, name = '', exterior = '' }: ListingRequest,
): Promise<OwnedItem> {
  const owned =
    inventoryId === undefined
      ? await selectOwnedByName(tx.sql, { playerId, name, exterior })
      : await selectOwned(tx.sql, playerId, inventoryId);
  if (owned?.state !== 'OWNED') refuseItem(owned);
  return owned;
}

/** Binds the requested item, or the one of that skin that the player has owned longest. The book is locked. */
async function bindItemToList(tx: Tx, offer: ListingRequest, { itemId, ...found }: OwnedItem): Promise<number> {
  const { playerId } = offer;
  const inventoryId = offer.inventoryId ?? (await lockOldestFreeItem(tx.sql, playerId, itemId)) ?? found.inventoryId;
  if (!(await bindItem(tx.sql, playerId, inventoryId))) refuseItem(await selectOwned(tx.sql, playerId, inventoryId));
  return inventoryId;
}

/** Lists an item at a price and binds it until it is sold or taken off. Only its id or name is taken from the request. */
export async function listItem(tx: Tx, { live }: Pick<Deps, 'live'>, offer: ListingRequest): Promise<Listed> {
  const { playerId, price } = offer;
  const found = await findItemToList(tx, offer);
  const { itemId } = found;
  await lockBook(tx.sql, itemId);
  const inventoryId = await bindItemToList(tx, offer, found);
  const listingId = await insertListing(tx.sql, { sellerId: playerId, inventoryId, itemId, price });
  await refreshBook(tx.sql, itemId, { listings: 1 });
  // Under this lock the player cannot be flagged meanwhile, and two concurrent listings cannot exceed the limit.
  await lockWallet(tx, playerId);
  await assertNotFlagged(tx.sql, playerId);
  if ((await countOpenListings(tx.sql, playerId)) > OPEN_LISTINGS_MAX) {
    throw new Refusal('too_many_listings', `You can have at most ${OPEN_LISTINGS_MAX} open listings.`);
  }
  await countTowardsMissions(tx, live, [{ playerId, event: 'list_items', amount: 1 }]);
  await publishMarketChange(tx, { itemId, ownerIds: [playerId], hands: [{ playerId, soldIds: [] }] });
  const { name } = (await selectItem(tx.sql, itemId))!;
  return { listingId, inventoryId, itemId, name };
}

/** Locks the book of a listing and returns the listing, which then cannot change until the end of the transaction. */
export async function lockListing(tx: Tx, listingId: number): Promise<ListingRow> {
  const found = await selectListing(tx.sql, listingId);
  if (found === undefined) throw new Refusal('not_found', 'Listing not found.');
  await lockBook(tx.sql, found.itemId);
  return (await selectListing(tx.sql, listingId))!;
}

export function refuseClosedListing({ state }: Pick<ListingRow, 'state'>): never {
  const ending = state === 'SOLD' ? 'has been sold' : 'is no longer on the market';
  throw new Refusal('listing_gone', `This listing ${ending}.`);
}

async function lockOwnListing(tx: Tx, { listingId, playerId }: OwnListingId): Promise<ListingRow> {
  const listing = await lockListing(tx, listingId);
  if (listing.sellerId !== playerId) throw new Refusal('not_found', 'Listing not found.');
  return listing;
}

/** Closes an open listing and frees the item. The book is locked. */
export async function closeListing(
  tx: Tx,
  { id, sellerId, inventoryId, itemId }: ListingRow,
  ending: Parameters<typeof updateListingClosed>[2],
): Promise<void> {
  await updateListingClosed(tx.sql, id, ending);
  assert(await freeItem(tx.sql, sellerId, inventoryId), `The item of listing ${id} was not listed`);
  await refreshBook(tx.sql, itemId, { listings: -1 });
  const hands = [{ playerId: sellerId, soldIds: [] }];
  await publishMarketChange(tx, { itemId, goneIds: [id], ownerIds: [sellerId], hands });
}

type OwnListingId = { readonly listingId: number; readonly playerId: number };

/** Cancels the player's own listing. Does nothing if it is already off the market. */
export async function cancelListing(tx: Tx, ownListing: OwnListingId): Promise<void> {
  const listing = await lockOwnListing(tx, ownListing);
  if (listing.state === 'SOLD') refuseClosedListing(listing);
  if (listing.state === 'OPEN') await closeListing(tx, listing, { state: 'CANCELLED', reason: null });
}

/** Changes the price. Returns the item id. */
export async function changePrice(tx: Tx, ownListing: OwnListingId, price: number): Promise<number> {
  const listing = await lockOwnListing(tx, ownListing);
  if (listing.state !== 'OPEN') refuseClosedListing(listing);
  await updateListingPrice(tx.sql, listing.id, price);
  await refreshBook(tx.sql, listing.itemId, {});
  await publishMarketChange(tx, { itemId: listing.itemId, ownerIds: [ownListing.playerId] });
  return listing.itemId;
}

/** Closes an order if it is still open. Returns whether it was, and its current row. */
export async function closeOrder(
  tx: Tx,
  order: OrderRow,
  state: 'CANCELLED' | 'UNPAID',
): Promise<{ isClosed: boolean; now: OrderRow }> {
  const { id, itemId, playerId } = order;
  await lockBook(tx.sql, itemId);
  const now = (await selectOrder(tx.sql, id))!;
  if (now.state !== 'OPEN') return { isClosed: false, now };
  await updateOrderClosed(tx.sql, id, { state, listingId: null });
  await refreshBook(tx.sql, itemId, { orders: -1 });
  await publishMarketChange(tx, { itemId, ownerIds: [playerId] });
  return { isClosed: true, now };
}

/** Closes all listings and buy orders of a player. Locks books by rising item id to avoid deadlocks, and before wallets. */
export async function closeListingsAndOrders(tx: Tx, playerId: number): Promise<void> {
  for (const { listingId, orderId } of await selectOpenListingsAndOrders(tx.sql, playerId)) {
    const listing = listingId === null ? undefined : await lockListing(tx, listingId);
    if (listing?.state === 'OPEN') await closeListing(tx, listing, { state: 'CANCELLED', reason: null });
    if (orderId !== null) await closeOrder(tx, (await selectOrder(tx.sql, orderId))!, 'CANCELLED');
  }
}
