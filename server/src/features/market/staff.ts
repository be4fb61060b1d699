import type { Deps } from '#deps.ts';
import { recordStaffAct } from '#features/logs/logs.ts';
import { notify } from '#features/notifications/notifications.ts';
import { lockListing, refuseGone, takeOff } from './market.ts';

type StaffDeps = Pick<Deps, 'db' | 'live'>;

/** Takes a listing off the market; its owner has the item back and is told why. */
export function removeListing(
  { db, live }: StaffDeps,
  listingId: number,
  { actorId, reason }: { actorId: number; reason: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    const listing = await lockListing(tx, listingId);
    if (listing.state !== 'OPEN') refuseGone(listing);
    await takeOff(tx, listing, { state: 'REMOVED', reason });
    const { sellerId: playerId, price, name } = listing;
    const message = `${name} was taken off the market: ${reason}`;
    await notify(tx, live, { playerId, icon: 'market', title: 'Listing removed', message });
    const before = { playerId, price, name };
    await recordStaffAct(tx, { actorId, act: 'listing.remove', subject: `listing:${listingId}`, reason, before });
  });
}

const FLAGGED_REASON = 'A deposit of yours was reversed, and our staff have to look at it first.';

/** Takes a listing off whose owner's account waits for staff. */
export function removeFlagged({ db, live }: StaffDeps, listingId: number): Promise<void> {
  return db.transaction(async (tx) => {
    const listing = await lockListing(tx, listingId);
    if (listing.state !== 'OPEN') return;
    await takeOff(tx, listing, { state: 'REMOVED', reason: FLAGGED_REASON });
    const { sellerId: playerId, name } = listing;
    const message = `${name} was taken off the market. ${FLAGGED_REASON}`;
    await notify(tx, live, { playerId, icon: 'market', title: 'Listing removed', message });
  });
}
