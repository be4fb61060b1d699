import { sha256Hex } from '@karat/rules/sha256';
import { describe, expect, test } from 'vitest';
import { exampleOpenRound, exampleRound } from '#testing/rounds.ts';
import { type RoundSuspect, type RoundCheckName, type ShownRound, checkRound } from './round-checks.ts';

/** Twelve, black. */
const round = exampleRound(1);

/** The failed checks and what they point at; all others passed. */
function failed(shown: ShownRound): Partial<Record<RoundCheckName, RoundSuspect>> {
  return Object.fromEntries(
    checkRound(shown).checks.flatMap((tick) => (tick.state === 'wrong' ? [[tick.name, tick.suspect]] : [])),
  );
}

test.each([
  [1, 12, 'black'],
  [3, 2, 'red'],
  [999, 0, 'green'],
])('draws the vector of round %i: %i, %s, with three passed checks', (k, number, color) => {
  const honest = exampleRound(k);
  expect([honest.winnerNumber, honest.winnerColor]).toEqual([number, color]);
  expect(checkRound(honest)).toEqual({
    checks: [
      { name: 'seed', state: 'right' },
      { name: 'number', state: 'right' },
      { name: 'color', state: 'right' },
    ],
    drawnNumber: number,
  });
});

describe('a changed input fails the right checks, which point at it', () => {
  test.each<[what: string, change: Partial<ShownRound>, expected: Partial<Record<RoundCheckName, RoundSuspect>>]>([
    ['seed', { seed: sha256Hex('another') }, { seed: 'seed', number: 'seed' }],
    ['hash', { hash: sha256Hex('another') }, { seed: 'hash' }],
    ['salt', { salt: 'another' }, { number: 'inputs' }],
    ['beacon', { beacon: 'b' }, { number: 'inputs' }],
    ['number in the chain', { k: 5 }, { number: 'inputs' }],
    ['number of the same colour', { winnerNumber: 13 }, { number: 'inputs' }],
    ['number of another colour', { winnerNumber: 3 }, { number: 'winnerNumber', color: 'winnerNumber' }],
    ['number that is not on the wheel', { winnerNumber: 15 }, { number: 'winnerNumber', color: 'winnerNumber' }],
    ['colour', { winnerColor: 'red' }, { color: 'winnerColor' }],
    ['number and colour together', { winnerNumber: 3, winnerColor: 'red' }, { number: 'inputs' }],
    ['number taken away', { winnerNumber: null }, { number: 'winnerNumber', color: 'winnerNumber' }],
    ['colour taken away', { winnerColor: null }, { color: 'winnerColor' }],
    [
      'seed and colour',
      { seed: sha256Hex('another'), winnerColor: 'red' },
      { seed: 'seed', number: 'seed', color: 'numberOrColor' },
    ],
    ['seed with half a letter', { seed: '\ud800' }, { seed: 'seed', number: 'seed' }],
  ])('%s', (_, change, expected) => {
    expect(failed({ ...round, ...change })).toEqual(expected);
  });
});

test('leaves every check waiting before betting closes, and draws nothing', () => {
  expect(checkRound(exampleOpenRound(1))).toEqual({
    checks: ['seed', 'number', 'color'].map((name) => ({ name, state: 'waiting' })),
    drawnNumber: undefined,
  });
});
