import * as z from 'zod/mini';

const LINE_LENGTH_MAX = 800;

const line = z.object({
  level: z.string(),
  msg: z.string(),
  err: z.optional(z.object({ type: z.string(), code: z.optional(z.string()) })),
});

/** Error types that only a bug in the program causes. */
const BUG_TYPES: ReadonlySet<string> = new Set([
  'AssertionError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'ZodError',
]);
/** Log messages that only a bug causes. */
const BUG_MESSAGES: ReadonlySet<string> = new Set(['Unexpected error', 'Unhandled rejection']);
/** SQLSTATE classes of wrong statements and violated constraints. Other classes mean outages and races. */
const BUG_SQLSTATE_CLASSES = ['22', '23', '42', 'XX'];

function readLine(text: string): z.output<typeof line> | undefined {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The shortened log line if it reports a bug. */
export function extractBugLine(text: string): string | undefined {
  const entry = readLine(text);
  if (entry === undefined) return undefined;
  const { type = '', code = '' } = entry.err ?? {};
  const isDatabaseBug = type === 'DatabaseError' && BUG_SQLSTATE_CLASSES.some((start) => code.startsWith(start));
  const isBug = BUG_MESSAGES.has(entry.msg) || BUG_TYPES.has(type) || isDatabaseBug;
  return isBug ? text.slice(0, LINE_LENGTH_MAX) : undefined;
}
