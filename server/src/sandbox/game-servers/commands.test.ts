import { expect, test } from 'vitest';
import { readConsole } from './commands.ts';
import { readTrouble } from './trouble.ts';

test.each([
  ['', []],
  [' ; ;\n', []],
  ['status', [['status']]],
  ['  say   two words ', [['say', 'two', 'words']]],
  ['load "http://a/b?c;d" "Authorization" "Bearer x y"', [['load', 'http://a/b?c;d', 'Authorization', 'Bearer x y']]],
  ['one 1; two "a;b"\nthree', [['one', '1'], ['two', 'a;b'], ['three']]],
  ['name ""', [['name', '']]],
  ['open "never closed', [['open', 'never closed']]],
])('splits %j into commands, with quoted text as one word', (text, lines) => {
  expect(readConsole(text).map(({ command, words }) => [command, ...words])).toEqual(lines);
});

test.each([
  [['no_show', 'team1'], { name: 'no_show', missing: 'team1' }],
  [['no_show'], undefined],
  [['no_show', 'team3'], undefined],
  [['draw'], { name: 'draw' }],
  [['crash'], { name: 'crash', forMs: 15_000 }],
  [['crash', '200'], { name: 'crash', forMs: 200 }],
  [['crash', 'soon'], undefined],
  [['slow_load'], { name: 'slow_load', forMs: 4_000 }],
  [['none'], undefined],
  [[], undefined],
])('reads the trouble %j as %j', (words, trouble) => {
  expect(readTrouble(words)).toEqual(trouble);
});
