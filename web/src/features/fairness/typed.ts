/** The values of a proof as typed into a form. */
export type Typed<Field extends string> = Readonly<Record<Field, string>>;

/** The issue of a field. */
export type FieldIssue =
  | 'hex'
  | 'clientSeed'
  | 'entropy'
  | 'number'
  | 'ticket'
  | 'text'
  | 'filled'
  | 'k'
  | 'winnerNumber'
  | 'winnerColor';

export type Issues<Field extends string> = Readonly<Partial<Record<Field, FieldIssue>>>;

/** Validates each field, given all of them. */
export type FieldRules<Field extends string> = Readonly<
  Record<Field, (text: string, typed: Typed<Field>) => FieldIssue | undefined>
>;

const HEX = /^[0-9a-f]{64}$/;

export const isHash = (text: string): FieldIssue | undefined => (HEX.test(text) ? undefined : 'hex');

/** The issues by field, in order; undefined if there are none. */
export function issuesOf<Field extends string>(
  rules: FieldRules<Field>,
  typed: Typed<Field>,
): Issues<Field> | undefined {
  const found = (Object.keys(rules) as Field[]).flatMap((field) => {
    const issue = rules[field](typed[field], typed);
    return issue === undefined ? [] : [[field, issue] as const];
  });
  return found.length > 0 ? (Object.fromEntries(found) as Issues<Field>) : undefined;
}

/** The fields of an object in JSON, bare or wrapped as in an API response; undefined if a required field is missing. */
export function typedFrom<Field extends string>(
  json: string,
  { fields, marks: requiredFields }: { readonly fields: readonly Field[]; readonly marks: readonly Field[] },
): Typed<Field> | undefined {
  const value = parsed(json);
  const record = isRecord(value) && isRecord(value['data']) ? value['data'] : value;
  if (!isRecord(record) || !requiredFields.every((mark) => mark in record)) return undefined;
  return Object.fromEntries(fields.map((field) => [field, textOf(record[field])])) as Typed<Field>;
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
