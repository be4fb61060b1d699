import { fromClient, fromServer } from '@karat/contract/live';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSite, PAGE, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  await site.http.ready();
});
afterAll(() => site.close());

describe('every call', () => {
  test('declares who may make it', () => {
    const audiences = site.http.karat.calls.map(({ endpoint, audience }) => [endpoint.path, audience]);
    expect(audiences.length).toBeGreaterThan(5);
    for (const [, audience] of audiences) expect(['anyone', 'player', 'staff', 'gameServer']).toContain(audience);
  });

  test('under /admin and /rcon is for staff', () => {
    const staffs = site.http.karat.calls.filter(({ endpoint }) => /^\/(?:admin|rcon)\//.test(endpoint.path));
    for (const { audience } of staffs) expect(audience).toBe('staff');
  });

  test('for players answers 401 to a visitor and to an unknown token', async () => {
    const calls = site.http.karat.calls.filter(({ audience }) => audience !== 'anyone');
    for (const { endpoint } of calls) {
      const url = endpoint.path.replace(/:\w+/g, '1');
      for (const headers of [
        {},
        { authorization: `Bearer ${'x'.repeat(43)}` },
        { cookie: `karat_session=${'x'.repeat(43)}` },
      ]) {
        const reply = await site.http.inject({ method: endpoint.method, url, headers });
        expect([endpoint.path, reply.statusCode, reply.json().code]).toEqual([endpoint.path, 401, 'unauthenticated']);
      }
    }
  });
});

describe('the API document', () => {
  test('describes every call that is mounted', async () => {
    const document = (await site.http.inject('/docs/openapi.json')).json();
    const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const mounted = site.http.karat.calls.map(
      ({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(described.toSorted()).toEqual(mounted.toSorted());
    expect(document.paths['/auth/signup'].post.requestBody.content['application/json'].schema.required).toEqual([
      'email',
      'username',
      'password',
    ]);
  });

  test('names every call once by its export in the contract, under a described tag', async () => {
    const document = (await site.http.inject('/docs/openapi.json')).json();
    type Described = { operationId: string; tags: string[]; responses: Record<string, object> };
    const operations = Object.values(document.paths as Record<string, Record<string, Described>>).flatMap((each) =>
      Object.values(each),
    );
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(site.http.karat.calls.length);
    expect(names).toEqual(expect.arrayContaining(['openCase', 'adminGetAllMissions', 'getAllMissions', 'placeBet']));
    const tags = document.tags.map(({ name }: { name: string }) => name);
    for (const { tags: own } of operations) expect(tags).toEqual(expect.arrayContaining(own));
  });

  test('lists the refusals of a call by their status', async () => {
    const document = (await site.http.inject('/docs/openapi.json')).json();
    const codesOf = (path: string, method: string): Record<string, string[]> => {
      const { responses } = document.paths[path][method];
      const entries = Object.entries(responses as Record<string, { content?: Refused }>).filter(([at]) => at >= '400');
      return Object.fromEntries(
        entries.flatMap(([at, { content }]) => {
          const code = content?.['application/json'].schema.allOf?.[1]?.properties.code.enum;
          return code === undefined ? [] : [[at, code]];
        }),
      );
    };
    type Refused = { 'application/json': { schema: { allOf?: { properties: { code: { enum: string[] } } }[] } } };
    expect(codesOf('/auth/login', 'post')).toEqual({
      400: ['invalid'],
      401: ['second_factor_required', 'wrong_credentials'],
      403: ['banned', 'cross_site'],
      413: ['too_large'],
      429: ['too_many'],
      503: ['maintenance', 'unavailable'],
    });
    expect(codesOf('/admin/getUserInfoById/{userId}', 'get')).toMatchObject({
      401: ['unauthenticated'],
      403: ['forbidden'],
      404: ['not_found'],
    });
  });

  test('describes every event of the live channel, with who may send or receive it', async () => {
    const { operations, components } = (await site.http.inject('/docs/asyncapi.json')).json();
    expect(Object.keys(operations)).toEqual([...Object.keys(fromClient), ...Object.keys(fromServer)]);
    expect(Object.keys(components.messages)).toEqual(Object.keys(operations));
    expect(operations.SEND_GAME_ROOM_MESSAGE).toMatchObject({
      action: 'receive',
      description: expect.stringMatching(/Needs a session/) as string,
    });
    expect(operations.ONLINE_USERS).toMatchObject({
      action: 'send',
      description: expect.stringMatching(/staff/) as string,
    });
    const page = (await site.http.inject({ url: '/docs', headers: { accept: 'text/html' } })).body;
    for (const name of Object.keys(operations)) expect(page).toContain(`<code>${name}</code>`);
  });

  test('has a page for browsers, with the strict policy', async () => {
    const page = await site.http.inject({
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
        expect((await site.http.inject({ method, url })).statusCode).toBe(200);
      }
    }
  });

  test('/metrics answers only this machine and operators with the token', async () => {
    const token = 'b64.token_with~all+its/signs-0==';
    const guarded = await createTestSite({ METRICS_TOKEN: token });
    const ask = (remoteAddress: string, authorization = '') =>
      guarded.http.inject({ url: '/metrics', remoteAddress, headers: authorization === '' ? {} : { authorization } });
    expect((await ask('127.0.0.1')).body).toContain('karat_http_request_duration_seconds');
    expect((await ask('203.0.113.5')).statusCode).toBe(403);
    expect((await ask('203.0.113.5', 'Bearer wrong')).statusCode).toBe(403);
    expect((await ask('203.0.113.5', `Bearer ${token.slice(0, -1)}`)).statusCode).toBe(403);
    expect((await ask('203.0.113.5', `Bearer ${token}`)).statusCode).toBe(200);
    await guarded.close();
  });

  test('does not trust a forwarded loopback address', async () => {
    const reply = await site.http.inject({ url: '/metrics', headers: { 'x-forwarded-for': '127.0.0.1' } });
    expect(reply.statusCode).toBe(403);
  });
});

describe('an unmounted path', () => {
  test.each(['/.env', '/.git/config', '/package.json', '/server/src/main.ts'])('%s is not served', async (url) => {
    expect((await site.http.inject(url)).statusCode).toBe(404);
  });
});
