import type { PlatformOffer } from '#adapters/trading/trading.ts';
import { type OfferRow, updateNextCheck } from './queries.ts';
import type { TradeLoopDeps, OfferWriter } from './offer-writer.ts';

const AGAIN_MS = 60_000;
const UNDER_WAY_MS = 15 * 60_000;

/**
 * Checks a closed offer once more, some time later, because it may have been sent although the process never learned so, or accepted
 * although Steam denied it.
 */
export function createClosedOfferCheck(
  { trading }: TradeLoopDeps,
  { change, scheduleCheck, notifyStaffOnce }: OfferWriter,
): (snapshot: OfferRow) => Promise<void> {
  async function find({ code, platformId, steamId }: OfferRow): Promise<PlatformOffer | undefined> {
    const found = await (platformId === null ? trading.findByCode(code) : trading.offer(platformId));
    return found?.partnerSteamId === steamId ? found : undefined;
  }

  /** Leaves the decision to staff, because the site moves no diamonds for a closed offer. */
  async function decide(snapshot: OfferRow, tradeId: string): Promise<void> {
    const { status } = await trading.fetchOutcome(tradeId);
    if (status === 'under_way') return scheduleCheck(snapshot, UNDER_WAY_MS);
    return change(snapshot, async (tx, offer) => {
      await updateNextCheck(tx.sql, offer.id, null);
      if (status !== 'complete') return;
      const parameters = { offerId: offer.id, state: offer.state, tradeId };
      await notifyStaffOnce(tx, offer, { event: 'late_trade', content: { key: 'tradeStaff.lateTrade', parameters } });
    });
  }

  return async (snapshot) => {
    const reported = await find(snapshot);
    if (reported?.tradeId !== undefined) return decide(snapshot, reported.tradeId);
    if (reported?.state === 'accepted' || reported?.state === 'in_escrow') return scheduleCheck(snapshot, UNDER_WAY_MS);
    if (reported?.state !== 'active' && reported?.state !== 'unconfirmed') return scheduleCheck(snapshot, null);
    await trading.cancel(reported.id);
    return scheduleCheck(snapshot, AGAIN_MS);
  };
}
