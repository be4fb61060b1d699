import { TEAMS } from '@karat/rules/rooms';
import { describe, expect, test } from 'vitest';
import { newMatchState, playRound, type Random, roundWinners } from './match-state.ts';

/** A deterministic generator. */
function seeded(seed: number): Random {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const teams = {
  team1: { id: '1', name: 'one', players: ['a', 'b'].map((steamId) => ({ steamId, name: steamId })) },
  team2: { id: '2', name: 'two', players: ['c', 'd'].map((steamId) => ({ steamId, name: steamId })) },
};

describe.each([1, 2, 15, 24, 30])('in a match of at most %i rounds', (maxRounds) => {
  test.each(TEAMS)('%s wins with the last round, and with just enough rounds', (winner) => {
    for (let seed = 1; seed <= 200; seed++) {
      const rounds = roundWinners({ maxRounds, winner, isDraw: false }, seeded(seed));
      const won = rounds.filter((each) => each === winner).length;
      expect([won, rounds.at(-1)]).toEqual([Math.floor(maxRounds / 2) + 1, winner]);
      expect(rounds.length - won).toBeLessThan(won);
    }
  });

  test('a draw ends level, before either team has enough rounds to win', () => {
    const rounds = roundWinners({ maxRounds, winner: 'team1', isDraw: true }, seeded(7));
    const [one, two] = TEAMS.map((team) => rounds.filter((each) => each === team).length);
    expect([one, two]).toEqual([Math.ceil(maxRounds / 2 + 0.5) - 1, one]);
  });
});

test('every kill is a death of the other team, and the whole losing team dies', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = seeded(seed);
    const state = newMatchState({ teams });
    const sum = (ids: string, name: 'kills' | 'deaths') =>
      [...ids].reduce((all, id) => all + state.stats.get(id)![name], 0);
    for (const winner of roundWinners({ maxRounds: 15, winner: 'team1', isDraw: false }, random)) {
      const before = sum(winner === 'team1' ? 'cd' : 'ab', 'deaths');
      playRound(state, teams, winner, random);
      expect(sum(winner === 'team1' ? 'cd' : 'ab', 'deaths')).toBe(before + 2);
    }
    expect([sum('ab', 'kills'), sum('cd', 'kills')]).toEqual([sum('cd', 'deaths'), sum('ab', 'deaths')]);
    expect(state.score.team1 + state.score.team2).toBe(state.roundsPlayed);
    for (const { kills, deaths, headshots, doubles } of state.stats.values()) {
      expect(Math.min(kills - headshots, kills - 2 * doubles, state.roundsPlayed - deaths)).toBeGreaterThanOrEqual(0);
    }
  }
});
