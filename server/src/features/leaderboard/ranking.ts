import type { ValueCount } from './queries.ts';

/** The maximum of an int4 column. */
const VALUE_MAX = 2 ** 31 - 1;

/** The places of all values at the time of reading. */
export type Ranking = {
  readonly total: number;
  /** Players with equal values share a place. */
  placeOf(value: number): number;
  /** The value at which a page begins, and how many players with that value come before; undefined beyond the last. */
  pageStart(offset: number): { from: number; offset: number } | undefined;
};

/** Builds the ranking from counts, best value first. */
export function createRanking(counts: readonly ValueCount[]): Ranking {
  let total = 0;
  const groups = counts.map(({ value, players }) => {
    const above = total;
    total += players;
    return { value, above };
  });
  return {
    total,
    placeOf: (value) => (groups.find((step) => step.value <= value)?.above ?? total) + 1,
    pageStart(offset) {
      if (offset >= total) return undefined;
      const { value, above } = groups.findLast((step) => step.above <= offset)!;
      // A player may have exceeded the best value since.
      return { from: above === 0 ? VALUE_MAX : value, offset: offset - above };
    },
  };
}
