import { COLORS, type Color, NUMBERS_TOTAL } from '@karat/rules/roulette';
import type { ShownRound } from './round-checks.ts';
import { type FieldRules, type Issues, type Typed, isHash, issuesOf, typedFrom } from './typed.ts';

export const ROUND_FIELDS = ['seed', 'hash', 'salt', 'beacon', 'k', 'winnerNumber', 'winnerColor'] as const;
export type RoundField = (typeof ROUND_FIELDS)[number];

/** A round as typed into a form. */
export type TypedRound = Typed<RoundField>;

const COUNT = /^[1-9]\d{0,8}$/;
const NUMBER = /^\d{1,2}$/;

const isColor = (text: string): text is Color => (COLORS as readonly string[]).includes(text);

const rules: FieldRules<RoundField> = {
  // Empty until betting closes. A mistyped seed is accepted: its check fails instead.
  seed: (text) => (text.isWellFormed() ? undefined : 'text'),
  hash: isHash,
  salt: (text) => (text !== '' && text.isWellFormed() ? undefined : 'filled'),
  beacon: (text) => (text.isWellFormed() ? undefined : 'text'),
  k: (text) => (COUNT.test(text) ? undefined : 'k'),
  winnerNumber: (text, { seed }) => {
    if (seed === '' && text === '') return undefined;
    return NUMBER.test(text) && Number(text) < NUMBERS_TOTAL ? undefined : 'winnerNumber';
  },
  winnerColor: (text, { seed }) => ((seed === '' && text === '') || isColor(text) ? undefined : 'winnerColor'),
};

export type ReadRound = { readonly round: ShownRound } | { readonly issues: Issues<RoundField> };

/** A typed round ready to be checked, or the issues of its fields. */
export function readRound(filled: TypedRound): ReadRound {
  const typed = cleaned(filled);
  const issues = issuesOf(rules, typed);
  if (issues !== undefined) return { issues };
  const { hash, seed, salt, beacon, k, winnerNumber, winnerColor } = typed;
  return {
    round: {
      hash,
      seed: seed === '' ? null : seed,
      salt,
      beacon,
      k: Number(k),
      winnerNumber: winnerNumber === '' ? null : Number(winnerNumber),
      winnerColor: isColor(winnerColor) ? winnerColor : null,
    },
  };
}

/** Trims what pasting leaves around a value. */
function cleaned(typed: TypedRound): TypedRound {
  return Object.fromEntries(ROUND_FIELDS.map((field) => [field, typed[field].trim()])) as TypedRound;
}

/** The fields of a round in JSON; undefined if it holds no complete round. */
export function roundFromJson(json: string): TypedRound | undefined {
  return typedFrom(json, { fields: ROUND_FIELDS, marks: ['hash', 'salt', 'k'] });
}
