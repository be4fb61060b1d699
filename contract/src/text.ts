import * as z from 'zod/mini';

// A NUL byte or a lone surrogate passes JSON and fails in the store; no person types either.
const UNSTORABLE =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Refuses what no person types and no store keeps: control characters and lone surrogates. */
export const storable = z.refine<string>((text) => !UNSTORABLE.test(text), 'Invalid characters.');

/** An id in a path: decimal, no sign, within what JSON keeps exact. */
export const idParam = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'Invalid id.')),
  z.transform((text) => Number(text)),
);

/** An id in a body. */
export const idNumber = z.number('Invalid id.').check(z.int('Invalid id.'), z.positive('Invalid id.'));

const REASON_LENGTH_MAX = 200;

/** Why staff did something: kept with the act. */
export const reason = z
  .string('Reason is required.')
  .check(
    z.trim(),
    z.minLength(3, 'Reason is required.'),
    z.maxLength(REASON_LENGTH_MAX, `Reason is at most ${REASON_LENGTH_MAX} characters.`),
    storable,
  );

/** All that staff say with many an act. */
export const reasonGiven = z.object({ reason });

/** A day in an address, YYYY-MM-DD, that the calendar has. */
export const day = z.string('Invalid date.').check(
  z.regex(/^20\d\d-\d\d-\d\d$/, 'Invalid date.'),
  z.refine<string>((text) => {
    const at = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
  }, 'Invalid date.'),
);
