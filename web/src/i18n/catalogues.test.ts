import { refusalStatus } from '@karat/contract/refusal';
import { describe, expect, test } from 'vitest';
import { en } from './en.ts';
import { type Language, languages } from './i18n.ts';
import { langAttribute } from './lang-attribute.ts';
import { mixed } from './mixed.ts';
import { validationSentences } from './sentences.ts';
import { tr } from './tr.ts';

type Words = string | ((...texts: never[]) => string) | { readonly [key: string]: Words | undefined };

/** Every sentence by its path. A function is called with 3 for each argument, which fits both a number and a text. */
function sentencesOf(words: Words, path = '', value: number | string = 3): [path: string, sentence: string][] {
  if (typeof words === 'string') return [[path, words]];
  if (typeof words === 'function') return [[path, Reflect.apply(words, undefined, [value, value, value])]];
  return Object.entries(words).flatMap(([key, each]) =>
    each === undefined ? [] : sentencesOf(each, path ? `${path}.${key}` : key, value),
  );
}

/** The texts of features and those that staff pages share, by path. The glob includes every new file of texts. */
const loaded = import.meta.glob<Readonly<Record<Language, Words>>>(
  ['../features/*/words/*-text.ts', './staff/staff-text.ts'],
  { eager: true, import: 'words' },
);

const textsIn = (language: Language, shared: Words) => ({
  ...(shared as object),
  ...Object.fromEntries(Object.entries(loaded).map(([file, words]) => [file, words[language]])),
});

/** All texts of each language. */
const texts = { mixed: textsIn('mixed', mixed), tr: textsIn('tr', tr), en: textsIn('en', en) };

test('every file of texts has all languages', () => {
  expect(Object.keys(loaded).length).toBeGreaterThan(20);
  for (const [file, words] of Object.entries(loaded))
    expect([file, Object.keys(words)]).toEqual([file, [...languages]]);
});

// Names, symbols and words that are the same in both languages.
const sameInBoth = new Set([
  'brand.name',
  'documentTitle',
  'footer.adultsOnly',
  'footer.copyright',
  'language.mixed',
  'language.tr',
  'language.en',
  'sandbox.chip',
  '../features/cases/words/cases-text.ts.priceBetween',
  '../features/chat/words/chat-text.ts.onlineSandbox',
  '../features/leaderboard/words/leaderboard-text.ts.place',
  '../features/rooms/words/room-text.ts.rounds.sides.ct',
  '../features/rooms/words/room-text.ts.rounds.sides.t',
  '../features/fairness/words/proof-text.ts.inputs.nonce',
  '../features/fairness/words/proof-text.ts.inputs.beacon',
]);

describe.each(Object.entries(texts))('%s', (_, catalogue) => {
  test('has a text for everything', () => {
    const bad = /^\s*$|undefined|NaN|\[object/;
    expect(sentencesOf(catalogue).filter(([, sentence]) => bad.test(sentence))).toEqual([]);
  });
});

test('Turkish and English differ in every sentence', () => {
  const english = new Map(sentencesOf(texts.en));
  const same = sentencesOf(texts.tr).filter(
    ([path, sentence]) => english.get(path) === sentence && !sameInBoth.has(path),
  );
  expect(same).toEqual([]);
});

// Counted nouns. After "of", "to", "most", "above", "than" and "every" the number is a limit, which is never one.
const PLURAL_OF_ONE =
  /(?<!\b(?:of|to|most|above|than|every) )(?<![\d.,:#])\b1 (?:(?!(?:is|was|has|does|goes|takes|moves|comes|stays|gets|loses|asks|wins|starts|times|as|s)\b)[a-z]+s)\b(?! or more)/i;

test.each(['mixed', 'en'] as const)('uses the singular for the number 1 in %s', (language) => {
  // A counter takes either a number or a formatted text: one of the two fits.
  const written = new Map(sentencesOf(texts[language], '', '1'));
  const wrong = sentencesOf(texts[language], '', 1).filter(
    ([path, sentence]) => PLURAL_OF_ONE.test(sentence) && PLURAL_OF_ONE.test(written.get(path)!),
  );
  expect(wrong).toEqual([]);
});

test('the English texts contain no Turkish sentence of the mixed language', () => {
  const english = sentencesOf(texts.en);
  const untranslated = english.filter(
    ([path, sentence]) => path !== 'language.tr' && langAttribute(sentence) !== undefined,
  );
  expect(untranslated.filter(([path]) => !path.startsWith('sentences.'))).toEqual([]);
  const withLetters = english.filter(([, sentence]) => /[ğışĞİŞ]/.test(sentence));
  expect(withLetters.filter(([path]) => !path.startsWith('language.'))).toEqual([]);
});

test('marks each sentence of the mixed language with Turkish letters as Turkish', () => {
  const withLetters = sentencesOf(texts.mixed).filter(([, sentence]) => /[ğışçöüĞİŞÇÖÜ]/.test(sentence));
  const unmarked = withLetters.filter(([, sentence]) => langAttribute(sentence) !== 'tr');
  expect(unmarked.map(([path]) => path)).toEqual(['language.mixed']);
});

test.each(Object.keys(refusalStatus).filter((code) => code !== 'invalid'))(
  'the refusal "%s" has a Turkish and an English text',
  (code) => {
    expect(tr.refusals).toHaveProperty(code);
    expect(en.refusals).toHaveProperty(code);
  },
);

/** Every message that the checks of a schema can return, found by walking its definition. */
function messagesOf(value: unknown, visited = new Set<unknown>()): string[] {
  if (typeof value !== 'object' || value === null || visited.has(value)) return [];
  visited.add(value);
  // Zod keeps the definition of a schema or check in a hidden property.
  const parts = [...Object.values(value), '_zod' in value ? value._zod : undefined];
  const message = 'error' in value && typeof value.error === 'function' ? [String(value.error({}))] : [];
  return [...message, ...parts.flatMap((each) => messagesOf(each, visited))];
}

// The whole folder, so that the test includes every new call of the contract.
const contract = import.meta.glob<object>(['../../../contract/src/*.ts', '!**/*.test.ts'], { eager: true });

test('lists every validation sentence of the contract and no other', () => {
  const contractMessages = Object.values(contract).flatMap((module) =>
    Object.values(module).flatMap((each) => messagesOf(each)),
  );
  expect(new Set(contractMessages)).toEqual(new Set(validationSentences));
});
