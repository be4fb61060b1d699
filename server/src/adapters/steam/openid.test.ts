import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOpenIdProvider } from '#sandbox/openid-provider.ts';
import { createSteamIdentity, type Provider, createProvider } from './openid.ts';
import { SignInFailure, fakeSteamId, type SteamIdentity } from './steam.ts';

const ME = '76561198000000001';
const OTHER = '76561198000000002';
const ORIGIN = 'http://localhost:3000';
const STATE = 'the-state-of-this-browser';
const visit = { origin: ORIGIN, state: STATE };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const issuer = createOpenIdProvider('a secret of the provider');
let server: Server;
let provider: Provider;
let answer: Answer;
let requests: { headers: IncomingMessage['headers']; fields: URLSearchParams }[];

/** Answers like Steam: once for each signature, and not without an Origin. */
function check(request: IncomingMessage, response: ServerResponse): void {
  void text(request).then((body) => {
    const fields = new URLSearchParams(body);
    requests.push({ headers: request.headers, fields });
    response.writeHead(request.headers.origin === undefined ? 403 : 200, { 'content-type': 'text/plain' });
    response.end(issuer.verifyAssertion(fields));
  });
}

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  provider = createProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}/openid/login`);
});
afterAll(() => server.close());

beforeEach(() => {
  answer = check;
  requests = [];
});

function createIdentity(now?: () => number): SteamIdentity {
  const claimed = new Set<string>();
  return createSteamIdentity({
    providerFor: () => provider,
    claimNonce: async (nonce) => !claimed.has(nonce) && claimed.add(nonce).size > 0,
    profile: async () => undefined,
    profileUrl: (steamId) => steamId,
    ...(now === undefined ? {} : { now }),
  });
}

/** The URL that the provider redirects to after a sign-in that started here. */
function callback(identity: SteamIdentity, steamId = ME): URL {
  const returnTo = new URL(identity.signInUrl(visit)).searchParams.get('openid.return_to')!;
  const { endpoint, idPrefix } = provider;
  return new URL(issuer.assertionUrl({ endpoint, idPrefix, steamId, returnTo }));
}

async function catchRefusal(attempt: Promise<string>): Promise<string> {
  const error = await attempt.then(
    () => new Error('nobody refused'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SignInFailure);
  return (error as SignInFailure).message;
}

test('sends the browser to the provider with our return URL, realm and state', () => {
  const url = new URL(createIdentity().signInUrl(visit));
  expect(`${url.origin}${url.pathname}`).toBe(provider.endpoint);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    'openid.ns': 'http://specs.openid.net/auth/2.0',
    'openid.mode': 'checkid_setup',
    'openid.return_to': `${ORIGIN}/auth/steamreturn?state=${STATE}`,
    'openid.realm': ORIGIN,
    'openid.identity': 'http://specs.openid.net/auth/2.0/identifier_select',
    'openid.claimed_id': 'http://specs.openid.net/auth/2.0/identifier_select',
  });
});

test('derives the identity prefix from the endpoint', () => {
  expect(createProvider('https://steamcommunity.com/openid/login')).toEqual({
    endpoint: 'https://steamcommunity.com/openid/login',
    idPrefix: 'https://steamcommunity.com/openid/id/',
    verifyUrl: 'https://steamcommunity.com/openid/login',
  });
});

test("accepts a valid callback after a verification request in Steam's format", async () => {
  const identity = createIdentity();
  expect(await identity.verify(callback(identity).href, visit)).toBe(ME);
  expect(requests).toHaveLength(1);
  const [{ headers, fields }] = requests as [(typeof requests)[number]];
  const origin = new URL(provider.endpoint).origin;
  expect(headers).toMatchObject({ origin, referer: `${origin}/`, 'content-type': 'application/x-www-form-urlencoded' });
  expect(fields.get('openid.mode')).toBe('check_authentication');
  expect([...fields.keys()]).toHaveLength(10);
});

describe('refuses', () => {
  const forgeries: [name: string, reason: string, forge: (url: URL) => void, isAsked?: true][] = [
    ['another state in the address', 'bad state', (url) => url.searchParams.set('state', 'other')],
    ['no state', 'bad state', (url) => url.searchParams.delete('state')],
    ['a doubled state', 'repeated parameter', (url) => url.searchParams.append('state', STATE)],
    [
      'another host for op_endpoint',
      'bad op_endpoint',
      (url) => url.searchParams.set('openid.op_endpoint', 'https://evil.test/openid/login'),
    ],
    [
      'a SteamID that was not signed',
      'not valid',
      (url) => {
        url.searchParams.set('openid.claimed_id', `${provider.idPrefix}${OTHER}`);
        url.searchParams.set('openid.identity', `${provider.idPrefix}${OTHER}`);
      },
      true,
    ],
    [
      'identity and claimed_id that differ',
      'bad claimed_id',
      (url) => url.searchParams.set('openid.identity', `${provider.idPrefix}${OTHER}`),
    ],
    [
      'an identity of another host',
      'bad claimed_id',
      (url) => {
        url.searchParams.set('openid.claimed_id', `https://evil.test/openid/id/${ME}`);
        url.searchParams.set('openid.identity', `https://evil.test/openid/id/${ME}`);
      },
    ],
    [
      'an identity with something after the id',
      'bad steamid',
      (url) => {
        url.searchParams.set('openid.claimed_id', `${provider.idPrefix}${ME}/x`);
        url.searchParams.set('openid.identity', `${provider.idPrefix}${ME}/x`);
      },
    ],
    ['an unknown openid parameter', 'unexpected parameter', (url) => url.searchParams.set('openid.x', '1')],
    ['any parameter that is not ours', 'unexpected parameter', (url) => url.searchParams.set('next', '/')],
    ['a NUL in a name', 'unexpected parameter', (url) => url.searchParams.set('openid.sig\0', '1')],
    ['a NUL in a value', 'control character', (url) => url.searchParams.set('openid.sig', 'abc\0')],
    [
      'a line break in a value',
      'control character',
      (url) => url.searchParams.set('openid.assoc_handle', '1\nis_valid:true'),
    ],
    [
      'a doubled claimed_id',
      'repeated parameter',
      (url) => url.searchParams.append('openid.claimed_id', `${provider.idPrefix}${OTHER}`),
    ],
    [
      'a shortened list of what is signed',
      'bad signed',
      (url) => url.searchParams.set('openid.signed', 'signed,op_endpoint'),
    ],
    [
      'a return_to of another site',
      'bad return_to',
      (url) => url.searchParams.set('openid.return_to', `http://evil.test/auth/steamreturn?state=${STATE}`),
    ],
    [
      'a return_to of another path',
      'bad return_to',
      (url) => url.searchParams.set('openid.return_to', `${ORIGIN}/auth/other?state=${STATE}`),
    ],
    [
      'a return_to with another state',
      'bad return_to',
      (url) => url.searchParams.set('openid.return_to', `${ORIGIN}/auth/steamreturn?state=other`),
    ],
    ['another protocol', 'bad ns', (url) => url.searchParams.set('openid.ns', 'http://openid.net/signon/1.1')],
    ['another mode', 'bad mode', (url) => url.searchParams.set('openid.mode', 'error')],
    ['an old nonce', 'stale nonce', (url) => url.searchParams.set('openid.response_nonce', '2001-01-01T00:00:00Zabc')],
    ['a nonce without a time', 'stale nonce', (url) => url.searchParams.set('openid.response_nonce', 'abc')],
    [
      'a changed signature',
      'not valid',
      (url) => url.searchParams.set('openid.sig', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='),
      true,
    ],
  ];

  test.each(forgeries)('%s', async (_, reason, forge, isAsked) => {
    const identity = createIdentity();
    const url = callback(identity);
    forge(url);
    expect(await catchRefusal(identity.verify(url.href, visit))).toBe(reason);
    // Assertions that can be rejected locally are not sent to the provider.
    expect(requests).toHaveLength(isAsked === true ? 1 : 0);
  });

  const names = ['ns', 'mode', 'op_endpoint', 'claimed_id', 'identity', 'return_to'];
  test.each([...names, 'response_nonce', 'assoc_handle', 'signed', 'sig'])('a callback without %s', async (name) => {
    const identity = createIdentity();
    const url = callback(identity);
    url.searchParams.delete(`openid.${name}`);
    expect(await catchRefusal(identity.verify(url.href, visit))).toBe(`missing openid.${name}`);
  });

  test('another browser, whose state differs from the callback', async () => {
    const identity = createIdentity();
    expect(await catchRefusal(identity.verify(callback(identity).href, { ...visit, state: 'other' }))).toBe(
      'bad state',
    );
    expect(await catchRefusal(identity.verify(callback(identity).href, { ...visit, state: '' }))).toBe('bad state');
  });

  test('a visitor who came through another site', async () => {
    const identity = createIdentity();
    const elsewhere = { ...visit, origin: 'http://other.test' };
    expect(await catchRefusal(identity.verify(callback(identity).href, elsewhere))).toBe('bad return_to');
  });

  test('a replay, by the provider and by our own nonces', async () => {
    const identity = createIdentity();
    const { href } = callback(identity);
    await identity.verify(href, visit);
    expect(await catchRefusal(identity.verify(href, visit))).toBe('not valid');
    answer = (_, response) => response.end('ns:http://specs.openid.net/auth/2.0\nis_valid:true\n');
    expect(await catchRefusal(identity.verify(href, visit))).toBe('replay');
  });

  test('a nonce from more than five minutes ago or ahead', async () => {
    for (const shiftMs of [301_000, -301_000]) {
      const identity = createIdentity(() => Date.now() + shiftMs);
      expect(await catchRefusal(identity.verify(callback(identity).href, visit))).toBe('stale nonce');
    }
  });

  test('a visitor who cancelled', async () => {
    const url = issuer.cancelUrl(`${ORIGIN}/auth/steamreturn?state=${STATE}`);
    const attempt = createIdentity().verify(url, visit);
    await expect(attempt).rejects.toMatchObject({ outcome: 'cancelled' });
  });
});

