import type { PlatformOffer } from '#adapters/trading/trading.ts';
import { cancelledOutcome, cancelReasonOf } from './cancellation.ts';
import { CANCEL_ESCROW, type CloseOutcome } from './close-reasons.ts';
import { lockOffer, type OfferRow, updateCancelReason, postponeCheck } from './queries.ts';
import { closeUnsuccessful, reverseOffer, settleOffer } from './transitions.ts';
import type { TradeLoopDeps, OfferWriter } from './offer-writer.ts';

/** Steam pushes changes; a missed push is noticed this much later. */
const ACTIVE_CHECK_MS = 10_000;
const SOON_MS = 2_000;
/** Steam holds a trade back for days. */
const ESCROW_CHECK_MS = 10 * 60_000;
/** The price of an offer is fixed this long; beyond it, an open offer would be a free option on the price. */
const OFFER_LIFE_MS = 3_600_000;
/** After this many checks a deposit that Steam does not know counts as never sent. */
const UNKNOWN_CHECKS_MAX = 8;

/** Steam has reported offers as invalid after their skins moved, so only a repeated report counts. */
const INVALID_CHECKS_MIN = 3;

const ENDED_AS: Readonly<Partial<Record<PlatformOffer['state'], CloseOutcome['state']>>> = {
  declined: 'DECLINED',
  countered: 'DECLINED',
  expired: 'EXPIRED',
  invalid_items: 'INVALID_ITEMS',
};

const canConfirm = ({ kind, blockReason }: OfferRow): boolean =>
  kind === 'withdrawal' && blockReason !== 'ledger_halted';

const isDuplicateOf = ({ platformId, steamId }: OfferRow, other: PlatformOffer | undefined): boolean =>
  other !== undefined && other.id !== platformId && other.partnerSteamId === steamId;

/** Applies what Steam reports about a sent offer. */
export function createSentOfferCheck(
  deps: TradeLoopDeps,
  { change, scheduleCheck, close, notifyStaffOnce }: OfferWriter,
): (snapshot: OfferRow) => Promise<void> {
  const { trading } = deps;

  /** A withdrawal may have left our stock, so it is never returned on a guess. */
  function handleUnknown(snapshot: OfferRow): Promise<void> {
    return change(snapshot, async (tx, offer) => {
      await postponeCheck(tx.sql, offer.id);
      if (offer.attempts < UNKNOWN_CHECKS_MAX) return;
      if (offer.kind === 'deposit') {
        return closeUnsuccessful(tx, deps, offer, { state: 'FAILED', reason: 'unknown_offer' });
      }
      const content = { key: 'tradeStaff.withdrawalUnknown', parameters: { offerId: offer.id } } as const;
      await notifyStaffOnce(tx, offer, { event: 'unknown', content });
    });
  }

  /** Reads the trade itself, because an offer is reported as accepted before skins move, and sometimes as invalid afterwards. */
  async function settle(snapshot: OfferRow, tradeId: string): Promise<void> {
    const { status, moved } = await trading.fetchOutcome(tradeId);
    if (status === 'under_way') return scheduleCheck(snapshot, SOON_MS);
    if (status === 'failed') return close(snapshot, { state: 'FAILED', reason: 'trade_failed' });
    return change(snapshot, async (tx, offer) => {
      await settleOffer(tx, deps, offer, { tradeId, moved });
      if (status === 'reversed') await reverseOffer(tx, deps, (await lockOffer(tx.sql, offer.id))!);
    });
  }

  /** A process that lost its lease may have sent the same offer a moment later, and that one may be accepted. */
  async function closeUnlessDuplicate(snapshot: OfferRow, ending: CloseOutcome): Promise<void> {
    const duplicate = await trading.findByCode(snapshot.code);
    const tradeId = isDuplicateOf(snapshot, duplicate) ? duplicate?.tradeId : undefined;
    return tradeId === undefined ? close(snapshot, ending) : settle(snapshot, tradeId);
  }

  async function cancelOffer(snapshot: OfferRow, platformId: string): Promise<void> {
    await trading.cancel(platformId);
    // The offer may have been accepted in the meantime: its current state counts.
    const reported = await trading.offer(platformId);
    if (reported?.state === 'active' || reported?.state === 'unconfirmed') return scheduleCheck(snapshot, SOON_MS);
    if (reported?.state === 'in_escrow') return scheduleCheck(snapshot, ESCROW_CHECK_MS);
    return applyReported(snapshot, platformId, reported);
  }

  /** Cancels for a reason of the site, unless there already is one. */
  async function cancelWithReason(snapshot: OfferRow, platformId: string, reason: string): Promise<void> {
    if (snapshot.cancelReason !== null) return cancelOffer(snapshot, platformId);
    await change(snapshot, (tx, { id }) => updateCancelReason(tx.sql, id, { reason, actorId: null }));
    return cancelOffer({ ...snapshot, cancelReason: reason }, platformId);
  }

  async function applyReported(snapshot: OfferRow, platformId: string, reported?: PlatformOffer): Promise<void> {
    if (reported === undefined) return handleUnknown(snapshot);
    if (reported.state === 'in_escrow') return cancelWithReason(snapshot, platformId, CANCEL_ESCROW);
    if (reported.tradeId !== undefined) return settle(snapshot, reported.tradeId);
    if (reported.state === 'accepted' || reported.state === 'reversed') return scheduleCheck(snapshot, SOON_MS);
    const isTooOld = snapshot.waitedMs > OFFER_LIFE_MS;
    if (reported.state === 'cancelled') return closeUnlessDuplicate(snapshot, cancelledOutcome(snapshot, isTooOld));
    if (reported.state === 'invalid_items' && snapshot.attempts < INVALID_CHECKS_MIN) {
      return change(snapshot, (tx, { id }) => postponeCheck(tx.sql, id));
    }
    const state = ENDED_AS[reported.state];
    if (state !== undefined) return closeUnlessDuplicate(snapshot, { state });
    const stop = cancelReasonOf(snapshot);
    if (stop !== null) return cancelWithReason(snapshot, platformId, stop);
    if (snapshot.cancelReason !== null || isTooOld) return cancelOffer(snapshot, platformId);
    if (reported.state === 'unconfirmed' && canConfirm(snapshot)) {
      await trading.confirm(platformId);
      return scheduleCheck(snapshot, SOON_MS);
    }
    return scheduleCheck(snapshot, ACTIVE_CHECK_MS);
  }

  return async (snapshot) => {
    const platformId = snapshot.platformId!;
    await applyReported(snapshot, platformId, await trading.offer(platformId));
  };
}
