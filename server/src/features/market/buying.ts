import assert from 'node:assert/strict';
import { Refusal } from '@karat/contract/refusal';
import { marketFeeOf } from '@karat/rules/market';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { diamondsText } from '#diamonds-text.ts';
import { assertNotFlagged, holdPartsFor, passOnUnderpricedParts, passOnHeldParts } from '#features/holds/holds.ts';
import { notify } from '#features/notifications/notifications.ts';
import { lockWallets, moveDiamonds } from '#features/wallet/wallet.ts';
import { lockListing, refuseClosedListing } from './market.ts';
import { publishMarketChange } from './live-updates.ts';
import {
  transferItem,
  type ListingRow,
  refreshBook,
  selectSellerBlock,
  selectBuyerStatus,
  updateListingSold,
  updateOrderClosed,
} from './queries.ts';

type BuyingDeps = Pick<Deps, 'live'>;

/** Refuses during a halt, and refuses banned and flagged players. Buying is not a wager, so a break does not forbid it. */
export async function assertMayBuy(sql: Sql, playerId: number): Promise<void> {
  const { isHalted, isBanned } = await selectBuyerStatus(sql, playerId);
  if (isHalted) {
    throw new Refusal('ledger_halted', 'The market is paused while the books are checked. Your diamonds are safe.');
  }
  if (isBanned) throw new Refusal('banned', 'This account is banned.');
  await assertNotFlagged(sql, playerId);
}

/** Refuses listings of banned and flagged sellers as closed. */
async function assertMaySell(sql: Sql, listing: ListingRow): Promise<void> {
  if ((await selectSellerBlock(sql, listing.sellerId)) !== null) refuseClosedListing(listing);
}

/**
 * The buyer's payment goes to the market and from there, less the fee, to the seller, and holds are passed on with it. Holds are
 * also passed on with an item sold below its value; otherwise a friend could take out for 1 diamond what a held deposit has won.
 */
async function pay(tx: Tx, { live }: BuyingDeps, { listing, buyerId, fee }: Sale & { fee: number }): Promise<void> {
  const { id, sellerId, price, worth, name } = listing;
  const account = 'house:market';
  const bought = { type: 'MARKET_BUY', reference: `buy:listing:${id}`, account, playerId: buyerId } as const;
  const { balance } = await moveDiamonds(tx, live, { ...bought, amount: -price });
  const sold = { type: 'MARKET_SALE', reference: `sale:listing:${id}`, account, playerId: sellerId } as const;
  const seller = await moveDiamonds(tx, live, { ...sold, amount: price - fee });
  const parts = await passOnHeldParts(tx, { playerId: buyerId, amount: price, balance: balance + price });
  await holdPartsFor(tx, sellerId, parts, price - fee);
  const bargain = { playerId: sellerId, amount: worth - price, balance: seller.balance };
  const underpricedParts = await passOnUnderpricedParts(tx, bargain);
  if (underpricedParts.length === 0) return;
  await holdPartsFor(tx, buyerId, underpricedParts);
  const held = underpricedParts.reduce((sum, { amount }) => sum + amount, 0);
  await notify(tx, live, { playerId: buyerId, key: 'market.heldBargain', parameters: { name, held } });
}

/** An open listing under the lock of its book, the buyer, and the buy order if there is one. */
export type Sale = { readonly listing: ListingRow; readonly buyerId: number; readonly orderId?: number };

async function announceSale(tx: Tx, { live }: BuyingDeps, { listing, buyerId, orderId, fee }: Sale & { fee: number }) {
  const { id, sellerId, itemId, inventoryId, price, name } = listing;
  await notify(tx, live, { playerId: sellerId, key: 'market.sold', parameters: { name, price, fee } });
  if (orderId !== undefined) {
    await notify(tx, live, { playerId: buyerId, key: 'market.orderFilled', parameters: { name, price } });
  }
  const ownerIds = orderId === undefined ? [sellerId] : [sellerId, buyerId];
  const hands = [
    { playerId: sellerId, soldIds: [inventoryId] },
    { playerId: buyerId, soldIds: [] },
  ];
  await publishMarketChange(tx, { itemId, goneIds: [id], ownerIds, paidIds: [sellerId, buyerId], hands });
}

/** Transfers item and diamonds, or nothing. */
export async function sellToBuyer(tx: Tx, deps: BuyingDeps, sale: Sale): Promise<void> {
  const { listing, buyerId, orderId } = sale;
  const { id, sellerId, inventoryId, itemId, price } = listing;
  const fee = marketFeeOf(price);
  await updateListingSold(tx.sql, id, { buyerId, fee });
  const isHandedOver = await transferItem(tx.sql, { inventoryId, sellerId, buyerId });
  assert(isHandedOver, `The item of listing ${id} was not listed`);
  if (orderId !== undefined) await updateOrderClosed(tx.sql, orderId, { state: 'FILLED', listingId: id });
  await refreshBook(tx.sql, itemId, { listings: -1, orders: orderId === undefined ? 0 : -1 });
  await lockWallets(tx, [buyerId, sellerId]);
  await assertMayBuy(tx.sql, buyerId);
  await assertMaySell(tx.sql, listing);
  await pay(tx, deps, { ...sale, fee });
  await announceSale(tx, deps, { ...sale, fee });
}

type Purchase = {
  readonly listingId: number;
  readonly buyerId: number;
  /** The price that the buyer saw; undefined to accept any price. */
  readonly price?: number | undefined;
};

/** Buys a listing at the price that the buyer saw. */
export async function buyListing(
  tx: Tx,
  deps: BuyingDeps,
  { listingId, buyerId, price }: Purchase,
): Promise<ListingRow> {
  const listing = await lockListing(tx, listingId);
  if (listing.state !== 'OPEN') refuseClosedListing(listing);
  if (listing.sellerId === buyerId) throw new Refusal('own_listing', 'This is your own listing.');
  if (price !== undefined && price !== listing.price) {
    throw new Refusal('price_changed', `The price is now ${diamondsText(listing.price)}.`);
  }
  await sellToBuyer(tx, deps, { listing, buyerId });
  return listing;
}
