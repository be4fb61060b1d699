import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { PushKeys } from './push.ts';

/** Push services refuse tokens that are valid for more than a day. */
const TOKEN_SECONDS = 12 * 60 * 60;
/** A token in use is replaced when it is this old, so that a slow clock elsewhere does not refuse it. */
const TOKEN_REUSED_MS = 6 * 60 * 60_000;
/** Services are few: more origins than this come from made-up subscriptions. */
const TOKENS_MAX = 100;

export function createVapidKeys(): PushKeys {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const bytes = (text: string | undefined): Buffer => Buffer.from(text!, 'base64url');
  return { publicKey: Buffer.concat([Buffer.from([4]), bytes(x), bytes(y)]).toString('base64url'), privateKey: d! };
}

function privateKeyOf({ publicKey, privateKey: d }: PushKeys): KeyObject {
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' });
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

function newToken(keys: PushKeys, claims: { readonly aud: string; readonly sub: string }, nowMs: number): string {
  const exp = Math.floor(nowMs / 1000) + TOKEN_SECONDS;
  const content = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded({ ...claims, exp })}`;
  const signature = sign('sha256', Buffer.from(content), { key: privateKeyOf(keys), dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}

/** Builds the `Authorization` header that identifies the site to a push service (RFC 8292). One token serves many messages. */
export function createVapid(contact: string, now: () => number = Date.now) {
  const tokens = new Map<string, { readonly token: string; readonly publicKey: string; readonly since: number }>();

  return function authorizationFor(origin: string, keys: PushKeys): string {
    const known = tokens.get(origin);
    const isUsable = known?.publicKey === keys.publicKey && now() - known.since < TOKEN_REUSED_MS;
    const token = isUsable ? known.token : newToken(keys, { aud: origin, sub: contact }, now());
    if (!isUsable) {
      if (tokens.size >= TOKENS_MAX) tokens.clear();
      tokens.set(origin, { token, publicKey: keys.publicKey, since: now() });
    }
    return `vapid t=${token}, k=${keys.publicKey}`;
  };
}
