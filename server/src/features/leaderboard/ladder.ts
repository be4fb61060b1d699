import type { Rung } from './queries.ts';

/** As much as the store counts to. */
const VALUE_MAX = 2 ** 31 - 1;

/** Where every value stands, as it was read. */
export type Ladder = {
  readonly total: number;
  /** Those who are level share a place. */
  placeOf(value: number): number;
  /** The value at which a page begins, and how many of those who have it come before; undefined behind the last. */
  at(offset: number): { from: number; offset: number } | undefined;
};

/** Of rungs from the best down. */
export function createLadder(rungs: readonly Rung[]): Ladder {
  let total = 0;
  const steps = rungs.map(({ value, players }) => {
    const above = total;
    total += players;
    return { value, above };
  });
  return {
    total,
    placeOf: (value) => (steps.find((step) => step.value <= value)?.above ?? total) + 1,
    at(offset) {
      if (offset >= total) return undefined;
      const { value, above } = steps.findLast((step) => step.above <= offset)!;
      // Somebody may have passed the best since.
      return { from: above === 0 ? VALUE_MAX : value, offset: offset - above };
    },
  };
}
