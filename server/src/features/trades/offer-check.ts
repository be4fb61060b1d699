import { isUnsuccessful } from '@karat/rules/trades';
import { TradingFailure } from '#adapters/trading/trading.ts';
import type { Lease } from '#db/lease.ts';
import { cancelledOutcome } from './cancellation.ts';
import { createSentOfferCheck } from './sent-offers.ts';
import { createClosedOfferCheck } from './closed-offers.ts';
import { type OfferRow, selectOffer, updateNextCheck, updateNextCheckWithinHold, postponeCheck } from './queries.ts';
import { createOfferSender } from './send-offers.ts';
import { finishOffer, HELD_CHECK_MS, reverseOffer } from './transitions.ts';
import { createOfferWriter, type TradeLoopDeps } from './offer-writer.ts';

/** Checks one offer with Steam and applies the result. Never waits for Steam inside a transaction. */
export function createOfferCheck(deps: TradeLoopDeps, lease: Lease): (offerId: number) => Promise<void> {
  const { db, trading, log } = deps;
  const writer = createOfferWriter(deps, lease);
  const { change, scheduleCheck, close, notifyStaffOnce } = writer;
  const send = createOfferSender(deps, writer);
  const checkSent = createSentOfferCheck(deps, writer);
  const checkClosed = createClosedOfferCheck(deps, writer);

  /** Checks a trade while it can be reversed, and once more afterwards. */
  async function checkTrade(snapshot: OfferRow): Promise<void> {
    const { status } = await trading.fetchOutcome(snapshot.tradeId!);
    return change(snapshot, async (tx, offer) => {
      if (status === 'reversed') return reverseOffer(tx, deps, offer);
      if (offer.state === 'FINAL') return updateNextCheck(tx.sql, offer.id, null);
      if (status === 'complete' && offer.isHoldOver) return finishOffer(tx, deps, offer);
      if (status === 'complete') return updateNextCheckWithinHold(tx.sql, offer.id, HELD_CHECK_MS);
      await postponeCheck(tx.sql, offer.id);
      const parameters = { offerId: offer.id, status };
      const content = { key: 'tradeStaff.oddOutcome', parameters } as const;
      await notifyStaffOnce(tx, offer, { event: 'odd_outcome', content });
    });
  }

  async function check(offer: OfferRow): Promise<void> {
    const { state, cancelReason, tradeId } = offer;
    if (state === 'CREATED') return send(offer);
    if (state === 'SENT') return checkSent(offer);
    if (isUnsuccessful(state)) return checkClosed(offer);
    if (state === 'AWAITING_APPROVAL' && cancelReason !== null) return close(offer, cancelledOutcome(offer, false));
    // Settled offers, and final ones that staff want checked again.
    if (tradeId !== null && state !== 'REVERSED') return checkTrade(offer);
    return scheduleCheck(offer, null);
  }

  return async (offerId) => {
    const offer = await selectOffer(db.sql, offerId);
    if (offer?.isDue !== true) return;
    try {
      await check(offer);
    } catch (error) {
      if (!(error instanceof TradingFailure)) throw error;
      log.warn({ offerId, why: error.reason, failure: error.message }, 'Trading platform request failed');
      await change(offer, async (tx, now) => {
        await postponeCheck(tx.sql, now.id);
        if (!now.isHoldOver || (now.state !== 'CREDITED' && now.state !== 'HELD')) return;
        const content = { key: 'tradeStaff.outcomeUnknown', parameters: { offerId: now.id } } as const;
        await notifyStaffOnce(tx, now, { event: 'unseen', content });
      });
    }
  };
}
