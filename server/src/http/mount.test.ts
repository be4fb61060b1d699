import { endpoint } from '@karat/contract/endpoint';
import { Refusal } from '@karat/contract/refusal';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readEnv } from '#env.ts';
import { createLog } from '#log.ts';
import { createHttp } from './http.ts';
import { mount } from './mount.ts';
import { createRateLimiter } from './rate-limit.ts';
import type { WebApp } from './web-app.ts';

const webApp: WebApp = {
  sendPage: (_, reply) => reply.type('text/html; charset=utf-8').send('<the page>'),
  isAssetPath: (url) => url.startsWith('/assets/'),
  mountFiles: () => undefined,
};

const buy = endpoint({
  method: 'POST',
  path: '/shop/buy/:id',
  summary: 'Buy.',
  params: z.object({ id: z.string().check(z.maxLength(5, 'Id is too long.')) }),
  query: z.object({ gift: z.optional(z.string()) }),
  body: z.object({
    amount: z
      .number('Amount must be a number')
      .check(z.int(), z.positive('Amount must be greater than 0'), z.maximum(1e6)),
    note: z.optional(z.string()),
  }),
  reply: z.object({ bought: z.number() }),
});
const spin = endpoint({
  method: 'GET',
  path: '/shop/spin',
  summary: 'Spin.',
  hasSideEffects: true,
  reply: z.object({ spins: z.number() }),
});
const look = endpoint({ method: 'GET', path: '/shop/look', summary: 'Look.', reply: z.object({ name: z.string() }) });
const fail = endpoint({
  method: 'GET',
  path: '/shop/fail/:how',
  summary: 'Fail.',
  params: z.object({ how: z.string() }),
  reply: z.void(),
});

const list = endpoint({
  method: 'GET',
  path: '/shop/list/:count',
  summary: 'List.',
  params: z.object({ count: z.string() }),
  reply: z.object({ names: z.array(z.string()) }),
});

let app: FastifyInstance;
let lines: string[];
let spins: number;
let got: unknown;

beforeEach(() => {
  lines = [];
  spins = 0;
  const log = createLog('info', { write: (line) => void lines.push(line) });
  app = createHttp({ env: readEnv({}), log, limits: createRateLimiter(() => 0) }, webApp);
  const anyone = () => undefined;
  mount(app, buy, anyone, async (input) => {
    got = input;
    return { bought: input.body.amount, secret: 'column too many' };
  });
  mount(app, spin, anyone, async () => ({ spins: ++spins }));
  mount(app, look, anyone, async () => ({ name: 'Hive', password: 'never' }));
  mount(app, fail, anyone, async ({ params }) => {
    if (params.how === 'refusal') throw new Refusal('taken', 'Taken.');
    if (params.how === 'wait') throw new Refusal('unavailable', 'Wait.', { retryAfterSeconds: 2 });
    throw new Error('select * from players where password = hunter2');
  });
});

const post = (payload: unknown, options: Partial<InjectOptions> = {}) =>
  app.inject({ method: 'POST', url: '/shop/buy/7', payload: payload as object, ...options });

