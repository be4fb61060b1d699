import type { Db } from '#db/db.ts';
import { findOpenableCase, type Offer } from '#features/cases/cases.ts';

const OFFERS_MAX = 2_000;
const FRESH_MS = 30_000;

export type Offers = {
  /** From a short-lived cache. A stale offer is harmless, because the statement that writes an opening checks again. */
  find(name: string): Promise<Offer | undefined>;
  /** From the database, without the cache. */
  findNow(name: string): Promise<Offer | undefined>;
};

/** Caches offers by case name, so that an opening starts without a query. */
export function createOffers(db: Pick<Db, 'sql'>): Offers {
  const cache = new Map<string, { readonly offer: Offer; readonly untilMs: number }>();

  async function findNow(name: string): Promise<Offer | undefined> {
    const offer = await findOpenableCase(db.sql, name);
    if (cache.size >= OFFERS_MAX) cache.clear();
    if (offer === undefined) cache.delete(name);
    else cache.set(name, { offer, untilMs: performance.now() + FRESH_MS });
    return offer;
  }

  return {
    async find(name) {
      const cached = cache.get(name);
      return cached !== undefined && performance.now() < cached.untilMs ? cached.offer : findNow(name);
    },
    findNow,
  };
}
