import type { FruitlessState } from '@karat/rules/trades';
import { type PlatformOffer, type Trading, TradingFailure } from '#adapters/trading/trading.ts';
import type { Tx } from '#db/db.ts';
import { assertLease, type Lease } from '#db/lock.ts';
import type { Deps } from '#deps.ts';
import { notifyStaff } from '#features/notifications/notifications.ts';
import { CANCEL_ESCROW, cancelledAs } from './cancelling.ts';
import { tellOffer } from './news.ts';
import {
  hasEvent,
  insertEvent,
  lockOffer,
  type OfferRow,
  selectOffer,
  updateCancelWanted,
  updateLookIn,
  updateLookWithinHold,
  updatePutOff,
} from './queries.ts';
import { createSending } from './sending.ts';
import { endFruitless, finishOffer, HELD_LOOK_MS, reverseOffer, settleOffer } from './steps.ts';

export type TradeLoopDeps = Pick<Deps, 'db' | 'live' | 'env' | 'log'> & { readonly trading: Trading };

/** The platform tells of changes by itself; what it does not tell is seen so much later. */
const ACTIVE_LOOK_MS = 10_000;
const SOON_MS = 2_000;
/** A price is frozen for so long: then the offer is called off, or it would be a free option on the price. */
const OFFER_LIFE_MS = 3_600_000;
/** A deposit that the platform does not know, looked at so often, was never sent. */
const UNKNOWN_LOOKS = 8;

const ENDED_AS: Readonly<Partial<Record<PlatformOffer['state'], FruitlessState>>> = {
  declined: 'DECLINED',
  countered: 'DECLINED',
  expired: 'EXPIRED',
  invalid_items: 'INVALID_ITEMS',
};

/** Moves one offer on by what the platform says of it. Nothing waits for the platform in a transaction. */
export function createLook(deps: TradeLoopDeps, lease: Lease): (offerId: number) => Promise<void> {
  const { db, trading, log } = deps;

  /** Under the lease and the lock of the offer, and only while it stands as it did when the platform was asked. */
  function change(seen: OfferRow, work: (tx: Tx, offer: OfferRow) => Promise<void>): Promise<void> {
    return db.transaction(async (tx) => {
      await assertLease(tx, lease);
      const offer = await lockOffer(tx.sql, seen.id);
      if (offer?.state === seen.state && offer.platformId === seen.platformId) await work(tx, offer);
    });
  }

  const again = (seen: OfferRow, inMs: number | null) =>
    change(seen, (tx, offer) => updateLookIn(tx.sql, offer.id, inMs));
  const end = (seen: OfferRow, how: { state: FruitlessState; reason?: string | null }) =>
    change(seen, (tx, offer) => endFruitless(tx, deps, offer, how));
  const send = createSending(deps, { change, end });

  /** Once an offer: staff hear of what no machine should decide. */
  async function tellStaff(tx: Tx, { id }: OfferRow, { event, message }: { event: string; message: string }) {
    if (await hasEvent(tx.sql, id, event)) return;
    await insertEvent(tx.sql, id, { event });
    await notifyStaff(tx, deps.live, { icon: 'warning', title: `Trade offer #${id}`, message });
    await tellOffer(tx, id);
  }

  /** What may have left us is never given back on a guess. */
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

  /** An offer says accepted before anything has moved, and sometimes that it is invalid after: the trade itself is asked. */
  async function settle(seen: OfferRow, tradeId: string): Promise<void> {
    const { status, moved } = await trading.outcomeOf(tradeId);
    if (status === 'under_way') return again(seen, SOON_MS);
    if (status === 'failed') return end(seen, { state: 'FAILED', reason: 'The trade did not go through.' });
    return change(seen, async (tx, offer) => {
      await settleOffer(tx, deps, offer, { tradeId, moved });
      if (status === 'reversed') await reverseOffer(tx, deps, (await lockOffer(tx.sql, offer.id))!);
    });
  }

  async function callOff(seen: OfferRow, platformId: string): Promise<void> {
    await trading.cancel(platformId);
    // It may have been accepted meanwhile: what it says now counts.
    const told = await trading.offer(platformId);
    if (told?.state === 'active' || told?.state === 'unconfirmed' || told?.state === 'in_escrow') {
      return again(seen, SOON_MS);
    }
    return follow(seen, platformId, told);
  }

  async function holdBack(seen: OfferRow, platformId: string): Promise<void> {
    if (seen.cancelReason !== null) return callOff(seen, platformId);
    await change(seen, (tx, { id }) => updateCancelWanted(tx.sql, id, { reason: CANCEL_ESCROW, actorId: null }));
    return callOff({ ...seen, cancelReason: CANCEL_ESCROW }, platformId);
  }

  async function follow(seen: OfferRow, platformId: string, told: PlatformOffer | undefined): Promise<void> {
    if (told === undefined) return missed(seen);
    if (told.state === 'in_escrow') return holdBack(seen, platformId);
    if (told.tradeId !== undefined) return settle(seen, told.tradeId);
    if (told.state === 'accepted' || told.state === 'reversed') return again(seen, SOON_MS);
    const isTooOld = seen.waitedMs > OFFER_LIFE_MS;
    if (told.state === 'cancelled') return end(seen, cancelledAs(seen, isTooOld));
    const state = ENDED_AS[told.state];
    if (state !== undefined) return end(seen, { state });
    if (seen.cancelReason !== null || isTooOld) return callOff(seen, platformId);
    if (told.state === 'unconfirmed' && seen.kind === 'withdrawal') {
      await trading.confirm(platformId);
      return again(seen, SOON_MS);
    }
    return again(seen, ACTIVE_LOOK_MS);
  }

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

  function lookAt(offer: OfferRow): Promise<void> {
    switch (offer.state) {
      case 'AWAITING_APPROVAL':
        return offer.cancelReason === null ? again(offer, null) : end(offer, cancelledAs(offer, false));
      case 'CREATED':
        return send(offer);
      case 'SENT':
        return trading.offer(offer.platformId!).then((told) => follow(offer, offer.platformId!, told));
      case 'HELD':
      case 'CREDITED':
      case 'DELIVERED':
      case 'FINAL':
        return watch(offer);
      default:
        return again(offer, null);
    }
  }

  return async (offerId) => {
    const offer = await selectOffer(db.sql, offerId);
    if (offer === undefined) return;
    try {
      await lookAt(offer);
    } catch (error) {
      if (!(error instanceof TradingFailure)) throw error;
      log.warn({ offerId, why: error.why, failure: error.message }, 'the platform did not do it');
      await change(offer, (tx, { id }) => updatePutOff(tx.sql, id));
    }
  };
}
