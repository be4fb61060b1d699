import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readEnv } from '#env.ts';
import { createRateLimitedServer } from './ip-rate-limit.ts';
import { createRateLimiter } from './rate-limit.ts';
import { createShutdown } from './shutdown.ts';

let server: Server | undefined;
afterEach(() => new Promise((resolve) => server?.close(resolve)));

async function open(
  variables: Readonly<Record<string, string>>,
): Promise<(from?: string) => Promise<{ status: number; retryAfter: string | undefined; body: string }>> {
  const limits = createRateLimiter(() => 0);
  const opened = createRateLimitedServer({ env: readEnv(variables), limits }, createShutdown(), (_, response) =>
    response.end('served'),
  );
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  const { port } = opened.address() as AddressInfo;
  return (from = '') =>
    new Promise((resolve, reject) => {
      const headers = from === '' ? {} : { 'x-forwarded-for': from };
      const asking = request({ port, host: '127.0.0.1', headers, agent: false }, (response) => {
        let body = '';
        response.on('data', (data: Buffer) => (body += data.toString()));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body }),
        );
      });
      asking.on('error', reject).end();
    });
}

test('rejects an address above the limit with a retry time and serves others', async () => {
  const ask = await open({ TRUST_PROXY: 'on' });
  for (let requestCount = 0; requestCount < 600; requestCount++) expect((await ask('203.0.113.9')).status).toBe(200);
  const refused = await ask('203.0.113.9');
  expect([refused.status, refused.retryAfter]).toEqual([429, '1']);
  expect(JSON.parse(refused.body)).toEqual({
    message: 'Too many requests. Please slow down.',
    error: 'Too many requests. Please slow down.',
    code: 'too_many',
  });
  expect((await ask('203.0.113.10')).body).toBe('served');
});

test('counts by the address of the proxy, not by claimed ones', async () => {
  const ask = await open({ TRUST_PROXY: 'on' });
  for (let requestCount = 0; requestCount < 600; requestCount++)
    await ask(`198.51.100.${requestCount % 250}, 203.0.113.9`);
  expect((await ask('198.51.100.1, 203.0.113.9')).status).toBe(429);
});

test.each([
  ['an IPv6 /64', (host: number) => `2001:db8:1:2::${host.toString(16)}`, '2001:db8:1:3::1'],
  ['an IPv4 address written as IPv6', () => '::ffff:203.0.113.9', '203.0.113.10'],
])('counts %s as one client', async (_, addressOf, other) => {
  const ask = await open({ TRUST_PROXY: 'on' });
  for (let requestCount = 0; requestCount < 600; requestCount++) await ask(addressOf(requestCount));
  expect((await ask(addressOf(700))).status).toBe(429);
  expect((await ask(other)).status).toBe(200);
});

test('counts both spellings of an IPv4 address together', async () => {
  const ask = await open({ TRUST_PROXY: 'on' });
  for (let requestCount = 0; requestCount < 600; requestCount++)
    await ask(requestCount % 2 === 0 ? '203.0.113.9' : '::ffff:203.0.113.9');
  expect((await ask('203.0.113.9')).status).toBe(429);
});
