/** The rating of a new player. */
export const ELO_START = 1_000;

/** The ratings at which tiers 2 to 8 begin. */
const TIER_STARTS = [1_000, 2_000, 2_500, 3_000, 3_500, 4_000, 5_000] as const;

export type RatingTier = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The tier of a rating, 1 to 8: the player's level, and the colour of their ring and name. */
export function ratingTier(elo: number): RatingTier {
  const passed = TIER_STARTS.filter((start) => elo >= start).length;
  return (passed + 1) as RatingTier;
}

/** The most points that a match can move. */
const ELO_K = 50;

/**
 * The maximum number of points for a match. It halves with each earlier match against the same opponent within a day, so that
 * no one climbs on one opponent. For teams, the two players who have met most often count.
 */
export function eloK(meetings: number): number {
  return Math.floor(ELO_K / 2 ** meetings);
}

const average = (ratings: readonly number[]): number =>
  ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;

/** The expected chance that the first beats the second, from their ratings. */
export function expectedScore(rating: number, other: number): number {
  return 1 / (1 + 10 ** ((other - rating) / 400));
}

/** The points of a win: added to each winner, taken from each loser. */
export function eloChange(winners: readonly number[], losers: readonly number[], k = ELO_K): number {
  return Math.round(k * (1 - expectedScore(average(winners), average(losers))));
}
