import type { Db } from '#db/db.ts';
import { findOpenableCase, type Offer } from '#features/cases/cases.ts';

const OFFERS_MAX = 2_000;
const FRESH_MS = 30_000;

export type Offers = {
  /** Through a short memory. A stale offer does no harm: the statement that writes an opening asks again. */
  find(name: string): Promise<Offer | undefined>;
  /** From the store, whatever is remembered. */
  findNow(name: string): Promise<Offer | undefined>;
};

/** Offers by the case's name, so that an opening begins without a question to the store. */
export function createOffers(db: Pick<Db, 'sql'>): Offers {
  const remembered = new Map<string, { readonly offer: Offer; readonly untilMs: number }>();

  async function findNow(name: string): Promise<Offer | undefined> {
    const offer = await findOpenableCase(db.sql, name);
    if (remembered.size >= OFFERS_MAX) remembered.clear();
    if (offer === undefined) remembered.delete(name);
    else remembered.set(name, { offer, untilMs: performance.now() + FRESH_MS });
    return offer;
  }

  return {
    async find(name) {
      const known = remembered.get(name);
      return known !== undefined && performance.now() < known.untilMs ? known.offer : findNow(name);
    },
    findNow,
  };
}
