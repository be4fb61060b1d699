import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHAT_LENGTH_MAX, chatDuplicateKey, cleanChat, hasLink } from './chat.ts';

describe('a clean message', () => {
  test.each([
    'Merhaba! Nasılsın? ĞÜŞİÖÇ ğüşıöç',
    'Привет, как дела?',
    'مرحبا كيف حالك',
    'السَّلَامُ عَلَيْكُمْ',
    'می\u200Cخواهم',
    'क्\u200Dष',
    'สวัสดีค่ำ',
    'שָׁלוֹם',
    'Tiếng Việt',
    '日本語、한국어',
    '3 < 5 && "x" > \'y\'',
    '<img src=x onerror=alert(1)>',
    '👩\u200D🚀 👨🏽\u200D💻 🏳️\u200D🌈 👨\u200D👩\u200D👧\u200D👦',
    '❤️ ☺️ 1️⃣ #️⃣',
    '🇹🇷🇩🇪 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
    'one\ntwo\nthree\nfour',
  ])('keeps ordinary text: %s', (text) => {
    expect(cleanChat(text)).toBe(text);
  });

  test.each([
    ['  hello  ', 'hello'],
    ['a \t b', 'a b'],
    ['a\u00A0\u2003b', 'a b'],
    ['a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['a \n\n \n b', 'a\nb'],
    ['1\n2\n3\n4\n5\n6', '1\n2\n3\n4 5 6'],
    ['a\0b\u0007c\u001B[31m\u009F', 'abc[31m'],
    ['\u202Eevil\u202C \u2066x\u2069\u200E\u200F\u061C', 'evil x'],
    ['e\u200Bx\u200Ca\u200Dm\u2060p\uFEFFl\u00ADe', 'example'],
    ['s\u0327afak', 'şafak'],
    [`Z${'\u0301\u0302\u0303\u0304\u0305'.repeat(9)}o`, 'Ź\u0302\u0303\u0304o'],
    ['a\uD800b\uDC00c', 'abc'],
    ['x\uFE0F\u200D', 'x'],
    ['👩\u200D', '👩'],
    ['\u200D👩\u200B\u200D🚀', '👩🚀'],
    ['x\u{E0067}\u{E0062}\u{E007F}', 'x'],
    ['\uFFFE\uFDD0\u{1FFFF}\uFFFC', ''],
    ['\u2800\u3164\u115F\uFFA0\u180E', ''],
    [' \n\t\r ', ''],
    ['\u200B', ''],
  ])('has no invisible characters and no needless spaces: %j', (text, clean) => {
    expect(cleanChat(text)).toBe(clean);
  });

  const anything = fc.string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom(
        '\n',
        '\r',
        ' ',
        '\t',
        '\0',
        '\u0301',
        '\u0327',
        '\u200B',
        '\u200C',
        '\u200D',
        '\uFE0F',
        '\u20E3',
      ),
      fc.constantFrom(
        'a',
        '1',
        '👩',
        '🚀',
        '🏽',
        '🏴',
        '\u{E0067}',
        '\u{E007F}',
        '🇹',
        'ب',
        'क',
        '्',
        '\uD83D',
        '\uDE00',
      ),
    ),
    maxLength: 60,
  });

  test('does not change when cleaned again after reordered marks put a joiner beside another character', () => {
    const clean = cleanChat('\u0327\u094D\u200C\u0628');
    expect(cleanChat(clean)).toBe(clean);
  });

  test('does not change when cleaned again, for any input', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const clean = cleanChat(text);
        expect(cleanChat(clean)).toBe(clean);
      }),
      { numRuns: 5_000 },
    );
  });

  test('can be stored, and never changes the text direction or overflows its line', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const clean = cleanChat(text);
        expect(clean.isWellFormed()).toBe(true);
        expect(clean).not.toMatch(/(?!\n)\p{Cc}|[\u200B\u200E\u200F\u2028-\u202E\u2066-\u2069]|\p{M}{4}/u);
        expect(clean.split('\n').length).toBeLessThanOrEqual(4);
        expect(clean).toBe(clean.trim());
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('the link filter', () => {
  test.each([
    'https://evil.example',
    'HTTP://EVIL.EXAMPLE/path',
    'hxxps://evil[.]example',
    'http:\\\\evil.example',
    'steam://connect/1.2.3.4',
    'look at www.evil.example now',
    'www .evil',
    'evil.com',
    'free skins at EVIL.COM!',
    'evil.com.tr',
    'evil .com',
    'evil. com',
    'evil . com',
    'evil,com',
    'evil.\ncom',
    'e v i l . c o m',
    'evil.c0m',
    'evil.сom',
    'evil(dot)com',
    'evil [dot] net',
    'evil(.)org',
    'evil dot com',
    'evil nokta com',
    'ｅｖｉｌ．ｃｏｍ',
    'evil。com',
    'evil•xyz',
    'evil.ru',
    'evil.io',
    'evil .net',
    'çekiliş.xyz',
    'someone@evil.com',
    'discord.gg',
    'discord.gg/abc',
    'evil.gg/join',
    'evil.live:8080',
    'free-skins.win',
    't.me',
    'bit.ly/x1',
    'connect 185.10.20.30:27015',
    '185.10.20.30',
  ])('detects %j', (message) => {
    expect(hasLink(cleanChat(message))).toBe(true);
  });

  test.each([
    '3.5',
    'gg.',
    'gg.wp',
    'wp.gg',
    'nice one.gg everybody',
    'v1.2',
    'v1.2.3.4',
    '1.2.3.4.5',
    'e.g. this',
    'i.e.me too',
    'I won.to be honest it was luck',
    'ok.me too',
    'tamam.biz geldik',
    'evet.bet yaptım',
    'nice.live again',
    'hello.come on',
    'Sold for 1.234.567 diamonds',
    'wait... com',
    'lol...net',
    'well.Nothing',
    'no :// idea',
    'meh :/ /:',
    'http is a protocol',
    'www',
    '50:50',
    'ratio 16-2.gg',
    'да.со мной',
    'хорошо.и ладно',
    'what a comeback,come on',
    'polka dot command',
    'bir nokta koy',
    'AK-47 | Redline (Field-Tested)',
    '...',
    '.com',
  ])('allows %j', (message) => {
    expect(hasLink(cleanChat(message))).toBe(false);
  });

  test('handles input made for catastrophic backtracking', () => {
    const tricks = ['a.', 'a .', '. c o', 'a-', 'aaaa', '1.', 'dot ', '([{<', '://', 'www '];
    for (const trick of tricks) {
      const message = trick.repeat(CHAT_LENGTH_MAX).slice(0, CHAT_LENGTH_MAX);
      expect(hasLink(message)).toBe(false);
    }
  });
});

test.each([
  ['Hello!', 'hello', true],
  ['h e l l o', 'hello...', true],
  ['İyi', 'iyi', true],
  ['hello', 'hello 2', false],
  ['👍', '👍', true],
  ['👍', '👎', false],
  ['?', '!', false],
])('%j and %j count as the same message: %s', (one, other, isSame) => {
  expect(chatDuplicateKey(one) === chatDuplicateKey(other)).toBe(isSame);
});
