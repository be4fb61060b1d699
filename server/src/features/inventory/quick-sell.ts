import { Refusal } from '@karat/contract/refusal';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { countTowardsMissions } from '#features/missions/missions.ts';
import { type NotificationContent, notify } from '#features/notifications/notifications.ts';
import { creditMany } from '#features/wallet/wallet.ts';
import { selectStates, type SoldItem, updateSold } from './queries.ts';

type Sale = { readonly playerId: number; readonly itemIds: readonly number[] };
type Sold = { readonly soldIds: number[]; readonly price: number };

/** Refuses with the reason why nothing was sold. An item that is free by now was bound during the sale. */
async function refuseSale(tx: Tx, { playerId, itemIds }: Sale): Promise<never> {
  const states = await selectStates(tx.sql, playerId, itemIds);
  if (states.length === 0) throw new Refusal('not_found', 'Item not found.');
  if (states.every((state) => state === 'SOLD')) throw new Refusal('already_sold', 'This item has already been sold.');
  if (states.includes('LISTED')) {
    throw new Refusal('item_locked', 'This item is on the market. Cancel the listing first.');
  }
  throw new Refusal('item_locked', 'This item is locked and cannot be sold right now.');
}

function saleNotification(sold: readonly SoldItem[], price: number): NotificationContent {
  if (sold.length === 1) return { key: 'inventory.sold', parameters: { name: sold[0]!.name, price } };
  return { key: 'inventory.soldMany', parameters: { count: sold.length, price } };
}

/**
 * Sells the free ones of these items to the house, each once and at the price copied when it was won. This is not a wager: a
 * player on a break may still sell.
 */
export async function quickSell(tx: Tx, live: Deps['live'], { playerId, itemIds }: Sale): Promise<Sold> {
  const sold = await updateSold(tx.sql, playerId, itemIds);
  if (sold.length === 0) return refuseSale(tx, { playerId, itemIds });
  await creditMany(tx, live, {
    type: 'QUICK_SELL',
    playerId,
    account: 'house:items',
    credits: sold.map(({ id, price }) => ({ reference: `sell:${id}`, amount: price })),
  });
  await countTowardsMissions(tx, live, [{ playerId, event: 'sell_items', amount: sold.length }]);
  const soldIds = sold.map(({ id }) => id);
  tx.afterCommit(() => live.toPlayer(playerId, 'INVENTORY_CHANGED', { soldIds }));
  const price = sold.reduce((total, { price }) => total + price, 0);
  await notify(tx, live, { playerId, ...saleNotification(sold, price) });
  return { soldIds, price };
}