describe('a provider that', () => {
  const cases: [name: string, outcome: SignInFailure['outcome'], answer: Answer][] = [
    ['answers 403', 'unavailable', (_, response) => response.writeHead(403).end()],
    ['answers 429', 'unavailable', (_, response) => response.writeHead(429).end()],
    [
      'sends us elsewhere',
      'unavailable',
      (_, response) => response.writeHead(302, { location: 'http://evil.test/' }).end(),
    ],
    ['hangs up', 'unavailable', (_, response) => void response.destroy()],
    ['speaks another protocol', 'failed', (_, response) => response.end('is_valid:true\n')],
    ['answers with a web page', 'failed', (_, response) => response.end('<p>is_valid:true</p>')],
    ['says no', 'failed', (_, response) => response.end('ns:http://specs.openid.net/auth/2.0\nis_valid:false\n')],
  ];

  test.each(cases)('%s completes no sign-in', async (_, outcome, behaves) => {
    answer = behaves;
    const identity = createIdentity();
    await expect(identity.verify(callback(identity).href, visit)).rejects.toMatchObject({ outcome });
  });
});

test('gives each player a different fake id in the form of a SteamID64', () => {
  expect(fakeSteamId(1)).toBe('76561199800000001');
  expect(fakeSteamId(99_999_999)).toBe('76561199899999999');
  expect(() => fakeSteamId(100_000_000)).toThrow(/did not match/);
});
