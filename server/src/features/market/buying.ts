import assert from 'node:assert/strict';
import { Refusal } from '@karat/contract/refusal';
import { marketFeeOf } from '@karat/rules/market';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { diamondsText } from '#diamonds-text.ts';
import { assertUnflagged, holdFor, passBargain, passHold } from '#features/holds/holds.ts';
import { notify } from '#features/notifications/notifications.ts';
import { lockWallets, moveDiamonds } from '#features/wallet/wallet.ts';
import { lockListing, refuseGone } from './market.ts';
import { tellMarket } from './news.ts';
import {
  handItemOver,
  type ListingRow,
  refreshBook,
  selectBar,
  selectStanding,
  updateListingSold,
  updateOrderClosed,
} from './queries.ts';

type BuyingDeps = Pick<Deps, 'live'>;

/** Refuses while the books are halted, and to whoever is barred. Not a wager: a break does not forbid it. */
export async function assertMayBuy(sql: Sql, playerId: number): Promise<void> {
  const { isHalted, isBanned } = await selectStanding(sql, playerId);
  if (isHalted) {
    throw new Refusal('ledger_halted', 'The market is paused while the books are checked. Your diamonds are safe.');
  }
  if (isBanned) throw new Refusal('banned', 'This account is banned.');
  await assertUnflagged(sql, playerId);
}

/** Nothing is bought from the banned, nor while an account waits for staff: their listings are as good as gone. */
async function assertMaySell(sql: Sql, listing: ListingRow): Promise<void> {
  if ((await selectBar(sql, listing.sellerId)) !== null) refuseGone(listing);
}

/**
 * What the buyer pays goes to the market, and from there to the seller, less the fee; holds go along with it. So they do with an
 * item that is sold below its worth, or a friend could carry out for 1 diamond what a held deposit has won.
 */
async function pay(tx: Tx, { live }: BuyingDeps, { listing, buyerId, fee }: Sale & { fee: number }): Promise<void> {
  const { id, sellerId, price, worth, name } = listing;
  const account = 'house:market';
  const bought = { type: 'MARKET_BUY', reference: `buy:listing:${id}`, account, playerId: buyerId } as const;
  const { balance } = await moveDiamonds(tx, live, { ...bought, amount: -price });
  const sold = { type: 'MARKET_SALE', reference: `sale:listing:${id}`, account, playerId: sellerId } as const;
  const seller = await moveDiamonds(tx, live, { ...sold, amount: price - fee });
  const parts = await passHold(tx, { playerId: buyerId, amount: price, balance: balance + price });
  await holdFor(tx, sellerId, parts, price - fee);
  const bargain = { playerId: sellerId, amount: worth - price, balance: seller.balance };
  const given = await passBargain(tx, bargain);
  if (given.length === 0) return;
  await holdFor(tx, buyerId, given);
  const held = diamondsText(given.reduce((sum, { amount }) => sum + amount, 0));
  await notify(tx, live, {
    playerId: buyerId,
    icon: 'market',
    title: 'A bargain on hold',
    message: `${name} was sold below its worth while a deposit can still be reversed: ${held} are on hold for you too.`,
  });
}

/** An open listing under the lock of its book, and who takes it; with the order that wanted it, where one did. */
export type Sale = { readonly listing: ListingRow; readonly buyerId: number; readonly orderId?: number };

async function tellSale(tx: Tx, { live }: BuyingDeps, { listing, buyerId, orderId, fee }: Sale & { fee: number }) {
  const { id, sellerId, itemId, inventoryId, price, name } = listing;
  const share = `${diamondsText(price - fee)} for you`;
  const sold = { icon: 'market', title: 'Sold on the market', message: `${name} sold for ${diamondsText(price)}` };
  await notify(tx, live, {
    playerId: sellerId,
    ...sold,
    message: fee === 0 ? sold.message : `${sold.message}, ${share}`,
  });
  if (orderId !== undefined) {
    const message = `${name} is yours for ${diamondsText(price)}`;
    await notify(tx, live, { playerId: buyerId, icon: 'market', title: 'Buy order filled', message });
  }
  const stallIds = orderId === undefined ? [sellerId] : [sellerId, buyerId];
  const hands = [
    { playerId: sellerId, soldIds: [inventoryId] },
    { playerId: buyerId, soldIds: [] },
  ];
  await tellMarket(tx, { itemId, goneIds: [id], stallIds, paidIds: [sellerId, buyerId], hands });
}

/** Item and diamonds change hands, or nothing does. */
export async function sellTo(tx: Tx, deps: BuyingDeps, sale: Sale): Promise<void> {
  const { listing, buyerId, orderId } = sale;
  const { id, sellerId, inventoryId, itemId, price } = listing;
  const fee = marketFeeOf(price);
  await updateListingSold(tx.sql, id, { buyerId, fee });
  const isHandedOver = await handItemOver(tx.sql, { inventoryId, sellerId, buyerId });
  assert(isHandedOver, `the item of listing ${id} was not bound by it`);
  if (orderId !== undefined) await updateOrderClosed(tx.sql, orderId, { state: 'FILLED', listingId: id });
  await refreshBook(tx.sql, itemId, { listings: -1, orders: orderId === undefined ? 0 : -1 });
  await lockWallets(tx, [buyerId, sellerId]);
  await assertMayBuy(tx.sql, buyerId);
  await assertMaySell(tx.sql, listing);
  await pay(tx, deps, { ...sale, fee });
  await tellSale(tx, deps, { ...sale, fee });
}

type Purchase = {
  readonly listingId: number;
  readonly buyerId: number;
  /** As the buyer saw it; undefined where any will do. */
  readonly price?: number | undefined;
};

/** Buys a listing at the price that was seen. */
export async function buyListing(
  tx: Tx,
  deps: BuyingDeps,
  { listingId, buyerId, price }: Purchase,
): Promise<ListingRow> {
  const listing = await lockListing(tx, listingId);
  if (listing.state !== 'OPEN') refuseGone(listing);
  if (listing.sellerId === buyerId) throw new Refusal('own_listing', 'This listing is your own.');
  if (price !== undefined && price !== listing.price) {
    throw new Refusal('price_changed', `The price is now ${diamondsText(listing.price)}.`);
  }
  await sellTo(tx, deps, { listing, buyerId });
  return listing;
}
