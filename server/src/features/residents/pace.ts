/** What the pace of the residents depends on. */
export type PaceInput = {
  /** People who are online; sandbox players do not count. */
  readonly people: number;
  readonly sinceFirstStartMs: number;
  /** How often sandbox players have opened cases, counted up to `WARM_UP_OPENINGS`. */
  readonly openings: number;
};

/** Long enough for a new site to fill its pages. */
const WARM_UP_MS = 90_000;
/** A warm-up that was interrupted before so many openings is repeated at the next start. */
export const WARM_UP_OPENINGS = 3;
const WARM_UP_PACE = 75;

/** Actions per minute by the number of people online: the more people, the fewer actions. */
const PACES = [
  { peopleMax: 0, actionsPerMinute: 8 },
  { peopleMax: 2, actionsPerMinute: 6 },
  { peopleMax: 5, actionsPerMinute: 3 },
] as const;

export function isWarmUp({ sinceFirstStartMs, openings }: Omit<PaceInput, 'people'>): boolean {
  return sinceFirstStartMs < WARM_UP_MS || openings < WARM_UP_OPENINGS;
}

/** How many actions all residents together do in a minute. 0 with more than five people online, who can play with each other. */
export function actionsPerMinute({ people, ...start }: PaceInput): number {
  const pace = PACES.find(({ peopleMax }) => people <= peopleMax)?.actionsPerMinute ?? 0;
  return pace > 0 && isWarmUp(start) ? WARM_UP_PACE : pace;
}
