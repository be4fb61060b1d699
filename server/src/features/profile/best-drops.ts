import { REVEAL_MS } from '@karat/rules/strip';
import { createBoundedMap } from '#bounded-map.ts';
import type { Deps } from '#deps.ts';
import { type DropPrice, selectBestAfter } from './public-queries.ts';

const BEST_DROPS_MAX = 5;
const PLAYERS_CACHED_MAX = 10_000;
/** Rows per statement, well within its timeout. */
const BATCH_ROWS = 20_000;

type Best = { readonly lastId: number; readonly drops: readonly DropPrice[] };

/** Of equally valuable items, the one that was won first comes first. */
const byPrice = (a: DropPrice, b: DropPrice): number => b.price - a.price || a.id - b.id;

/** The first of each item. */
const onePerItem = (drops: readonly DropPrice[]): DropPrice[] =>
  drops.filter((drop, index) => drops.findIndex(({ itemId }) => itemId === drop.itemId) === index);

/**
 * The most valuable revealed openings of a player, by id; of each item the best. Openings never change, and a player's ids follow
 * the order of commits, so results are cached and only newer rows are read.
 */
export function createBestDrops({ db }: Pick<Deps, 'db'>): (playerId: number) => Promise<number[]> {
  const cache = createBoundedMap<number, Best>(PLAYERS_CACHED_MAX);

  return async (playerId) => {
    for (let best = cache.get(playerId) ?? { lastId: 0, drops: [] }; ;) {
      const range = { playerId, after: best.lastId, limit: BATCH_ROWS };
      const next = await selectBestAfter(db.sql, range, { revealMs: REVEAL_MS, count: BEST_DROPS_MAX });
      const drops = onePerItem([...best.drops, ...next.best].toSorted(byPrice)).slice(0, BEST_DROPS_MAX);
      best = { lastId: next.lastId, drops };
      cache.set(playerId, best);
      if (next.isLast) return drops.map(({ id }) => id);
    }
  };
}
