import type { Trading } from '#adapters/trading/trading.ts';
import type { Tx } from '#db/db.ts';
import { assertLease, type Lease } from '#db/lease.ts';
import type { Deps } from '#deps.ts';
import { notifyStaff, type StaffNotification } from '#features/notifications/notifications.ts';
import type { CloseOutcome } from './close-reasons.ts';
import { publishOfferChange } from './live-updates.ts';
import { hasEvent, insertEvent, lockOffer, type OfferRow, updateNextCheck } from './queries.ts';
import { closeUnsuccessful } from './transitions.ts';

export type TradeLoopDeps = Pick<Deps, 'db' | 'live' | 'env' | 'log'> & { readonly trading: Trading };

/** Writes changes of offers on behalf of the leader. */
export function createOfferWriter(deps: TradeLoopDeps, lease: Lease) {
  /** Runs under the lease and the offer's lock, and only if the offer is unchanged since Steam was asked. */
  function change(snapshot: OfferRow, work: (tx: Tx, offer: OfferRow) => Promise<void>): Promise<void> {
    return deps.db.transaction(async (tx) => {
      await assertLease(tx, lease);
      const offer = await lockOffer(tx.sql, snapshot.id);
      if (offer?.state === snapshot.state && offer.platformId === snapshot.platformId) await work(tx, offer);
    });
  }

  return {
    change,
    /** No change: schedules the next check, or with null none. */
    scheduleCheck: (snapshot: OfferRow, inMs: number | null) =>
      change(snapshot, (tx, offer) => updateNextCheck(tx.sql, offer.id, inMs)),
    close: (snapshot: OfferRow, ending: CloseOutcome) =>
      change(snapshot, (tx, offer) => closeUnsuccessful(tx, deps, offer, ending)),
    /** Notifies staff of a case that needs a human decision, once per offer and event. */
    async notifyStaffOnce(
      tx: Tx,
      { id }: OfferRow,
      { event, content }: { event: string; content: StaffNotification },
    ): Promise<void> {
      if (await hasEvent(tx.sql, id, event)) return;
      await insertEvent(tx.sql, id, { event });
      await notifyStaff(tx, deps.live, content);
      await publishOfferChange(tx, id);
    },
  };
}
export type OfferWriter = ReturnType<typeof createOfferWriter>;
