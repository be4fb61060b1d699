/** What every player starts with. */
export const ELO_START = 1_000;

/** The scores at which the next rating tier begins; the eighth has no end. */
const TIER_STARTS = [1_000, 2_000, 2_500, 3_000, 3_500, 4_000, 5_000] as const;

export type RatingTier = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The tier, 1 to 8, that a score stands in: the colour of a player's ring and name, and the player's level. */
export function ratingTier(elo: number): RatingTier {
  const passed = TIER_STARTS.filter((start) => elo >= start).length;
  return (passed + 1) as RatingTier;
}

/** How many points a match can move at most. */
const ELO_K = 50;

/**
 * The same where the two have met before within a day: half as many each time, so that nobody climbs on one opponent. Of teams
 * those two count who have met most often.
 */
export function eloK(meetings: number): number {
  return Math.floor(ELO_K / 2 ** meetings);
}

const average = (ratings: readonly number[]): number =>
  ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;

/** The chance that the first would beat the second, as their ratings have it. */
export function expectedScore(rating: number, other: number): number {
  return 1 / (1 + 10 ** ((other - rating) / 400));
}

/** The points that change hands when one team beats the other: added to each winner, taken from each loser. */
export function eloChange(winners: readonly number[], losers: readonly number[], k = ELO_K): number {
  return Math.round(k * (1 - expectedScore(average(winners), average(losers))));
}
