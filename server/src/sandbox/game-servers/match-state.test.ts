import { type Team, TEAMS } from '@karat/rules/rooms';
import { describe, expect, test } from 'vitest';
import { newMatchState, playRound, type Random, roundChance, roundsNeeded, roundWinners } from './match-state.ts';

/** A deterministic generator. */
function seeded(seed: number): Random {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const teams = {
  team1: { id: '1', name: 'one', players: ['a', 'b'].map((steamId) => ({ steamId, name: steamId })) },
  team2: { id: '2', name: 'two', players: ['c', 'd'].map((steamId) => ({ steamId, name: steamId })) },
};

const EVEN = { team1: 1_000, team2: 1_000 };
const DUEL = { maxRounds: 15, ratings: EVEN, winner: undefined, isDraw: false };

describe.each([1, 2, 15, 24, 30])('in a match of at most %i rounds', (maxRounds) => {
  test.each(TEAMS)('%s wins with the last round, and with just enough rounds', (winner) => {
    for (let seed = 1; seed <= 200; seed++) {
      const rounds = roundWinners({ ...DUEL, maxRounds, winner }, seeded(seed));
      const won = rounds.filter((each) => each === winner).length;
      expect([won, rounds.at(-1)]).toEqual([Math.floor(maxRounds / 2) + 1, winner]);
      expect(rounds.length - won).toBeLessThan(won);
    }
  });

  test('a draw ends level, before either team has enough rounds to win', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const rounds = roundWinners({ ...DUEL, maxRounds, isDraw: true }, seeded(seed));
      const [one, two] = TEAMS.map((team) => rounds.filter((each) => each === team).length);
      expect([one, two]).toEqual([roundsNeeded(maxRounds) - 1, one]);
    }
  });
});

type Odds = { readonly winChance: number; readonly closeChance: number };

/** The exact chances that team1 wins, and that the loser has at least five of the eight rounds, over all possible matches. */
function exactOdds(ratings: Readonly<Record<Team, number>>): Odds {
  const needed = roundsNeeded(DUEL.maxRounds);
  const known = new Map<string, Odds>();
  function oddsFrom(one: number, other: number, previous: Team | undefined): Odds {
    if (one === needed || other === needed) {
      return { winChance: one === needed ? 1 : 0, closeChance: Math.min(one, other) >= 5 ? 1 : 0 };
    }
    const key = `${one}:${other}:${previous}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const chance = roundChance({ score: { team1: one, team2: other }, previous, ratings });
    const [won, lost] = [oddsFrom(one + 1, other, 'team1'), oddsFrom(one, other + 1, 'team2')];
    const odds = {
      winChance: chance * won.winChance + (1 - chance) * lost.winChance,
      closeChance: chance * won.closeChance + (1 - chance) * lost.closeChance,
    };
    known.set(key, odds);
    return odds;
  }
  return oddsFrom(0, 0, undefined);
}

describe('a duel', () => {
  test('is close in four of five matches between equal players, and fair', () => {
    const { winChance, closeChance } = exactOdds(EVEN);
    expect(winChance).toBeCloseTo(0.5, 10);
    expect(closeChance).toBeGreaterThan(0.8);
  });

  test('is won a little more often by the player with the higher rating, and stays close', () => {
    const [hundred, threeHundred, thousand] = [100, 300, 1_000].map((more) =>
      exactOdds({ team1: 1_000 + more, team2: 1_000 }),
    );
    expect(hundred!.winChance).toBeGreaterThan(0.53);
    expect(hundred!.winChance).toBeLessThan(0.58);
    expect(threeHundred!.winChance).toBeGreaterThan(hundred!.winChance);
    // However large the difference is, the other player has a chance.
    expect(thousand!.winChance).toBeCloseTo(threeHundred!.winChance, 10);
    expect(thousand!.winChance).toBeLessThan(0.7);
    for (const { closeChance } of [hundred!, threeHundred!, thousand!]) expect(closeChance).toBeGreaterThan(0.75);
  });

  test('does not depend on which team a player is in', () => {
    const [one, other] = [exactOdds({ team1: 1_150, team2: 1_000 }), exactOdds({ team1: 1_000, team2: 1_150 })];
    expect(one.winChance + other.winChance).toBeCloseTo(1, 10);
    expect(one.closeChance).toBeCloseTo(other.closeChance, 10);
  });

  test.each([EVEN, { team1: 1_100, team2: 1_000 }])('is played with these odds: %j', (ratings) => {
    const count = 20_000;
    const random = seeded(11);
    let [won, close] = [0, 0];
    for (let match = 0; match < count; match++) {
      const rounds = roundWinners({ ...DUEL, ratings }, random);
      if (rounds.at(-1) === 'team1') won++;
      if (rounds.length >= 13) close++;
    }
    const { winChance, closeChance } = exactOdds(ratings);
    // Five standard deviations.
    const tolerance = 5 * Math.sqrt(0.25 / count);
    expect(Math.abs(won / count - winChance)).toBeLessThan(tolerance);
    expect(Math.abs(close / count - closeChance)).toBeLessThan(tolerance);
  });

  test('has no certain round', () => {
    for (const [one, other] of [
      [0, 7],
      [7, 0],
    ] as const) {
      for (const previous of TEAMS) {
        const ratings = { team1: 5_000, team2: 0 };
        const chance = roundChance({ score: { team1: one, team2: other }, previous, ratings });
        expect(Math.min(chance, 1 - chance)).toBeGreaterThanOrEqual(0.2 - 1e-9);
      }
    }
  });
});

const totalOf = (state: ReturnType<typeof newMatchState>, ids: string, name: 'kills' | 'deaths'): number =>
  [...ids].reduce((all, id) => all + state.stats.get(id)![name], 0);

test('every kill is a death of the other team, and the whole losing team dies unless the time is up', () => {
  const ends = new Set<string>();
  for (let seed = 1; seed <= 200; seed++) {
    const random = seeded(seed);
    const state = newMatchState({ teams });
    for (const winner of roundWinners(DUEL, random)) {
      const losers = winner === 'team1' ? 'cd' : 'ab';
      const before = totalOf(state, losers, 'deaths');
      const end = playRound(state, teams, { winner, canEndByTime: winner === 'team1' }, random);
      ends.add(`${winner} ${end}`);
      const died = totalOf(state, losers, 'deaths') - before;
      if (end === 'elimination') expect(died).toBe(2);
      else expect(died).toBeLessThan(2);
    }
    expect(totalOf(state, 'ab', 'kills')).toBe(totalOf(state, 'cd', 'deaths'));
    expect(totalOf(state, 'cd', 'kills')).toBe(totalOf(state, 'ab', 'deaths'));
    expect(state.score.team1 + state.score.team2).toBe(state.roundsPlayed);
    for (const { kills, deaths, headshots, doubles } of state.stats.values()) {
      expect(Math.min(kills - headshots, kills - 2 * doubles, state.roundsPlayed - deaths)).toBeGreaterThanOrEqual(0);
    }
  }
  expect([...ends].toSorted()).toEqual(['team1 elimination', 'team1 time', 'team2 elimination']);
});
