import { CLIENT_SEED_PATTERN, ENTROPY_PATTERN, TICKETS_TOTAL } from '@karat/rules/fairness';
import type { ShownRoll } from './ticks.ts';

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

/** A roll as it stands in a form. */
export type TypedRoll = Readonly<Record<RollField, string>>;

export const BLANK_ROLL = Object.fromEntries(ROLL_FIELDS.map((field) => [field, ''])) as TypedRoll;

/** What is wrong with a field. */
export type FieldIssue = 'hex' | 'clientSeed' | 'entropy' | 'number' | 'ticket' | 'text';

const HEX = /^[0-9a-f]{64}$/;
const WHOLE = /^\d{1,15}$/;

const isHash = (text: string) => (HEX.test(text) ? undefined : 'hex');
const isWhole = (text: string) => (WHOLE.test(text) ? undefined : 'number');

const issueOf: Readonly<Record<RollField, (text: string) => FieldIssue | undefined>> = {
  // A seed that is still a secret leaves its place empty. A mistyped one is not refused: its tick says so.
  serverSeed: (text) => (text.isWellFormed() ? undefined : 'text'),
  serverSeedHash: isHash,
  clientSeed: (text) => (CLIENT_SEED_PATTERN.test(text) ? undefined : 'clientSeed'),
  entropy: (text) => (ENTROPY_PATTERN.test(text) ? undefined : 'entropy'),
  nonce: isWhole,
  caseCanon: (text) => (text !== '' && text.isWellFormed() ? undefined : 'text'),
  caseHash: isHash,
  ticket: (text) => (WHOLE.test(text) && Number(text) < TICKETS_TOTAL ? undefined : 'ticket'),
  itemId: isWhole,
};

export type ReadRoll =
  | { readonly roll: ShownRoll }
  | { readonly issues: Readonly<Partial<Record<RollField, FieldIssue>>> };

/** A typed roll ready to be checked, or what is wrong with its fields. */
export function readRoll(filled: TypedRoll): ReadRoll {
  const typed = cleaned(filled);
  const found = ROLL_FIELDS.flatMap((field) => {
    const issue = issueOf[field](typed[field]);
    return issue === undefined ? [] : [[field, issue] as const];
  });
  if (found.length > 0) return { issues: Object.fromEntries(found) };
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

/** Without what pasting leaves around a value. A table is kept to the letter: every space of it is hashed. */
function cleaned(typed: TypedRoll): TypedRoll {
  const texts = ROLL_FIELDS.map((field) => [field, field === 'caseCanon' ? typed[field] : typed[field].trim()]);
  return Object.fromEntries(texts) as TypedRoll;
}

/** The fields of a roll in JSON, bare or as the API answers it; undefined where there is no roll in it. */
export function typedFromJson(json: string): TypedRoll | undefined {
  const value = parsed(json);
  const roll = isRecord(value) && isRecord(value['data']) ? value['data'] : value;
  if (!isRecord(roll) || !('serverSeedHash' in roll) || !('caseCanon' in roll)) return undefined;
  return Object.fromEntries(ROLL_FIELDS.map((field) => [field, textOf(roll[field])])) as TypedRoll;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
