import { expect, test } from 'vitest';
import { referencesOf } from './reference.ts';

test.each([
  ['open:61', 'opening', 61],
  ['Open 61', 'opening', 61],
  ['roll #61', 'opening', 61],
  ['sell:61', 'opening', 61],
  ['kasa 61', 'opening', 61],
  ['açılış 61', 'opening', 61],
  ['bet:5', 'bet', 5],
  ['settle:bet:5', 'bet', 5],
  ['round 9', 'round', 9],
  ['entry:seat:4', 'seat', 4],
  ['oda:3', 'room', 3],
  ['listing 7', 'listing', 7],
  ['buy:listing:7', 'listing', 7],
  ['ilan 7', 'listing', 7],
  ['ticket  12', 'ticket', 12],
  ['işlem 40', 'transaction', 40],
  ['deposit:2', 'trade', 2],
] as const)('%s refers to %s %d', (text, kind, id) => {
  expect(referencesOf(text)).toEqual([{ kind, id }]);
});

test.each(['61', '#61', ' 61 '])('%s may be anything with a number', (text) => {
  expect(referencesOf(text).map(({ kind }) => kind)).toEqual([
    'opening',
    'round',
    'room',
    'listing',
    'ticket',
    'transaction',
    'trade',
  ]);
});

test.each(['', 'kaan', 'open:', 'open:x', 'opening61', '76561199000000021', 'kaan 61', 'open 61 62'])(
  '%j is no reference',
  (text) => {
    expect(referencesOf(text)).toEqual([]);
  },
);
