import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, PAGE, type World } from '#testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.http.ready();
});
afterAll(() => world.close());

describe('every call', () => {
  test('says who may make it', () => {
    const audiences = world.http.karat.calls.map(({ endpoint, audience }) => [endpoint.path, audience]);
    expect(audiences.length).toBeGreaterThan(5);
    for (const [, audience] of audiences) expect(['anyone', 'player', 'admin', 'gameServer']).toContain(audience);
  });

  test('under /admin and /rcon is for staff', () => {
    const staffs = world.http.karat.calls.filter(({ endpoint }) => /^\/(?:admin|rcon)\//.test(endpoint.path));
    for (const { audience } of staffs) expect(audience).toBe('admin');
  });

  test('for players answers a visitor 401, and so does one with a token nobody has', async () => {
    const calls = world.http.karat.calls.filter(({ audience }) => audience !== 'anyone');
    for (const { endpoint } of calls) {
      const url = endpoint.path.replace(/:\w+/g, '1');
      for (const headers of [
        {},
        { authorization: `Bearer ${'x'.repeat(43)}` },
        { cookie: `karat_session=${'x'.repeat(43)}` },
      ]) {
        const reply = await world.http.inject({ method: endpoint.method, url, headers });
        expect([endpoint.path, reply.statusCode, reply.json().code]).toEqual([endpoint.path, 401, 'unauthenticated']);
      }
    }
  });
});

describe('the API document', () => {
  test('describes every call that is mounted', async () => {
    const document = (await world.http.inject('/docs/openapi.json')).json();
    const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const mounted = world.http.karat.calls.map(
      ({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(described.toSorted()).toEqual(mounted.toSorted());
    expect(document.paths['/auth/signup'].post.requestBody.content['application/json'].schema.required).toEqual([
      'email',
      'username',
      'password',
    ]);
  });

  test('has a page that a browser shows, under the strict policy', async () => {
    const page = await world.http.inject({
      url: '/docs',
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
    });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.body).toContain('/auth/changePassword');
    expect(page.body).not.toContain(PAGE);
  });
});

describe('operation', () => {
  test('/healthz and /readyz answer GET and HEAD', async () => {
    for (const url of ['/healthz', '/readyz']) {
      for (const method of ['GET', 'HEAD'] as const) {
        expect((await world.http.inject({ method, url })).statusCode).toBe(200);
      }
    }
  });

  test('/metrics answers this machine, an operator with the token, and nobody else', async () => {
    const token = 'b64.token_with~all+its/signs-0==';
    const guarded = await createWorld({ METRICS_TOKEN: token });
    const ask = (remoteAddress: string, authorization = '') =>
      guarded.http.inject({ url: '/metrics', remoteAddress, headers: authorization === '' ? {} : { authorization } });
    expect((await ask('127.0.0.1')).body).toContain('karat_http_request_duration_seconds');
    expect((await ask('203.0.113.5')).statusCode).toBe(403);
    expect((await ask('203.0.113.5', 'Bearer wrong')).statusCode).toBe(403);
    expect((await ask('203.0.113.5', `Bearer ${token.slice(0, -1)}`)).statusCode).toBe(403);
    expect((await ask('203.0.113.5', `Bearer ${token}`)).statusCode).toBe(200);
    await guarded.close();
  });

  test('a visitor who forwards the loopback address is not taken for this machine', async () => {
    const reply = await world.http.inject({ url: '/metrics', headers: { 'x-forwarded-for': '127.0.0.1' } });
    expect(reply.statusCode).toBe(403);
  });
});

describe('what nobody mounted', () => {
  test.each(['/.env', '/.git/config', '/package.json', '/server/src/main.ts'])('%s is not there', async (url) => {
    expect((await world.http.inject(url)).statusCode).toBe(404);
  });
});
