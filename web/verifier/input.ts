import { dropsOfCanon } from '@karat/rules/fairness';
import type { ListedRoll, PublishedRoll } from '@karat/rules/roll-audit';
import type { Chained } from '../src/features/fairness/chain-walk.ts';
import { type Proof, proofFromJson } from '../src/features/fairness/proof-kinds.ts';

/** The data of a round for checking its chain, with the published end of that chain. */
export type Link = Chained & { readonly terminal: string };

/** Parsed input: single rolls and rounds, tables of cases, and rows of rolls without a table. */
export type ParsedInput = {
  readonly proofs: readonly Proof[];
  readonly links: readonly Link[];
  readonly canons: readonly string[];
  readonly rows: readonly (PublishedRoll | ListedRoll)[];
};

export const EMPTY_INPUT: ParsedInput = { proofs: [], links: [], canons: [], rows: [] };

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Whether a file contains rows of rolls, judged by its column names. */
export function isCsv(text: string): boolean {
  const [head = ''] = text.trim().split('\n', 1);
  const columns = new Set(head.split(',').map((name) => name.trim().replaceAll('"', '')));
  return ['caseHash', 'ticket', 'itemId'].every((name) => columns.has(name));
}

function rowOf(fields: Fields): PublishedRoll | ListedRoll {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  const number = (name: string) => (typeof fields[name] === 'number' ? fields[name] : Number.NaN);
  const shared = { caseHash: text('caseHash'), ticket: number('ticket'), itemId: number('itemId') };
  if (!('serverSeedHash' in fields)) return { ...shared, handle: text('handle') };
  return {
    ...shared,
    id: number('id'),
    serverSeedHash: text('serverSeedHash'),
    serverSeed: text('serverSeed') || null,
    clientSeed: text('clientSeed'),
    entropy: text('entropy'),
    nonce: number('nonce'),
  };
}

function linksOf({ hash, seed, k, terminal }: Fields): Link[] {
  const isLink = typeof hash === 'string' && typeof terminal === 'string' && Number.isInteger(k) && Number(k) > 0;
  return isLink ? [{ hash, seed: typeof seed === 'string' ? seed : null, k: Number(k), terminal }] : [];
}

/** Recognises what a JSON value is: a whole reply of the API or a part of one. */
function classify(value: unknown): ParsedInput {
  if (Array.isArray(value)) return mergeInputs(value.map(classify));
  if (!isFields(value)) return EMPTY_INPUT;
  const isListed = 'handle' in value && 'ticket' in value && !('serverSeedHash' in value);
  if (isListed) return { ...EMPTY_INPUT, rows: [rowOf(value)] };
  const proof = 'data' in value ? undefined : proofFromJson(JSON.stringify(value));
  if (proof !== undefined) return { ...EMPTY_INPUT, proofs: [proof], links: linksOf(value) };
  if ('serverSeedHash' in value && 'ticket' in value) return { ...EMPTY_INPUT, rows: [rowOf(value)] };
  if (typeof value['canon'] === 'string') return { ...EMPTY_INPUT, canons: [value['canon']] };
  // Serialised as the server did it, in case an editor has added spaces.
  if ('case' in value && 'items' in value) return { ...EMPTY_INPUT, canons: [JSON.stringify(value)] };
  return mergeInputs([classify(value['data']), classify(value['versions'])]);
}

/** Merges several inputs, each table once. */
export function mergeInputs(all: readonly ParsedInput[]): ParsedInput {
  return {
    proofs: all.flatMap(({ proofs }) => proofs),
    links: all.flatMap(({ links }) => links),
    canons: [...new Set(all.flatMap(({ canons }) => canons))],
    rows: all.flatMap(({ rows }) => rows),
  };
}

/** Parses a JSON text; empty if it is not JSON. */
export function parseInput(text: string): ParsedInput {
  try {
    return classify(JSON.parse(text));
  } catch {
    return EMPTY_INPUT;
  }
}

export const isEmptyInput = ({ proofs, canons, rows }: ParsedInput): boolean =>
  proofs.length === 0 && canons.length === 0 && rows.length === 0;

/** Whether the drops of a table can be read. */
export function isTable(canon: string): boolean {
  try {
    return dropsOfCanon(canon).every(([itemId, tickets]) => Number.isInteger(itemId) && Number.isInteger(tickets));
  } catch {
    return false;
  }
}
