import { describe, expect, test } from 'vitest';
import { LINE_LENGTH_MAX, searchPattern, sanitizeLine } from './log-lines.ts';

describe('showing a line', () => {
  test.each([
    ['leaves it unchanged', '14:05:09 boss#3 item.edit item:7 "why" {"price": 5 → 6}', undefined],
    ['escapes line breaks', 'a\r\nb\tc\u2028d\u0085e', 'a\\u{d}\\u{a}b\\u{9}c\\u{2028}d\\u{85}e'],
    [
      'escapes invisible and direction characters',
      'a\u202Eb\u2066c\u200Bd\uFEFFe',
      'a\\u{202e}b\\u{2066}c\\u{200b}d\\u{feff}e',
    ],
    ['keeps characters beyond the basic plane', '🎉 şık', undefined],
    ['removes e-mail addresses', '"ayse.k+1@mail.example wrote, b@c.de"', '"[e-mail] wrote, [e-mail]"'],
    ['keeps mentions of players', 'gg @ayse', undefined],
  ])('%s', (_, line, shown = line) => {
    expect(sanitizeLine(line)).toBe(shown);
  });

  test('limits its length and splits no character', () => {
    expect(sanitizeLine('x'.repeat(LINE_LENGTH_MAX))).toBe('x'.repeat(LINE_LENGTH_MAX));
    expect(sanitizeLine('x'.repeat(LINE_LENGTH_MAX + 1))).toBe(`${'x'.repeat(LINE_LENGTH_MAX - 1)}…`);
    expect(sanitizeLine(`${'x'.repeat(LINE_LENGTH_MAX - 2)}🎉🎉`)).toBe(`${'x'.repeat(LINE_LENGTH_MAX - 2)}…`);
    expect(sanitizeLine('\u0001'.repeat(LINE_LENGTH_MAX))).toHaveLength(LINE_LENGTH_MAX);
  });
});

describe('a search', () => {
  test('without text has no pattern', () => {
    expect(searchPattern('')).toBeNull();
  });

  test.each([
    ['item.edit', 'ITEM.edit', true],
    ['item.edit', 'itemXedit', false],
    ['100 %', '100 %', true],
    ['100 %', '100 abc', false],
    ['a_b', 'A_B', true],
    ['a_b', 'axb', false],
    ['sik', 'ŞIK', true],
    ['ŞIK', 'sik', true],
    ['é→', 'É→', true],
    ['(a|b)*[c]{2}^$?+\\', '(A|B)*[C]{2}^$?+\\', true],
    ['(?i)x', 'x', false],
    ['***=x', '***=X', true],
  ])('for %j matches %j: %s', (search, line, isFound) => {
    expect(new RegExp(searchPattern(search)!, 'u').test(line)).toBe(isFound);
  });
});
