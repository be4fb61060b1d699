import { CLIENT_SEED_PATTERN, ENTROPY_PATTERN, TICKETS_TOTAL } from '@karat/rules/fairness';
import type { ShownRoll } from './roll-checks.ts';
import { type FieldRules, type Issues, type Typed, isHash, issuesOf, typedFrom } from './typed.ts';

export const ROLL_FIELDS = [
  'serverSeed',
  'serverSeedHash',
  'clientSeed',
  'entropy',
  'caseCanon',
  'caseHash',
  'nonce',
  'ticket',
  'itemId',
] as const;
export type RollField = (typeof ROLL_FIELDS)[number];

/** A roll as typed into a form. */
export type TypedRoll = Typed<RollField>;

const WHOLE = /^\d{1,15}$/;

const isWhole = (text: string) => (WHOLE.test(text) ? undefined : 'number');

const rules: FieldRules<RollField> = {
  // Empty while the seed is secret. A mistyped seed is accepted: its check fails instead.
  serverSeed: (text) => (text.isWellFormed() ? undefined : 'text'),
  serverSeedHash: isHash,
  clientSeed: (text) => (CLIENT_SEED_PATTERN.test(text) ? undefined : 'clientSeed'),
  entropy: (text) => (ENTROPY_PATTERN.test(text) ? undefined : 'entropy'),
  caseCanon: (text) => (text !== '' && text.isWellFormed() ? undefined : 'text'),
  caseHash: isHash,
  nonce: isWhole,
  ticket: (text) => (WHOLE.test(text) && Number(text) < TICKETS_TOTAL ? undefined : 'ticket'),
  itemId: isWhole,
};

export type ReadRoll = { readonly roll: ShownRoll } | { readonly issues: Issues<RollField> };

/** A typed roll ready to be checked, or the issues of its fields. */
export function readRoll(filled: TypedRoll): ReadRoll {
  const typed = cleaned(filled);
  const issues = issuesOf(rules, typed);
  if (issues !== undefined) return { issues };
  const { serverSeed, nonce, ticket, itemId, ...texts } = typed;
  return {
    roll: {
      ...texts,
      serverSeed: serverSeed === '' ? null : serverSeed,
      nonce: Number(nonce),
      ticket: Number(ticket),
      itemId: Number(itemId),
    },
  };
}

/** Trims what pasting leaves around a value, but not in the table: every space of it is hashed. */
function cleaned(typed: TypedRoll): TypedRoll {
  const texts = ROLL_FIELDS.map((field) => [field, field === 'caseCanon' ? typed[field] : typed[field].trim()]);
  return Object.fromEntries(texts) as TypedRoll;
}

/** The fields of a roll in JSON; undefined if it holds no roll. */
export function rollFromJson(json: string): TypedRoll | undefined {
  return typedFrom(json, { fields: ROLL_FIELDS, marks: ['serverSeedHash', 'caseCanon'] });
}
