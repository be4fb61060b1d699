import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanLine, cleanText } from './visible-text.ts';

describe('multi-line text', () => {
  test.each(['one\n\n  two\n', 'می\u200Cخواهم', '👩\u200D🚀 ❤️ 1️⃣', '3 < 5 && "x"', 'Şafak'])('keeps %j', (text) => {
    expect(cleanText(text)).toBe(text);
  });

  test.each([
    ['a\u202Eb\u2066c\u200Bd\u00ADe', 'abcde'],
    ['a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['a\tb', 'a b'],
    ['a\u0007b\u009Fc', 'abc'],
    ['s\u0327afak', 'şafak'],
  ])('turns %j into %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });
});

test.each([
  ['  My\u202E  title\n', 'My title'],
  ['a\u00A0\u2003b\r\nc', 'a b c'],
  ['\u200B \u2800', ''],
])('a single line turns %j into %j', (text, clean) => {
  expect(cleanLine(text)).toBe(clean);
});

test('cleaning twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(cleanText(cleanText(text))).toBe(cleanText(text));
      expect(cleanLine(cleanLine(text))).toBe(cleanLine(text));
    }),
  );
});
