import { describe, expect, test } from 'vitest';
import { exampleRoll } from '#testing/rolls.ts';
import { checkRoll } from './roll-checks.ts';
import { ROLL_FIELDS, type RollField, readRoll, rollFromJson } from './typed-roll.ts';
import type { FieldIssue } from './typed.ts';

const typed = rollFromJson(JSON.stringify(exampleRoll))!;

test.each([
  ['bare', exampleRoll],
  ['as the API answers it', { data: exampleRoll }],
])('reads a roll in JSON, %s, and checks it', (_, json) => {
  const read = readRoll(rollFromJson(JSON.stringify(json))!);
  expect(read).toHaveProperty('roll');
  expect('roll' in read && checkRoll(read.roll).checks.every(({ state }) => state === 'right')).toBe(true);
});

test('reads a roll without its secret seed', () => {
  const read = readRoll(rollFromJson(JSON.stringify({ ...exampleRoll, serverSeed: null }))!);
  expect('roll' in read && read.roll.serverSeed).toBeNull();
});

test.each(['', 'null', '[]', '{}', '{"data":null}', 'not json', '"text"', '7'])('finds no roll in %j', (json) => {
  expect(rollFromJson(json)).toBeUndefined();
});

describe('an invalid field is named', () => {
  test.each<[RollField, string, FieldIssue]>([
    ['serverSeed', '\ud800', 'text'],
    ['serverSeedHash', 'abc', 'hex'],
    ['serverSeedHash', typed.serverSeedHash.toUpperCase(), 'hex'],
    ['clientSeed', '', 'clientSeed'],
    ['clientSeed', 'şans', 'clientSeed'],
    ['entropy', 'abc', 'entropy'],
    ['nonce', '-1', 'number'],
    ['nonce', '1e3', 'number'],
    ['caseCanon', '', 'text'],
    ['caseHash', '', 'hex'],
    ['ticket', '10000', 'ticket'],
    ['ticket', '', 'ticket'],
    ['itemId', 'knife', 'number'],
  ])('%s: %j', (field, text, issue) => {
    expect(readRoll({ ...typed, [field]: text })).toEqual({ issues: { [field]: issue } });
  });
});

test('trims pasted values, but never a table', () => {
  const spaced = Object.fromEntries(Object.entries(typed).map(([field, text]) => [field, ` ${text}\n`]));
  const read = readRoll(spaced as typeof typed);
  expect('roll' in read && read.roll).toEqual({
    ...Object.fromEntries(ROLL_FIELDS.map((field) => [field, exampleRoll[field]])),
    caseCanon: ` ${exampleRoll.caseCanon}\n`,
  });
});
