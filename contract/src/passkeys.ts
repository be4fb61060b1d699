import * as z from 'zod/mini';
import { signedIn } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { idParam, requiredLine } from './text.ts';

const PASSWORD_LENGTH_MAX = 128;
const CHALLENGE_LENGTH_MAX = 100;
const ENCODED_LENGTH_MAX = 10_000;
const NAME_LENGTH_MAX = 60;

const done = z.object({ message: z.string() });

/** Bytes as browsers send them. */
const base64url = z.string().check(z.regex(/^[\w-]*$/), z.maxLength(ENCODED_LENGTH_MAX));
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') };
const clientExtensionResults = z._default(z.looseObject({}), {});

/** A new passkey, as `PublicKeyCredential.toJSON()` of the browser gives it. */
const addedPasskey = z.object({
  ...credential,
  clientExtensionResults,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z._default(z.array(transport).check(z.maxLength(10)), []),
  }),
});
export type AddedPasskey = z.output<typeof addedPasskey>;

/** The signature of a passkey, as the browser gives it. */
const passkeyAnswer = z.object({
  ...credential,
  clientExtensionResults,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** Options for `navigator.credentials`, as JSON of the WebAuthn standard. */
const passkeyOptions = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.output<typeof passkeyOptions>;
const options = z.object({ data: passkeyOptions });

const passkey = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type Passkey = z.output<typeof passkey>;

export const getPasskeys = endpoint({
  method: 'GET',
  path: '/auth/getPasskeys',
  worksInMaintenance: true,
  summary: 'The passkeys of the account.',
  reply: z.object({ data: z.array(passkey) }),
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/auth/startPasskey',
  worksInMaintenance: true,
  summary:
    'Begin to add a passkey. Needs the password or a recent Steam sign-in, and in accounts with a second factor one of the last ten minutes in this session.',
  body: z.object({ password: z.optional(z.string().check(z.maxLength(PASSWORD_LENGTH_MAX))) }),
  refuses: ['forbidden', 'stale_second_factor', 'stale_sign_in', 'wrong_password'],
  reply: options,
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/auth/addPasskey',
  worksInMaintenance: true,
  summary: 'Store the passkey that the browser created.',
  body: z.object({
    name: requiredLine({ missing: 'Name is required.', lengthMax: NAME_LENGTH_MAX, tooLong: 'Name is too long' }),
    response: addedPasskey,
  }),
  refuses: ['passkey_refused', 'taken'],
  reply: done,
});

export const removePasskey = endpoint({
  method: 'POST',
  path: '/auth/removePasskey/:id',
  summary: 'Remove a passkey. Needs a second factor of the last ten minutes in this session.',
  params: z.object({ id: idParam }),
  refuses: ['not_found', 'stale_second_factor'],
  reply: done,
});

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/auth/startPasskeySignIn',
  worksInMaintenance: true,
  summary: 'Begin a sign-in with a passkey: of any account, or as the second step of a sign-in with this challenge.',
  body: z.object({ challenge: z.optional(z.string().check(z.maxLength(CHALLENGE_LENGTH_MAX))) }),
  reply: options,
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/auth/signInWithPasskey',
  worksInMaintenance: true,
  summary: 'Sign in with a passkey, which counts as both factors.',
  body: z.object({ response: passkeyAnswer }),
  refuses: ['banned', 'maintenance', 'passkey_refused', 'wrong_credentials'],
  reply: signedIn,
});

export const startPasskeyCheck = endpoint({
  method: 'POST',
  path: '/auth/startPasskeyCheck',
  worksInMaintenance: true,
  summary: 'Begin to give the second factor in this session again by a passkey.',
  reply: options,
});

export const verifyPasskey = endpoint({
  method: 'POST',
  path: '/auth/verifyPasskey',
  worksInMaintenance: true,
  summary: 'Give the second factor in this session again by a passkey.',
  body: z.object({ response: passkeyAnswer }),
  refuses: ['passkey_refused'],
  reply: done,
});
