import type { UnsuccessfulState } from '@karat/rules/trades';
import type { Trading } from '#adapters/trading/trading.ts';
import type { Tx } from '#db/db.ts';
import { assertLease, type Lease } from '#db/lock.ts';
import type { Deps } from '#deps.ts';
import { notifyStaff } from '#features/notifications/notifications.ts';
import { tellOffer } from './news.ts';
import { hasEvent, insertEvent, lockOffer, type OfferRow, updateLookIn } from './queries.ts';
import { endFruitless } from './steps.ts';

export type TradeLoopDeps = Pick<Deps, 'db' | 'live' | 'env' | 'log'> & { readonly trading: Trading };

export type Ending = { readonly state: UnsuccessfulState; readonly reason?: string | null };

/** How whoever leads the trades writes what it has seen. */
export function createWriting(deps: TradeLoopDeps, lease: Lease) {
  /** Under the lease and the lock of the offer, and only while it stands as it did when the platform was asked. */
  function change(seen: OfferRow, work: (tx: Tx, offer: OfferRow) => Promise<void>): Promise<void> {
    return deps.db.transaction(async (tx) => {
      await assertLease(tx, lease);
      const offer = await lockOffer(tx.sql, seen.id);
      if (offer?.state === seen.state && offer.platformId === seen.platformId) await work(tx, offer);
    });
  }

  return {
    change,
    /** Nothing has changed: it is looked at again in a while, or with null never. */
    again: (seen: OfferRow, inMs: number | null) => change(seen, (tx, offer) => updateLookIn(tx.sql, offer.id, inMs)),
    end: (seen: OfferRow, ending: Ending) => change(seen, (tx, offer) => endFruitless(tx, deps, offer, ending)),
    /** Once an offer: staff hear of what no machine should decide. */
    async tellStaff(tx: Tx, { id }: OfferRow, { event, message }: { event: string; message: string }): Promise<void> {
      if (await hasEvent(tx.sql, id, event)) return;
      await insertEvent(tx.sql, id, { event });
      await notifyStaff(tx, deps.live, { icon: 'warning', title: `Trade offer #${id}`, message });
      await tellOffer(tx, id);
    },
  };
}
export type Writing = ReturnType<typeof createWriting>;
