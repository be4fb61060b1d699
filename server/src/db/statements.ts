import assert from 'node:assert/strict';
import { types, type CustomTypesConfig } from 'pg';

export type Statement = { readonly name: string; readonly text: string };

const statements = new WeakMap<TemplateStringsArray, Statement>();
let statementsTotal = 0;

/** One prepared statement for each template literal in the source. */
export function statementOf(strings: TemplateStringsArray): Statement {
  const cached = statements.get(strings);
  if (cached !== undefined) return cached;
  const text = strings.reduce((before, after, index) => `${before}$${index}${after}`);
  const statement = { name: `karat_${++statementsTotal}`, text };
  statements.set(strings, statement);
  return statement;
}

/** An undefined value would silently become NULL; null must be explicit. */
export function assertDefined(values: readonly unknown[]): void {
  assert(!values.includes(undefined), 'undefined value in an SQL template');
}

/**
 * The text of an array of integers, or of strings without characters to escape, as PostgreSQL reads it. The driver escapes each
 * element by itself, which takes longer than the rest of a batch; it still gets all other values.
 */
function literalOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const elements: unknown[] = value;
  let literal = '{';
  for (const element of elements) {
    if (literal.length > 1) literal += ',';
    if (Number.isSafeInteger(element)) literal += String(element);
    else if (element === null) literal += 'NULL';
    else if (typeof element === 'string' && !/["\\]/.test(element)) literal += `"${element}"`;
    else return value;
  }
  return `${literal}}`;
}

/** The values of a statement as the driver gets them. */
export function parametersOf(values: readonly unknown[]): unknown[] {
  return values.map(literalOf);
}

function integerOf(text: string): number {
  const value = Number(text);
  assert(Number.isSafeInteger(value), `int8 exceeds the safe integer range: ${text}`);
  return value;
}

function isoTimeOf(text: string): string {
  return new Date(text).toISOString();
}

/** The driver's parsers by type OID; its types declare only those of scalars. */
const driverParser: (oid: number, format?: 'text' | 'binary') => (text: string) => unknown = types.getTypeParser;

const arrayOids = { text: 1009, int8: 1016, date: 1182, timestamptz: 1185 };
const readTextArray = driverParser(arrayOids.text);

function arrayOf(text: string, read: (element: string) => unknown): unknown[] {
  const elements = readTextArray(text);
  assert(Array.isArray(elements));
  return elements.map((element: unknown) => (typeof element === 'string' ? read(element) : null));
}

const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, integerOf],
  [types.builtins.TIMESTAMPTZ, isoTimeOf],
  [types.builtins.DATE, (text) => text],
  [arrayOids.int8, (text) => arrayOf(text, integerOf)],
  [arrayOids.timestamptz, (text) => arrayOf(text, isoTimeOf)],
  [arrayOids.date, (text) => arrayOf(text, (element) => element)],
]);

/** Parses values into their JSON form: int8 as a number, timestamps as ISO 8601. */
export const wireTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? driverParser(oid, format),
};
