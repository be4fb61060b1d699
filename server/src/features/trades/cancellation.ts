import { Refusal } from '@karat/contract/refusal';
import { isCancellable } from '@karat/rules/trades';
import type { Tx } from '#db/db.ts';
import { CANCEL_ESCROW, CANCEL_FLAGGED, CANCEL_PLAYER, type CloseOutcome } from './close-reasons.ts';
import { publishOfferChange } from './live-updates.ts';
import { insertEvent, lockOffer, type OfferRow, updateCancelReason } from './queries.ts';
import { closeUnsuccessful, type TransitionDeps } from './transitions.ts';

const STOPS_DEPOSIT: ReadonlySet<string> = new Set(['banned', 'self_excluded', 'on_break']);

/**
 * The reason to cancel an open offer now, whatever applied when it was created; null if there is none. Players on a break or
 * excluded may still withdraw what they own.
 */
export function cancelReasonOf({ kind, blockReason, isFlagged }: OfferRow): string | null {
  if (isFlagged) return CANCEL_FLAGGED;
  const isStopped =
    blockReason !== null && (kind === 'deposit' ? STOPS_DEPOSIT.has(blockReason) : blockReason === 'banned');
  return isStopped ? blockReason : null;
}

/** The outcome of an offer that Steam reports as cancelled. If the site did not cancel it, its age may be the reason. */
export function cancelledOutcome({ cancelReason }: OfferRow, isTooOld: boolean): CloseOutcome {
  if (cancelReason === CANCEL_ESCROW) return { state: 'ESCROW_REFUSED' };
  if (cancelReason === null) return { state: isTooOld ? 'EXPIRED' : 'CANCELLED' };
  return { state: 'CANCELLED', reason: cancelReason };
}

/**
 * Cancels a locked offer. Closes one that was never sent; any other is cancelled by the loop, and an acceptance before that
 * counts.
 */
async function cancel(
  tx: Tx,
  deps: TransitionDeps,
  offer: OfferRow,
  by: { reason: string; actorId: number },
): Promise<void> {
  if (offer.state === 'CANCELLED') return;
  if (!isCancellable(offer.state)) throw new Refusal('offer_over', 'This offer can no longer be changed.');
  if (offer.cancelReason !== null) return;
  await updateCancelReason(tx.sql, offer.id, by);
  if (offer.state === 'AWAITING_APPROVAL' || (offer.state === 'CREATED' && offer.attempts === 0)) {
    return closeUnsuccessful(tx, deps, offer, cancelledOutcome({ ...offer, cancelReason: by.reason }, false));
  }
  await insertEvent(tx.sql, offer.id, { event: 'cancelling' });
  await publishOfferChange(tx, offer.id);
}

/** Cancels the player's own offer. */
export async function cancelOwn(
  tx: Tx,
  deps: TransitionDeps,
  { offerId, playerId }: { offerId: number; playerId: number },
): Promise<void> {
  const offer = await lockOffer(tx.sql, offerId);
  if (offer?.playerId !== playerId) throw new Refusal('not_found', 'Offer not found.');
  await cancel(tx, deps, offer, { reason: CANCEL_PLAYER, actorId: playerId });
}

/** Cancels an offer for staff, with a reason that the player sees. Returns the offer as it was. */
export async function cancelForStaff(
  tx: Tx,
  deps: TransitionDeps,
  { offerId, actorId, reason }: { offerId: number; actorId: number; reason: string },
): Promise<OfferRow> {
  const offer = await lockOffer(tx.sql, offerId);
  if (offer === undefined) throw new Refusal('not_found', 'Offer not found.');
  await cancel(tx, deps, offer, { reason, actorId });
  return offer;
}
