import { isUnsuccessful } from '@karat/rules/trades';
import { TradingFailure } from '#adapters/trading/trading.ts';
import type { Lease } from '#db/lock.ts';
import { cancelledAs } from './cancelling.ts';
import { createFollowing } from './following.ts';
import { createLookBack } from './looking-back.ts';
import { type OfferRow, selectOffer, updateLookIn, updateLookWithinHold, updatePutOff } from './queries.ts';
import { createSending } from './sending.ts';
import { finishOffer, HELD_LOOK_MS, reverseOffer } from './steps.ts';
import { createWriting, type TradeLoopDeps } from './writing.ts';

/** Moves one offer on by what the platform says of it. Nothing waits for the platform in a transaction. */
export function createLook(deps: TradeLoopDeps, lease: Lease): (offerId: number) => Promise<void> {
  const { db, trading, log } = deps;
  const writing = createWriting(deps, lease);
  const { change, again, end, tellStaff } = writing;
  const send = createSending(deps, writing);
  const follow = createFollowing(deps, writing);
  const lookBack = createLookBack(deps, writing);

  /** While a trade can be reversed, and once more when it cannot any longer. */
  async function watch(seen: OfferRow): Promise<void> {
    const { status } = await trading.outcomeOf(seen.tradeId!);
    return change(seen, async (tx, offer) => {
      if (status === 'reversed') return reverseOffer(tx, deps, offer);
      if (offer.state === 'FINAL') return updateLookIn(tx.sql, offer.id, null);
      if (status === 'complete' && offer.isHoldOver) return finishOffer(tx, deps, offer);
      if (status === 'complete') return updateLookWithinHold(tx.sql, offer.id, HELD_LOOK_MS);
      await updatePutOff(tx.sql, offer.id);
      await tellStaff(tx, offer, { event: 'odd_outcome', message: `Its trade is said to be ${status} by now.` });
    });
  }

  async function lookAt(offer: OfferRow): Promise<void> {
    const { state, cancelReason, tradeId } = offer;
    if (state === 'CREATED') return send(offer);
    if (state === 'SENT') return follow(offer);
    if (isUnsuccessful(state)) return lookBack(offer);
    if (state === 'AWAITING_APPROVAL' && cancelReason !== null) return end(offer, cancelledAs(offer, false));
    // All that is not over, or was and has to be looked at once more.
    if (tradeId !== null && state !== 'REVERSED') return watch(offer);
    return again(offer, null);
  }

  return async (offerId) => {
    const offer = await selectOffer(db.sql, offerId);
    if (offer?.isDue !== true) return;
    try {
      await lookAt(offer);
    } catch (error) {
      if (!(error instanceof TradingFailure)) throw error;
      log.warn({ offerId, why: error.why, failure: error.message }, 'the platform did not do it');
      await change(offer, async (tx, now) => {
        await updatePutOff(tx.sql, now.id);
        if (!now.isHoldOver || (now.state !== 'CREDITED' && now.state !== 'HELD')) return;
        const message = 'Its hold is over, and the platform does not say whether the trade still stands.';
        await tellStaff(tx, now, { event: 'unseen', message });
      });
    }
  };
}