describe('input', () => {
  test('is parsed by the schema, with unknown fields dropped', async () => {
    const reply = await post({ amount: 5, isAdmin: true, balance: 1e9 }, { url: '/shop/buy/7?gift=yes&role=admin' });
    expect(reply.statusCode).toBe(200);
    expect(got).toEqual({ params: { id: '7' }, query: { gift: 'yes' }, body: { amount: 5 } });
  });

  test.each([[null], [true], ['5'], [[5]], ['NaN'], [{}], [undefined]])('rejects %j as a number', async (amount) => {
    const reply = await post({ amount });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({
      message: 'Amount must be a number',
      error: 'Amount must be a number',
      code: 'invalid',
      issues: [{ path: 'amount', message: 'Amount must be a number' }],
    });
  });

  test('is refused with the first issue as the message', async () => {
    expect((await post({ amount: -1 })).json()).toMatchObject({ message: 'Amount must be greater than 0' });
    expect((await post({}, { url: '/shop/buy/1234567' })).json()).toMatchObject({ message: 'Id is too long.' });
  });

  test.each([
    ['not JSON', '{"amount":', { 'content-type': 'application/json' }, 400],
    ['a poisoned prototype', '{"amount":1,"__proto__":{"isAdmin":true}}', { 'content-type': 'application/json' }, 400],
    ['a poisoned constructor', '{"constructor":{"prototype":{"x":1}}}', { 'content-type': 'application/json' }, 400],
    ['plain text', 'amount=5', { 'content-type': 'text/plain' }, 400],
    ['a form', 'amount=5', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['100 kB', JSON.stringify({ amount: 5, note: 'x'.repeat(100_000) }), { 'content-type': 'application/json' }, 413],
  ])('refuses %s with our own message', async (_, payload, headers, status) => {
    const reply = await app.inject({ method: 'POST', url: '/shop/buy/7', payload, headers });
    expect(reply.statusCode).toBe(status);
    expect(['The request cannot be read.', 'The request is too large.']).toContain(reply.json().message);
    expect(reply.json().message).toBe(reply.json().error);
  });

  test('treats an empty JSON body as an empty object', async () => {
    const reply = await app.inject({
      method: 'POST',
      url: '/shop/buy/7',
      headers: { 'content-type': 'application/json' },
    });
    expect(reply.json()).toMatchObject({ message: 'Amount must be a number' });
  });

  test('refuses a path that cannot be decoded', async () => {
    expect((await app.inject('/shop/fail/%E0%A4%A')).statusCode).toBe(400);
  });
});

describe('output', () => {
  test('has only the columns of the contract', async () => {
    const reply = await app.inject('/shop/look');
    expect(reply.json()).toEqual({ name: 'Hive' });
    expect((await post({ amount: 3 })).json()).toEqual({ bought: 3 });
  });

  test('is uncached JSON with a request id and without framework headers', async () => {
    const { headers } = await app.inject('/shop/look');
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['x-request-id']).toMatch(/^[\w-]{12}-[0-9a-z]+$/);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('sends a refusal with its status, code and retry time', async () => {
    const taken = await app.inject('/shop/fail/refusal');
    expect([taken.statusCode, taken.json()]).toEqual([409, { message: 'Taken.', error: 'Taken.', code: 'taken' }]);
    const wait = await app.inject('/shop/fail/wait');
    expect([wait.statusCode, wait.headers['retry-after']]).toEqual([503, '2']);
  });

  test('logs an unexpected error and hides it from the caller', async () => {
    const reply = await app.inject('/shop/fail/bug');
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toEqual({
      message: 'Something went wrong.',
      error: 'Something went wrong.',
      code: 'internal',
    });
    expect(lines.join()).toContain('select * from players');
    expect(lines.join()).toContain(reply.headers['x-request-id']);
  });
});

describe('compression', () => {
  const gzip = { 'accept-encoding': 'gzip, br' };
  const names = Array.from({ length: 500 }, (_, index) => `name ${index}`);

  beforeEach(() => {
    const anyone = () => undefined;
    const player = () => undefined;
    const answer = async (input: { params: { count: string } }) => ({
      names: names.slice(0, Number(input.params.count)),
    });
    mount(app, list, anyone, answer);
    mount(app, { ...list, path: '/shop/own/:count' }, player, answer);
  });

  test('makes a long public reply smaller for clients that accept it', async () => {
    const reply = await app.inject({ url: '/shop/list/500', headers: gzip });
    expect(reply.headers['content-encoding']).toBe('gzip');
    expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length));
    expect(JSON.parse(gunzipSync(reply.rawPayload).toString())).toEqual({ names });
    const plain = await app.inject('/shop/list/500');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.json()).toEqual({ names });
  });

  test.each([
    ['short', '/shop/list/5'],
    ['private', '/shop/own/500'],
  ])('leaves a %s reply as it is', async (_, url) => {
    const reply = await app.inject({ url, headers: gzip });
    expect(reply.headers['content-encoding']).toBeUndefined();
    expect(reply.json()).toHaveProperty('names');
  });
});

describe('a GET that changes something', () => {
  const page = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };

  test('runs for our own page and for a script', async () => {
    expect((await app.inject({ url: '/shop/spin', headers: page })).json()).toEqual({ spins: 1 });
    expect((await app.inject('/shop/spin')).json()).toEqual({ spins: 2 });
  });

  test('answers a navigation with the page and does nothing', async () => {
    for (const headers of [{ 'sec-fetch-mode': 'navigate' }, { accept: 'text/html,*/*;q=0.8' }]) {
      const reply = await app.inject({ url: '/shop/spin', headers });
      expect(reply.body).toBe('<the page>');
    }
    expect(spins).toBe(0);
  });

  test('refuses another site and a prefetch', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { ...page, 'sec-purpose': 'prefetch;prerender' }]) {
      const reply = await app.inject({ url: '/shop/spin', headers });
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'cross_site']);
    }
    expect(spins).toBe(0);
  });

  test('has no HEAD route', async () => {
    const reply = await app.inject({ method: 'HEAD', url: '/shop/spin' });
    expect(reply.statusCode).toBe(404);
    expect(spins).toBe(0);
  });

  test('tells caches what it depends on', async () => {
    expect((await app.inject('/shop/spin')).headers['vary']).toBe('Sec-Fetch-Site, Origin, Cookie');
  });
});

describe('a path without a call', () => {
  test('is the page for a browser and a 404 for everything else', async () => {
    expect((await app.inject({ url: '/cases', headers: { accept: 'text/html' } })).body).toBe('<the page>');
    const reply = await app.inject({ url: '/shop/nothing', headers: { accept: 'application/json' } });
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    expect((await app.inject({ method: 'POST', url: '/cases', headers: { accept: 'text/html' } })).statusCode).toBe(
      404,
    );
  });

  test('is never the page below asset paths', async () => {
    expect((await app.inject({ url: '/assets/old.js', headers: { accept: 'text/html' } })).statusCode).toBe(404);
  });

  test('answers a navigation to a reading call with JSON', async () => {
    const reply = await app.inject({
      url: '/shop/look',
      headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html' },
    });
    expect(reply.json()).toEqual({ name: 'Hive' });
  });
});

test('uses the address that the proxy saw, not the ones claimed by the client', async () => {
  const proxied = createHttp(
    { env: readEnv({ TRUST_PROXY: 'on' }), log: createLog('silent'), limits: createRateLimiter() },
    webApp,
  );
  proxied.get('/address', (request) => request.ip);
  const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' };
  expect((await proxied.inject({ url: '/address', headers })).body).toBe('203.0.113.7');
  app.get('/address', (request) => request.ip);
  expect((await app.inject({ url: '/address', headers })).body).toBe('127.0.0.1');
});
