import * as z from 'zod/mini';
import { signedIn } from './accounts.ts';
import { endpoint } from './endpoint.ts';

const CODE_LENGTH_MAX = 40;
const PASSWORD_LENGTH_MAX = 128;
const CHALLENGE_LENGTH_MAX = 100;

const codeRequired = 'Enter the code.';

/** A code of the app or a recovery code, with or without spaces and hyphens. */
export const factorCode = z
  .string(codeRequired)
  .check(z.trim(), z.minLength(1, codeRequired), z.maxLength(CODE_LENGTH_MAX, 'The code is wrong.'));

const codeBody = z.object({ code: factorCode });

const done = z.object({ message: z.string() });

const recoveryCodes = z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) });

export const confirmSignIn = endpoint({
  method: 'POST',
  path: '/auth/confirmSignIn',
  worksInMaintenance: true,
  summary: 'The second step of a sign-in: a code of the authenticator app or a recovery code.',
  body: z.extend(codeBody, {
    /** Browsers that come from Steam have it in a cookie. */
    challenge: z.optional(z.string().check(z.maxLength(CHALLENGE_LENGTH_MAX))),
  }),
  refuses: ['banned', 'maintenance', 'stale_sign_in', 'wrong_code'],
  reply: signedIn,
});

const factorState = z.object({
  /** When the authenticator app was set up; null without one. */
  confirmedAt: z.nullable(z.iso.datetime()),
  recoveryCodesLeft: z.number(),
});
export type FactorState = z.output<typeof factorState>;

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/auth/getSecondFactor',
  worksInMaintenance: true,
  summary: 'Whether the account has a second factor.',
  reply: z.object({ data: factorState }),
});

export const setUpSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/setUpSecondFactor',
  worksInMaintenance: true,
  summary:
    'Begin to set up an authenticator app. Needs the password, or without one a Steam sign-in in the last ten minutes.',
  body: z.object({ password: z.optional(z.string().check(z.maxLength(PASSWORD_LENGTH_MAX))) }),
  refuses: ['forbidden', 'stale_sign_in', 'wrong_password'],
  reply: z.object({ data: z.object({ secret: z.string(), uri: z.string() }) }),
});

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/confirmSecondFactor',
  worksInMaintenance: true,
  summary: 'Turn the second factor on by the first code of the app; every other session ends.',
  body: codeBody,
  refuses: ['wrong_code'],
  reply: recoveryCodes,
});

export const turnOffSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/turnOffSecondFactor',
  summary: 'Turn the second factor off.',
  body: codeBody,
  refuses: ['wrong_code'],
  reply: done,
});

export const replaceRecoveryCodes = endpoint({
  method: 'POST',
  path: '/auth/replaceRecoveryCodes',
  summary: 'New recovery codes instead of all earlier ones.',
  body: codeBody,
  refuses: ['wrong_code'],
  reply: recoveryCodes,
});

export const verifySecondFactor = endpoint({
  method: 'POST',
  path: '/auth/verifySecondFactor',
  worksInMaintenance: true,
  summary: 'Give the second factor in this session again, as calls refused with 403 stale_second_factor need it.',
  body: codeBody,
  refuses: ['wrong_code'],
  reply: done,
});
