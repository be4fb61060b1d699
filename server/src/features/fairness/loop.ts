import type { Deps } from '#deps.ts';
import { createDropCounts } from './drop-counts.ts';
import { checkOdds } from './odds.ts';

/** To be run now and then: looks at the drops of every case, and warns staff. */
export function createOddsCheck(deps: Pick<Deps, 'db' | 'live' | 'log'>): () => Promise<void> {
  const counts = createDropCounts(deps.db.sql);
  return () => checkOdds(deps, counts);
}
