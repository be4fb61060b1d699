import type { Deps } from '#deps.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { notify } from '#features/notifications/notifications.ts';
import { closeOrder, lockListing, refuseClosedListing, closeListing } from './market.ts';
import { selectSellerBlock, selectOrder } from './queries.ts';

type StaffDeps = Pick<Deps, 'db' | 'live'>;

/** Takes a listing off the market, frees the item and notifies its owner of the reason. */
export function removeListing(
  { db, live }: StaffDeps,
  listingId: number,
  { actorId, reason }: { actorId: number; reason: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    const listing = await lockListing(tx, listingId);
    if (listing.state !== 'OPEN') refuseClosedListing(listing);
    await closeListing(tx, listing, { state: 'REMOVED', reason });
    const { sellerId: playerId, price, name } = listing;
    await notify(tx, live, { playerId, key: 'market.removed', parameters: { name, reason } });
    const before = { playerId, price, name };
    await recordStaffAction(tx, { actorId, action: 'listing.remove', subject: `listing:${listingId}`, reason, before });
  });
}

const REASONS = {
  flagged: 'A deposit of yours was reversed, and our staff have to look at it first.',
  banned: 'Your account was banned.',
};

/** Takes a listing off the market whose owner is banned or flagged. */
export function removeBlockedListing({ db, live }: StaffDeps, listingId: number): Promise<void> {
  return db.transaction(async (tx) => {
    const listing = await lockListing(tx, listingId);
    if (listing.state !== 'OPEN') return;
    const { sellerId: playerId, name } = listing;
    const blockReason = await selectSellerBlock(tx.sql, playerId);
    if (blockReason === null) return;
    await closeListing(tx, listing, { state: 'REMOVED', reason: REASONS[blockReason] });
    await notify(tx, live, { playerId, key: 'market.removedBlocked', parameters: { name, block: blockReason } });
  });
}

/** Cancels a buy order whose owner is banned. */
export function cancelOrderOfBanned({ db }: StaffDeps, orderId: number): Promise<void> {
  return db.transaction(async (tx) => {
    const order = (await selectOrder(tx.sql, orderId))!;
    if ((await selectSellerBlock(tx.sql, order.playerId)) === 'banned') await closeOrder(tx, order, 'CANCELLED');
  });
}
