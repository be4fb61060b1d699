// Compares what games paid with what they should have paid, so that staff notice early if something is wrong.
import { TICKETS_TOTAL } from './fairness.ts';
import { COLORS, type Color, NUMBERS_TOTAL, colorOf } from './roulette.ts';

/** The mean and the second and third central moments of what one game pays. */
export type Moments = { readonly mean: number; readonly variance: number; readonly third: number };

type Outcome = { readonly chance: number; readonly payout: number };

function momentsOf(outcomes: readonly Outcome[]): Moments {
  const mean = outcomes.reduce((sum, { chance, payout }) => sum + chance * payout, 0);
  const about = (power: number) =>
    outcomes.reduce((sum, { chance, payout }) => sum + chance * (payout - mean) ** power, 0);
  return { mean, variance: about(2), third: about(3) };
}

/** The moments of one opening. Each item counts as what quick sell pays for it. */
export function caseMoments(drops: readonly { readonly tickets: number; readonly payout: number }[]): Moments {
  return momentsOf(drops.map(({ tickets, payout }) => ({ chance: tickets / TICKETS_TOTAL, payout })));
}

const NUMBERS = Array.from({ length: NUMBERS_TOTAL }, (_, number) => colorOf(number));
const chanceOf = (color: Color): number => NUMBERS.filter((each) => each === color).length / NUMBERS_TOTAL;

/** The moments of one round, from its total payout for each colour. Its bets depend on each other, so the round is one game. */
export function roundMoments(payouts: Readonly<Record<Color, number>>): Moments {
  return momentsOf(COLORS.map((color) => ({ chance: chanceOf(color), payout: payouts[color] })));
}

/** The sums over many games: stakes, payouts, and the moments of what each should have paid. */
export type Played = {
  readonly games: number;
  readonly staked: number;
  readonly returned: number;
  readonly expected: number;
  readonly variance: number;
  readonly third: number;
};

export const NOTHING_PLAYED: Played = { games: 0, staked: 0, returned: 0, expected: 0, variance: 0, third: 0 };

export function sumPlayed(one: Played, other: Played): Played {
  return {
    games: one.games + other.games,
    staked: one.staked + other.staked,
    returned: one.returned + other.returned,
    expected: one.expected + other.expected,
    variance: one.variance + other.variance,
    third: one.third + other.third,
  };
}

/** With fewer games there is no verdict. */
export const VERDICT_GAMES_MIN = 100;
/** Above this skewness there is no verdict, because the sum still depends on a few rare wins, and the band would be wrong. */
const SKEWNESS_MAX = 0.5;

/** Quantiles of the normal distribution: 95 % lie within the first, 99.99 % within the second. */
const NEAR_Z = 1.959963984540054;
const FAR_Z = 3.890591886413096;

export type ReturnVerdict = 'too_few' | 'fits' | 'outside';
type Band = { readonly low: number; readonly high: number };

export type ReturnStatistics = {
  /** As fractions of the stakes. */
  readonly actual: number;
  readonly theoretical: number;
  /** The ranges in which `actual` should lie 95 times out of 100, and 9,999 times out of 10,000; null if there are too few games. */
  readonly near: Band | null;
  readonly far: Band | null;
  readonly verdict: ReturnVerdict;
};

/** A quantile in standard deviations, with the first Cornish-Fisher correction for skewness: rare wins move it upwards. */
const skewedQuantile = (z: number, skewness: number): number => z + ((z * z - 1) * skewness) / 6;

/** The payouts as a fraction of the stakes, and whether chance explains them. */
export function returnOf({ games, staked, returned, expected, variance, third }: Played): ReturnStatistics {
  if (staked === 0) return { actual: 0, theoretical: 0, near: null, far: null, verdict: 'too_few' };
  const [actual, theoretical] = [returned / staked, expected / staked];
  const deviation = Math.sqrt(variance);
  const skewness = deviation === 0 ? 0 : third / deviation ** 3;
  if (games < VERDICT_GAMES_MIN || Math.abs(skewness) > SKEWNESS_MAX) {
    return { actual, theoretical, near: null, far: null, verdict: 'too_few' };
  }
  const bandOf = (z: number): Band => ({
    low: Math.max(0, (expected + deviation * skewedQuantile(-z, skewness)) / staked),
    high: (expected + deviation * skewedQuantile(z, skewness)) / staked,
  });
  const far = bandOf(FAR_Z);
  const verdict = actual < far.low || actual > far.high ? 'outside' : 'fits';
  return { actual, theoretical, near: bandOf(NEAR_Z), far, verdict };
}

/** Below this probability a player's luck is suspicious, given that thousands of players are checked every day. */
export const SUSPICIOUS_LUCK_P = 1e-6;

/**
 * An upper bound for the probability to win this much or more: Bennett's inequality, which holds for any number of games and any
 * rarity of wins. `largest` is how much a single game can pay above its mean.
 */
export function luckProbability(
  played: Pick<Played, 'returned' | 'expected' | 'variance'> & { readonly largest: number },
): number {
  const { returned, expected, variance, largest } = played;
  const excess = returned - expected;
  if (excess <= 0 || variance <= 0 || largest <= 0) return 1;
  const ratio = (largest * excess) / variance;
  return Math.exp((-variance / largest ** 2) * ((1 + ratio) * Math.log1p(ratio) - ratio));
}
