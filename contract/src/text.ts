import { cleanLine, cleanText } from '@karat/rules/visible-text';
import * as z from 'zod/mini';

// A NUL byte or a lone surrogate passes JSON and fails in the database; people do not enter them.
const UNSTORABLE =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Refuses characters that the database cannot store: control characters and lone surrogates. */
export const validDatabaseText = z.refine<string>((text) => !UNSTORABLE.test(text), 'Invalid characters.');

/** Longer than every allowed text. A longer text is refused for its length, so it is not cleaned first. */
const CLEANED_LENGTH_MAX = 20_000;

/** Whether to clean a text. Text that later checks refuse must reach them unchanged. */
const isToClean = (text: string): boolean => text.length <= CLEANED_LENGTH_MAX && !UNSTORABLE.test(text);

/** Removes invisible characters, direction changes and needless spaces from a name, title or reason that other people read. */
export const cleanedLine = z.overwrite<string>((text) => (isToClean(text) ? cleanLine(text) : text));

/** Cleans multi-line text like `cleanedLine`, but keeps line breaks and spaces. */
export const cleanedText = z.overwrite<string>((text) => (isToClean(text) ? cleanText(text) : text));

type RequiredLine = {
  readonly missing: string;
  readonly lengthMin?: number;
  readonly lengthMax: number;
  readonly tooLong: string;
};

/** A line that people must enter, cleaned; with the sentences for a missing and for a long one. */
export function requiredLine({ missing, lengthMin = 1, lengthMax, tooLong }: RequiredLine) {
  return z
    .string(missing)
    .check(cleanedLine, z.minLength(lengthMin, missing), z.maxLength(lengthMax, tooLong), validDatabaseText);
}

/** An id in a path: decimal, without sign, small enough to be exact in JSON. */
export const idParam = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'Invalid id.')),
  z.transform((text) => Number(text)),
);

/** An id in a body. */
export const idNumber = z.number('Invalid id.').check(z.int('Invalid id.'), z.positive('Invalid id.'));

const REASON_LENGTH_MAX = 200;

/** The reason that staff give for an action; stored with it. */
export const reason = requiredLine({
  missing: 'Reason is required.',
  lengthMin: 3,
  lengthMax: REASON_LENGTH_MAX,
  tooLong: `Reason must be at most ${REASON_LENGTH_MAX} characters.`,
});

/** The body of staff calls that need only a reason. */
export const reasonBody = z.object({ reason });

/** An existing day, YYYY-MM-DD. */
export const day = z.string('Invalid date.').check(
  z.regex(/^20\d\d-\d\d-\d\d$/, 'Invalid date.'),
  z.refine<string>((text) => {
    const date = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  }, 'Invalid date.'),
);

/** The name of a player or case that a list is filtered by; empty for all. */
export const nameFilter = z._default(
  z.string().check(z.trim(), z.maxLength(64, 'Search text is too long'), validDatabaseText),
  '',
);
