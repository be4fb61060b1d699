import * as z from 'zod/mini';

const LINE_SHOWN_MAX = 800;

const line = z.object({
  level: z.string(),
  msg: z.string(),
  err: z.optional(z.object({ type: z.string(), code: z.optional(z.string()) })),
});

/** What a program throws that is wrong itself, whatever the world around it does. */
const BUG_TYPES: ReadonlySet<string> = new Set([
  'AssertionError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'ZodError',
]);
/** Lines that are never written for another reason. */
const BUG_LINES: ReadonlySet<string> = new Set(['Unexpected error', 'Unhandled rejection']);
/** Classes of the store's errors that say that a statement is wrong or breaks a rule; the others tell of outages and races. */
const BUG_CLASSES = ['22', '23', '42', 'XX'];

function readLine(text: string): z.output<typeof line> | undefined {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The line as it is shown, where it tells of a bug; undefined for all else. */
export function bugIn(text: string): string | undefined {
  const read = readLine(text);
  if (read === undefined) return undefined;
  const { type = '', code = '' } = read.err ?? {};
  const isWrongStatement = type === 'DatabaseError' && BUG_CLASSES.some((start) => code.startsWith(start));
  const isBug = BUG_LINES.has(read.msg) || BUG_TYPES.has(type) || isWrongStatement;
  return isBug ? text.slice(0, LINE_SHOWN_MAX) : undefined;
}
