import { Refusal } from '@karat/contract/refusal';
import { OPEN_BUY_ORDERS_MAX } from '@karat/rules/market';
import type { Tx } from '#db/db.ts';
import { lockWallet, readWallet } from '#features/wallet/wallet.ts';
import { assertMayBuy } from './buying.ts';
import { closeOrder } from './market.ts';
import { publishMarketChange } from './live-updates.ts';
import { countOpenOrders, insertOrder, lockBook, refreshBook, selectItem, selectOrder } from './queries.ts';

type OrderRequest = { readonly playerId: number; readonly itemId: number; readonly price: number };

/**
 * Stores what a player would pay for a skin. No diamonds are reserved, so the balance must suffice now and when the order is met.
 */
export async function placeOrder(tx: Tx, { playerId, itemId, price }: OrderRequest): Promise<number> {
  if ((await selectItem(tx.sql, itemId)) === undefined) throw new Refusal('not_found', 'Item not found.');
  await lockBook(tx.sql, itemId);
  const orderId = await insertOrder(tx.sql, { playerId, itemId, price });
  if (orderId === undefined) {
    throw new Refusal('order_open', 'You already have an open buy order for this skin.');
  }
  await refreshBook(tx.sql, itemId, { orders: 1 });
  await lockWallet(tx, playerId);
  await assertMayBuy(tx.sql, playerId);
  if ((await readWallet(tx.sql, playerId)).balance < price) {
    throw new Refusal('insufficient_balance', 'Not enough diamonds.');
  }
  if ((await countOpenOrders(tx.sql, playerId)) > OPEN_BUY_ORDERS_MAX) {
    throw new Refusal('too_many_orders', `You can have at most ${OPEN_BUY_ORDERS_MAX} open buy orders.`);
  }
  await publishMarketChange(tx, { itemId, ownerIds: [playerId] });
  return orderId;
}

/** Cancels the player's own order. Does nothing if it ended without a purchase. */
export async function cancelOrder(tx: Tx, { orderId, playerId }: { orderId: number; playerId: number }): Promise<void> {
  const order = await selectOrder(tx.sql, orderId);
  if (order?.playerId !== playerId) throw new Refusal('not_found', 'Buy order not found.');
  const { now } = await closeOrder(tx, order, 'CANCELLED');
  if (now.state === 'FILLED') throw new Refusal('listing_gone', 'This buy order has been filled.');
}
