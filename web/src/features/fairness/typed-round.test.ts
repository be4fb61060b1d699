import { describe, expect, test } from 'vitest';
import { exampleOpenRound, exampleRound } from '#testing/rounds.ts';
import { checkRound } from './round-checks.ts';
import { ROUND_FIELDS, type RoundField, readRound, roundFromJson } from './typed-round.ts';
import type { FieldIssue } from './typed.ts';

const round = exampleRound(3);
const typed = roundFromJson(JSON.stringify(round))!;

test.each([
  ['bare', round],
  ['as the API answers it', { data: round }],
])('reads a round in JSON, %s, and checks it', (_, json) => {
  const read = readRound(roundFromJson(JSON.stringify(json))!);
  expect(read).toHaveProperty('round');
  expect('round' in read && checkRound(read.round).checks.every(({ state }) => state === 'right')).toBe(true);
});

test('reads an open round without seed, number and colour', () => {
  const read = readRound(roundFromJson(JSON.stringify(exampleOpenRound(3)))!);
  expect('round' in read && read.round).toMatchObject({ seed: null, winnerNumber: null, winnerColor: null });
});

test.each(['', 'null', '{}', 'not json', JSON.stringify({ ...round, salt: undefined, k: undefined })])(
  'finds no complete round in %j',
  (json) => {
    expect(roundFromJson(json)).toBeUndefined();
  },
);

describe('an invalid field is named', () => {
  test.each<[RoundField, string, FieldIssue]>([
    ['seed', '\ud800', 'text'],
    ['hash', 'abc', 'hex'],
    ['hash', typed.hash.toUpperCase(), 'hex'],
    ['salt', '', 'filled'],
    ['beacon', '\ud800', 'text'],
    ['k', '0', 'k'],
    ['k', '1e3', 'k'],
    ['winnerNumber', '15', 'winnerNumber'],
    ['winnerNumber', '', 'winnerNumber'],
    ['winnerNumber', '-1', 'winnerNumber'],
    ['winnerColor', 'blue', 'winnerColor'],
    ['winnerColor', '', 'winnerColor'],
  ])('%s: %j', (field, text, issue) => {
    expect(readRound({ ...typed, [field]: text })).toEqual({ issues: { [field]: issue } });
  });
});

test('trims pasted values', () => {
  const spaced = Object.fromEntries(ROUND_FIELDS.map((field) => [field, ` ${typed[field]}\n`])) as typeof typed;
  const read = readRound(spaced);
  expect('round' in read && read.round).toEqual(Object.fromEntries(ROUND_FIELDS.map((field) => [field, round[field]])));
});
