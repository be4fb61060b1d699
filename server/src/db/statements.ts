import assert from 'node:assert/strict';
import { types, type CustomTypesConfig } from 'pg';

export type Statement = { readonly name: string; readonly text: string };

const statements = new WeakMap<TemplateStringsArray, Statement>();
let statementsTotal = 0;

/** One prepared statement for each place in the source that writes a template. */
export function statementOf(strings: TemplateStringsArray): Statement {
  const known = statements.get(strings);
  if (known !== undefined) return known;
  const text = strings.reduce((before, after, index) => `${before}$${index}${after}`);
  const statement = { name: `karat_${++statementsTotal}`, text };
  statements.set(strings, statement);
  return statement;
}

/** A missing value would silently become NULL; null has to be meant. */
export function assertDefined(values: readonly unknown[]): void {
  assert(!values.includes(undefined), 'an undefined value in an SQL template');
}

function integerOf(text: string): number {
  const value = Number(text);
  assert(Number.isSafeInteger(value), `an int8 beyond what JSON carries exactly: ${text}`);
  return value;
}

function isoTimeOf(text: string): string {
  return new Date(text).toISOString();
}

/** The driver's readers, by the number of a type; it declares those of scalars only. */
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

/** Values as they go over the wire: int8 a number, a point in time ISO 8601. */
export const wireTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? driverParser(oid, format),
};
