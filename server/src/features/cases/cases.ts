import type { Sql } from '#db/db.ts';
import { type Offer, selectOffer } from './queries.ts';

/** The case of this name as it can be opened now; undefined when there is none. */
export function findOffer(sql: Sql, name: string): Promise<Offer | undefined> {
  return selectOffer(sql, name);
}
