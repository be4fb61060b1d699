import { Refusal } from '@karat/contract/refusal';
import { type UnsuccessfulState, isCancellable } from '@karat/rules/trades';
import type { Tx } from '#db/db.ts';
import { tellOffer } from './news.ts';
import { insertEvent, lockOffer, type OfferRow, updateCancelWanted } from './queries.ts';
import { CANCEL_FLAGGED, endFruitless, type StepDeps } from './steps.ts';

const CANCEL_PLAYER = 'player';
export const CANCEL_ESCROW = 'escrow';

const WORDS: Readonly<Record<string, string>> = {
  [CANCEL_PLAYER]: 'You called it off.',
  [CANCEL_FLAGGED]: 'Trading is locked for this account until our staff have looked at it.',
  banned: 'This account is banned.',
  self_excluded: 'You have excluded yourself from playing.',
  on_break: 'You are taking a break from playing.',
};

const STOPS_DEPOSIT: ReadonlySet<string> = new Set(['banned', 'self_excluded', 'on_break']);

/**
 * Why an offer that nobody has accepted yet is called off now, whatever was so when it was asked for. On a break, or excluded by
 * oneself, one may still have what is one's own.
 */
export function stopOf({ kind, bar, isFlagged }: OfferRow): string | null {
  if (isFlagged) return CANCEL_FLAGGED;
  const isStopped = bar !== null && (kind === 'deposit' ? STOPS_DEPOSIT.has(bar) : bar === 'banned');
  return isStopped ? bar : null;
}

/** How an offer ends that the platform says is cancelled. Nobody here may have asked for it but its age. */
export function cancelledAs(
  { cancelReason }: OfferRow,
  isTooOld: boolean,
): { state: UnsuccessfulState; reason?: string | null } {
  if (cancelReason === CANCEL_ESCROW) return { state: 'ESCROW_REFUSED' };
  if (cancelReason === null) return { state: isTooOld ? 'EXPIRED' : 'CANCELLED' };
  return { state: 'CANCELLED', reason: WORDS[cancelReason] ?? cancelReason };
}

/**
 * Calls a locked offer off. One that was never on its way ends here; any other is called off by the loop, and if it is accepted
 * before that, it counts.
 */
async function cancel(tx: Tx, deps: StepDeps, offer: OfferRow, by: { reason: string; actorId: number }): Promise<void> {
  if (offer.state === 'CANCELLED') return;
  if (!isCancellable(offer.state)) throw new Refusal('offer_over', 'This offer can no longer be changed.');
  if (offer.cancelReason !== null) return;
  await updateCancelWanted(tx.sql, offer.id, by);
  if (offer.state === 'AWAITING_APPROVAL' || (offer.state === 'CREATED' && offer.attempts === 0)) {
    return endFruitless(tx, deps, offer, cancelledAs({ ...offer, cancelReason: by.reason }, false));
  }
  await insertEvent(tx.sql, offer.id, { event: 'cancelling' });
  await tellOffer(tx, offer.id);
}

/** The player calls their own off. */
export async function cancelOwn(
  tx: Tx,
  deps: StepDeps,
  { offerId, playerId }: { offerId: number; playerId: number },
): Promise<void> {
  const offer = await lockOffer(tx.sql, offerId);
  if (offer?.playerId !== playerId) throw new Refusal('not_found', 'Offer not found.');
  await cancel(tx, deps, offer, { reason: CANCEL_PLAYER, actorId: playerId });
}

/** Staff call one off, in words that the player reads. Answers the offer as it was. */
export async function cancelForStaff(
  tx: Tx,
  deps: StepDeps,
  { offerId, actorId, reason }: { offerId: number; actorId: number; reason: string },
): Promise<OfferRow> {
  const offer = await lockOffer(tx.sql, offerId);
  if (offer === undefined) throw new Refusal('not_found', 'Offer not found.');
  await cancel(tx, deps, offer, { reason, actorId });
  return offer;
}
