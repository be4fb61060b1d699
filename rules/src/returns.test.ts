import { describe, expect, test } from 'vitest';
import { PAYOUT_FACTORS, RETURN_PERCENT } from './roulette.ts';
import {
  caseMoments,
  VERDICT_GAMES_MIN,
  luckProbability,
  type Moments,
  NOTHING_PLAYED,
  SUSPICIOUS_LUCK_P,
  type Played,
  returnOf,
  roundMoments,
  sumPlayed,
} from './returns.ts';

/** Reproducible random numbers. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const box = [
  { tickets: 100, payout: 20_000 },
  { tickets: 1_900, payout: 2_000 },
  { tickets: 8_000, payout: 400 },
];

const playedOf = (moments: Moments, games: number, price: number, returned: number): Played => ({
  games,
  staked: games * price,
  returned,
  expected: games * moments.mean,
  variance: games * moments.variance,
  third: games * moments.third,
});

describe('moments', () => {
  test.each<[string, Moments, Moments]>([
    [
      'a case that pays always the same',
      caseMoments([{ tickets: 10_000, payout: 90 }]),
      { mean: 90, variance: 0, third: 0 },
    ],
    [
      'a fair coin',
      caseMoments([
        { tickets: 5_000, payout: 0 },
        { tickets: 5_000, payout: 2 },
      ]),
      { mean: 1, variance: 1, third: 0 },
    ],
    ['nothing on the wheel', roundMoments({ red: 0, green: 0, black: 0 }), { mean: 0, variance: 0, third: 0 }],
  ])('of %s', (_, moments, expected) => {
    expect(moments).toEqual(expected);
  });

  test.each(['red', 'green', 'black'] as const)('of a bet on %s return 14 of 15', (color) => {
    const payouts = { red: 0, green: 0, black: 0, [color]: 15 * PAYOUT_FACTORS[color] };
    expect(roundMoments(payouts).mean).toBeCloseTo((15 * RETURN_PERCENT) / 100, 10);
  });

  test('of bets on several colours of one round are smaller than those of a single colour', () => {
    const even = roundMoments({ red: 200, green: 0, black: 200 });
    const alone = roundMoments({ red: 200, green: 0, black: 0 });
    expect(even.variance).toBeLessThan(alone.variance);
  });
});

describe('a return', () => {
  const moments = caseMoments(box);
  const at = (games: number, deviations: number) =>
    returnOf(playedOf(moments, games, 1_000, games * moments.mean + deviations * Math.sqrt(games * moments.variance)));

  test('of no games has no verdict', () => {
    expect(returnOf(NOTHING_PLAYED)).toEqual({ actual: 0, theoretical: 0, near: null, far: null, verdict: 'too_few' });
  });

  test.each<[games: number, deviations: number, verdict: string]>([
    [VERDICT_GAMES_MIN - 1, 0, 'too_few'],
    // So few that a single rare win would leave any band.
    [VERDICT_GAMES_MIN, 0, 'too_few'],
    [10_000, 0, 'fits'],
    [10_000, 3.5, 'fits'],
    [10_000, 4.6, 'outside'],
    [10_000, -3.2, 'fits'],
    [10_000, -4, 'outside'],
  ])('of %i openings, %f deviations off: %s', (games, deviations, verdict) => {
    expect(at(games, deviations).verdict).toBe(verdict);
  });

  test('has a band around the expected return, and a wider one around that', () => {
    const { near, far, theoretical } = at(10_000, 0);
    expect(theoretical).toBeCloseTo(moments.mean / 1_000, 10);
    const order = [far!.low, near!.low, theoretical, near!.high, far!.high];
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test('of several parts is that of their sum', () => {
    const parts = [playedOf(moments, 500, 1_000, 400_000), playedOf(moments, 700, 1_000, 800_000)] as const;
    expect(sumPlayed(...parts)).toEqual(playedOf(moments, 1_200, 1_000, 1_200_000));
    expect(sumPlayed(NOTHING_PLAYED, parts[0])).toEqual(parts[0]);
  });

  test('lies within the band 95 times out of 100, and almost always within the wide one', () => {
    const random = randomOf(7);
    const open = () => {
      const ticket = random() * 10_000;
      return ticket < 100 ? 20_000 : ticket < 2_000 ? 2_000 : 400;
    };
    const runs = Array.from({ length: 2_000 }, () => {
      let returned = 0;
      for (let game = 0; game < 1_000; game++) returned += open();
      return returnOf(playedOf(moments, 1_000, 1_000, returned));
    });
    const within = runs.filter(({ actual, near }) => actual >= near!.low && actual <= near!.high).length / runs.length;
    expect(within).toBeGreaterThan(0.935);
    expect(within).toBeLessThan(0.965);
    expect(runs.filter(({ verdict }) => verdict === 'outside').length).toBeLessThanOrEqual(2);
  });

  test('of the wheel lies within the band too, for any bets', () => {
    const random = randomOf(11);
    const runs = Array.from({ length: 1_000 }, () => {
      let played = NOTHING_PLAYED;
      for (let round = 0; round < 300; round++) {
        const stakes = {
          red: Math.floor(random() * 500),
          green: Math.floor(random() * 50),
          black: Math.floor(random() * 500),
        };
        const payouts = { red: stakes.red * 2, green: stakes.green * 14, black: stakes.black * 2 };
        const { mean, variance, third } = roundMoments(payouts);
        const number = Math.floor(random() * 15);
        const returned = number === 0 ? payouts.green : number <= 7 ? payouts.red : payouts.black;
        const staked = stakes.red + stakes.green + stakes.black;
        played = sumPlayed(played, { games: 1, staked, returned, expected: mean, variance, third });
      }
      return returnOf(played);
    });
    const within = runs.filter(({ actual, near }) => actual >= near!.low && actual <= near!.high).length / runs.length;
    expect(within).toBeGreaterThan(0.93);
    expect(within).toBeLessThan(0.97);
    expect(runs[0]?.theoretical).toBeCloseTo(14 / 15, 10);
  });

  test('of a wheel that pays too much is soon outside', () => {
    const { mean, variance, third } = roundMoments({ red: 200, green: 0, black: 0 });
    const games = 2_000;
    // Red comes 9 of 15 times.
    const rigged = { games, staked: games * 100, returned: (games * 200 * 9) / 15 };
    const played = { ...rigged, expected: games * mean, variance: games * variance, third: games * third };
    expect(returnOf(played).verdict).toBe('outside');
  });
});

describe('luck', () => {
  const moments = caseMoments(box);
  const largest = 20_000 - moments.mean;
  const luck = (games: number, returned: number) =>
    luckProbability({ ...playedOf(moments, games, 1_000, returned), largest });

  test.each<[string, number]>([
    ['losing', luck(100, 0)],
    ['exactly the expected return', luck(100, 100 * moments.mean)],
    ['no game at all', luckProbability({ returned: 0, expected: 0, variance: 0, largest: 0 })],
  ])('is not suspicious for %s', (_, p) => {
    expect(p).toBe(1);
  });

  test('is not suspicious for one rare win in a few games', () => {
    expect(luck(3, 20_000 + 800)).toBeGreaterThan(0.01);
  });

  test('is suspicious for many rare wins in a row', () => {
    expect(luck(10, 8 * 20_000)).toBeLessThan(SUSPICIOUS_LUCK_P);
  });

  test('has a lower probability the more is won', () => {
    const all = [700_000, 800_000, 900_000, 2_000_000].map((returned) => luck(800, returned));
    expect(all).toEqual(all.toSorted((a, b) => b - a));
  });

  test('is never rated rarer than it is', () => {
    const random = randomOf(3);
    const runs = Array.from({ length: 20_000 }, () => {
      let returned = 0;
      for (let game = 0; game < 20; game++) {
        const ticket = random() * 10_000;
        returned += ticket < 100 ? 20_000 : ticket < 2_000 ? 2_000 : 400;
      }
      return luck(20, returned);
    });
    for (const p of [0.1, 0.01, 0.001]) {
      expect(runs.filter((each) => each <= p).length / runs.length).toBeLessThanOrEqual(p);
    }
  });
});
