import type { PlatformOffer } from '#adapters/trading/trading.ts';
import { CANCEL_ESCROW, cancelledAs, stopOf } from './cancelling.ts';
import { lockOffer, type OfferRow, updateCancelWanted, updatePutOff } from './queries.ts';
import { endFruitless, reverseOffer, settleOffer } from './steps.ts';
import type { Ending, TradeLoopDeps, Writing } from './writing.ts';

/** Steam pushes changes; a missed push is noticed this much later. */
const ACTIVE_LOOK_MS = 10_000;
const SOON_MS = 2_000;
/** Steam holds a trade back for days. */
const ESCROW_LOOK_MS = 10 * 60_000;
/** The price of an offer is fixed this long; beyond it, an open offer would be a free option on the price. */
const OFFER_LIFE_MS = 3_600_000;
/** After this many checks a deposit that Steam does not know counts as never sent. */
const UNKNOWN_LOOKS = 8;

/** Steam has reported offers as invalid after their skins moved, so only a repeated report counts. */
const INVALID_LOOKS = 3;

const ENDED_AS: Readonly<Partial<Record<PlatformOffer['state'], Ending['state']>>> = {
  declined: 'DECLINED',
  countered: 'DECLINED',
  expired: 'EXPIRED',
  invalid_items: 'INVALID_ITEMS',
};

/** Applies what Steam reports about a sent offer. */
export function createFollowing(
  deps: TradeLoopDeps,
  { change, again, end, tellStaff }: Writing,
): (seen: OfferRow) => Promise<void> {
  const { trading } = deps;

  /** A withdrawal may have left our stock, so it is never returned on a guess. */
  function missed(seen: OfferRow): Promise<void> {
    return change(seen, async (tx, offer) => {
      await updatePutOff(tx.sql, offer.id);
      if (offer.attempts < UNKNOWN_LOOKS) return;
      if (offer.kind === 'deposit') {
        return endFruitless(tx, deps, offer, { state: 'FAILED', reason: 'The platform does not know this offer.' });
      }
      await tellStaff(tx, offer, { event: 'unknown', message: 'The platform does not know this withdrawal.' });
    });
  }

  /**
   * Steam reports an offer as accepted before anything moved, and sometimes as invalid afterwards, so the trade itself is read.
   */
  async function settle(seen: OfferRow, tradeId: string): Promise<void> {
    const { status, moved } = await trading.outcomeOf(tradeId);
    if (status === 'under_way') return again(seen, SOON_MS);
    if (status === 'failed') return end(seen, { state: 'FAILED', reason: 'The trade did not go through.' });
    return change(seen, async (tx, offer) => {
      await settleOffer(tx, deps, offer, { tradeId, moved });
      if (status === 'reversed') await reverseOffer(tx, deps, (await lockOffer(tx.sql, offer.id))!);
    });
  }

  /**
   * Ends the offer unless its duplicate was accepted: a process that lost its lease may have sent the same offer a moment later.
   */
  async function endBut(seen: OfferRow, ending: Ending): Promise<void> {
    const twin = await trading.findByCode(seen.code);
    const isTwin = twin !== undefined && twin.id !== seen.platformId && twin.partnerSteamId === seen.steamId;
    return isTwin && twin.tradeId !== undefined ? settle(seen, twin.tradeId) : end(seen, ending);
  }

  async function callOff(seen: OfferRow, platformId: string): Promise<void> {
    await trading.cancel(platformId);
    // The offer may have been accepted in the meantime: its current state counts.
    const told = await trading.offer(platformId);
    if (told?.state === 'active' || told?.state === 'unconfirmed') return again(seen, SOON_MS);
    if (told?.state === 'in_escrow') return again(seen, ESCROW_LOOK_MS);
    return follow(seen, platformId, told);
  }

  /** Cancels for a reason of the site, unless there already is one. */
  async function callOffAs(seen: OfferRow, platformId: string, reason: string): Promise<void> {
    if (seen.cancelReason !== null) return callOff(seen, platformId);
    await change(seen, (tx, { id }) => updateCancelWanted(tx.sql, id, { reason, actorId: null }));
    return callOff({ ...seen, cancelReason: reason }, platformId);
  }

  async function follow(seen: OfferRow, platformId: string, told: PlatformOffer | undefined): Promise<void> {
    if (told === undefined) return missed(seen);
    if (told.state === 'in_escrow') return callOffAs(seen, platformId, CANCEL_ESCROW);
    if (told.tradeId !== undefined) return settle(seen, told.tradeId);
    if (told.state === 'accepted' || told.state === 'reversed') return again(seen, SOON_MS);
    const isTooOld = seen.waitedMs > OFFER_LIFE_MS;
    if (told.state === 'cancelled') return endBut(seen, cancelledAs(seen, isTooOld));
    if (told.state === 'invalid_items' && seen.attempts < INVALID_LOOKS) {
      return change(seen, (tx, { id }) => updatePutOff(tx.sql, id));
    }
    const state = ENDED_AS[told.state];
    if (state !== undefined) return endBut(seen, { state });
    const stop = stopOf(seen);
    if (stop !== null) return callOffAs(seen, platformId, stop);
    if (seen.cancelReason !== null || isTooOld) return callOff(seen, platformId);
    if (told.state === 'unconfirmed' && seen.kind === 'withdrawal' && seen.bar !== 'ledger_halted') {
      await trading.confirm(platformId);
      return again(seen, SOON_MS);
    }
    return again(seen, ACTIVE_LOOK_MS);
  }

  return async (seen) => {
    const platformId = seen.platformId!;
    await follow(seen, platformId, await trading.offer(platformId));
  };
}
