import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { languages } from './language.ts';

/** What a player can be notified of on a device: trade offers, support tickets, sales on the market, matches. */
export const PUSH_CATEGORIES = ['trade', 'ticket', 'sale', 'match'] as const;
export type PushCategory = (typeof PUSH_CATEGORIES)[number];

/** Longer than the endpoints of all known push services. */
const ENDPOINT_LENGTH_MAX = 1_000;

const URL_MESSAGE = 'Must be a valid URL';

/** The address that the browser's push service gave to one browser. */
const pushEndpoint = z
  .string(URL_MESSAGE)
  .check(z.maxLength(ENDPOINT_LENGTH_MAX, URL_MESSAGE), z.regex(/^https?:\/\/[\u0021-\u007E]+$/, URL_MESSAGE));

const base64url = (length: number) =>
  z.string('Invalid key.').check(z.regex(new RegExp(`^[\\w-]{${length}}$`), 'Invalid key.'));

/** The keys with which only this browser can decrypt: an uncompressed P-256 point and 16 random bytes. */
const pushKeys = z.object({ p256dh: base64url(87), auth: base64url(22) });

const categories = z
  .array(z.enum(PUSH_CATEGORIES, 'Invalid choice.'), 'Invalid choice.')
  .check(z.maxLength(PUSH_CATEGORIES.length, 'Invalid choice.'));

const language = z.enum(languages, 'Invalid choice.');

/** What the service worker gets, encrypted. It has the texts of a notification and nothing else. */
export type PushPayload = {
  readonly title: string;
  readonly body: string;
  /** The page that a click opens. */
  readonly path: string;
  /** A later push with the same tag replaces this one. */
  readonly tag: string;
  /** A test is shown even while the site is open. */
  readonly isTest?: true;
};

const done = z.object({ message: z.string() });

export const getPushKey = endpoint({
  method: 'GET',
  path: '/user/getPushKey',
  summary: 'The public key to subscribe a browser with. Null while push notifications are switched off.',
  reply: z.object({ publicKey: z.nullable(z.string()) }),
});

export const savePushSubscription = endpoint({
  method: 'POST',
  path: '/user/savePushSubscription',
  summary:
    'Notify this browser of some categories. The same browser is stored once; of more than ten, the oldest goes.',
  body: z.object({ endpoint: pushEndpoint, keys: pushKeys, language, categories }),
  refuses: ['unauthenticated', 'unavailable'],
  reply: z.object({ data: z.object({ categories: z.array(z.enum(PUSH_CATEGORIES)) }) }),
});

export const syncPushSubscription = endpoint({
  method: 'POST',
  path: '/user/syncPushSubscription',
  summary:
    'The categories of this browser, or null. Notes language and session; the subscription of another player is deleted.',
  body: z.object({ endpoint: pushEndpoint, language }),
  reply: z.object({ data: z.object({ categories: z.nullable(z.array(z.enum(PUSH_CATEGORIES))) }) }),
});

export const removePushSubscription = endpoint({
  method: 'POST',
  path: '/user/removePushSubscription',
  summary: 'Stop notifying this browser. Without a subscription it also succeeds.',
  body: z.object({ endpoint: pushEndpoint }),
  reply: done,
});

export const sendTestPush = endpoint({
  method: 'POST',
  path: '/user/sendTestPush',
  summary: 'Send a test notification to this browser.',
  body: z.object({ endpoint: pushEndpoint }),
  refuses: ['not_found'],
  reply: done,
});
