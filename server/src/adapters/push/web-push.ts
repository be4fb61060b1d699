import { lookup as lookupAll, type LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { encryptFor, isPublicKey, TEXT_BYTES_MAX } from './encryption.ts';
import { isLoopback, isPublicAddress } from './public-address.ts';
import type { PushMessage, PushOutcome, PushSender } from './push.ts';
import { createVapid, createVapidKeys } from './vapid.ts';

const TIMEOUT_MS = 10_000;

type WebPushOptions = {
  /** A `mailto:` or `https:` address where push services reach the operator. */
  readonly contact: string;
  /** Also allows this machine, over http: for development and tests. */
  readonly allowsLoopback: boolean;
  readonly timeoutMs?: number;
};

/** The address leads into a private network. */
class AddressRefused extends Error {}

/** The URL of an endpoint if its form is allowed: https on its usual port, without credentials, not an address of a private network. */
function endpointUrl(endpoint: string, allowsLoopback: boolean): URL | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return undefined;
  const host = hostOf(url);
  if (allowsLoopback && (host === 'localhost' || isLoopback(host))) return url;
  if (url.protocol !== 'https:' || url.port !== '') return undefined;
  return isIP(host) === 0 || isPublicAddress(host) ? url : undefined;
}

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Resolves names to allowed addresses only. The connection uses this result, so a name cannot change its address in between. */
function createLookup(allowsLoopback: boolean): LookupFunction {
  const isAllowed = ({ address }: LookupAddress): boolean =>
    isPublicAddress(address) || (allowsLoopback && isLoopback(address));
  return (hostname, options, callback) => {
    lookupAll(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const allowed = addresses.filter(isAllowed);
      const [first] = allowed;
      if (first === undefined) return callback(new AddressRefused(`${hostname} has no public address`), []);
      if (options.all === true) return callback(null, allowed);
      callback(null, first.address, first.family);
    });
  };
}

/** Seconds, or a date. */
function retryAfterOf({ headers }: IncomingMessage): number | undefined {
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return seconds > 0 ? seconds : undefined;
}

function outcomeOf(response: IncomingMessage): PushOutcome {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const reason = `HTTP ${status}`;
  if (status === 408 || status === 429 || status >= 500) {
    return { kind: 'failed', reason, retryAfterSeconds: retryAfterOf(response) };
  }
  return { kind: 'rejected', reason };
}

function failureOf(error: unknown): PushOutcome {
  if (error instanceof AddressRefused) return { kind: 'gone' };
  const { name, code = name } = error as NodeJS.ErrnoException;
  return { kind: 'failed', reason: code === 'ABORT_ERR' ? 'timeout' : code };
}

/** Posts the body and resolves with the head of the answer. Redirects are not followed. */
function post(url: URL, options: RequestOptions, body: Buffer): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sending = request(url, { ...options, method: 'POST' }, (response) => {
      // The body is not needed and may be of any size.
      response.on('error', () => undefined).destroy();
      resolve(response);
    });
    sending.on('error', reject).end(body);
  });
}

/** Web Push as browsers and their services implement it: RFC 8030, 8291 and 8292. */
export function createWebPush({ contact, allowsLoopback, timeoutMs = TIMEOUT_MS }: WebPushOptions): PushSender {
  const authorizationFor = createVapid(contact);
  const lookup = createLookup(allowsLoopback);
  const resolveName = promisify(
    lookup as (host: string, options: { all: true }, done: (error: unknown) => void) => void,
  );

  function headersOf({ ttlSeconds, urgency }: PushMessage, body: Buffer, authorization: string) {
    return {
      authorization,
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      'content-length': body.length,
      ttl: Math.max(0, Math.floor(ttlSeconds)),
      urgency,
    };
  }

  return {
    createKeys: createVapidKeys,
    isValidKey: isPublicKey,
    async isAllowed(endpoint) {
      const url = endpointUrl(endpoint, allowsLoopback);
      if (url === undefined) return false;
      if (isIP(hostOf(url)) !== 0) return true;
      return resolveName(url.hostname, { all: true }).then(
        () => true,
        () => false,
      );
    },
    async send(target, message, keys) {
      const url = endpointUrl(target.endpoint, allowsLoopback);
      if (url === undefined) return { kind: 'gone' };
      const text = Buffer.from(message.text);
      if (text.length > TEXT_BYTES_MAX) return { kind: 'rejected', reason: 'too long' };
      const body = encryptFor(target, text);
      const headers = headersOf(message, body, authorizationFor(url.origin, keys));
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        return outcomeOf(await post(url, { headers, lookup, signal, agent: false }, body));
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}
