import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRateLimiter } from '#http/rate-limit.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { fieldsOf, SANDBOX_LOGIN_PATH, SANDBOX_PERSONA_PATH } from './openid-request.ts';
import { removeSandboxIds, assignFakeSteamIds, findOrCreatePersona, seedPersonas } from './personas.ts';
import { parsePersonaName } from './routes.ts';

const HOST = 'localhost:3000';
const RETURN_TO = `http://${HOST}/auth/steamreturn?state=abc`;
const FIELDS = fieldsOf({ returnTo: RETURN_TO, realm: `http://${HOST}` });

let site: TestSite;

beforeAll(async () => {
  site = await createTestSite(
    {},
    createRateLimiter(() => 0),
  );
});
afterAll(() => site.close());

const open = (change: Record<string, string> = {}, host = HOST) =>
  site.http.inject({
    url: `${SANDBOX_LOGIN_PATH}?${new URLSearchParams({ ...FIELDS, ...change }).toString()}`,
    headers: { host, accept: 'text/html', 'sec-fetch-mode': 'navigate' },
  });

const send = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  site.http.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { host: HOST, 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

const make = (name: string, headers: Record<string, string> = {}) =>
  send(SANDBOX_PERSONA_PATH, { ...FIELDS, name }, headers);

test('the page offers personas, a form for a new one and a way to cancel, and says that it is the sandbox', async () => {
  const { statusCode, headers, body } = await open();
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('Sandbox – a local replacement for Steam');
  for (const name of ['Deniz', 'Şimşek Ali', 'Nova', 'Ayşegül', 'Frost Byte', 'Kuzey']) expect(body).toContain(name);
  expect(body).toContain('as=cancel');
  expect(body).toMatch(/Private Pelin[^]*inventory is private[^]*Unguarded Umut[^]*skins are held for 15 days/);
  expect(body).not.toMatch(/<script|\son\w+=|\sstyle=/i);
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
  expect(body).toContain(`<style nonce="${nonce}">`);
});

test.each([
  ['no mode', { 'openid.mode': '' }],
  ['another protocol', { 'openid.ns': 'http://openid.net/signon/1.1' }],
  ['no return address', { 'openid.return_to': '' }],
  ['a return address elsewhere', { 'openid.return_to': 'https://evil.test/auth/steamreturn' }],
  ['a return address at another page', { 'openid.return_to': `http://${HOST}/auth/logout` }],
  ['a realm elsewhere', { 'openid.realm': 'https://evil.test' }],
  ['no address at all', { 'openid.return_to': 'javascript:alert(1)' }],
])('%s: refuses to redirect', async (_, change) => {
  for (const as of [{}, { as: 'cancel' }, { as: '76561199900000001' }]) {
    const reply = await open({ ...change, ...as });
    expect([reply.statusCode, reply.headers.location]).toEqual([400, undefined]);
  }
});

test('escapes everything that comes from a request', async () => {
  const hostile = `http://${HOST}/auth/steamreturn?state="><script>alert(1)</script>`;
  const { body } = await open({ 'openid.return_to': hostile });
  expect(body).not.toContain('<script>');
  await make('<img src=x onerror=alert(1)>');
  const { body: after } = await open();
  expect(after).not.toContain('<img src=x');
  expect(after).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

test('picking a persona redirects back with its id', async () => {
  const reply = await open({ as: '76561199900000002' });
  expect(reply.statusCode).toBe(303);
  const back = new URL(reply.headers.location!);
  expect(`${back.origin}${back.pathname}`).toBe(`http://${HOST}/auth/steamreturn`);
  expect(back.searchParams.get('state')).toBe('abc');
  expect(back.searchParams.get('openid.claimed_id')).toBe(`http://${HOST}/sandbox/openid/id/76561199900000002`);
});

test('refuses an unknown persona', async () => {
  expect((await open({ as: '76561199999999999' })).statusCode).toBe(404);
  expect((await open({ as: "' or 1=1" })).statusCode).toBe(404);
});

test('a new persona signs in immediately, and its name finds it again', async () => {
  const fetchId = async () =>
    new URL((await make('Yeni Gelen')).headers.location!).searchParams.get('openid.claimed_id');
  const first = await fetchId();
  expect(first).toMatch(/\/id\/765611999\d{8}$/);
  expect(await fetchId()).toBe(first);
  expect((await open()).body).toContain('Yeni Gelen');
});

test.each(['', '   ', '\u200b\u202e', 'x'.repeat(33)])(
  'refuses the name %j with an error on the page',
  async (name) => {
    const reply = await make(name);
    expect(reply.statusCode).toBe(400);
    expect(reply.body).toContain('Enter a name of 1 to 32 characters.');
    expect(reply.body).toContain('aria-invalid="true"');
  },
);

test.each([
  ['  Kara   Murat ', 'Kara Murat'],
  ['Ka\u0000an\u202e', 'Kaan'],
  ['🎮', '🎮'],
  ['\ud800', undefined],
])('cleans the name %j to %j', (input, name) => {
  expect(parsePersonaName(input)).toBe(name);
});

test('refuses to create a persona for a cross-site request', async () => {
  expect((await make('Yabancı', { origin: 'https://evil.test' })).statusCode).toBe(403);
  expect((await make('Yerli', { origin: `http://${HOST}` })).statusCode).toBe(303);
});

test('limits the rate of new personas', async () => {
  const statuses = new Set<number>();
  for (let n = 0; n < 30; n++) statuses.add((await make(`Seri ${n}`)).statusCode);
  expect(statuses).toEqual(new Set([303, 429]));
});

test('check_authentication accepts each signature once, and answers 403 without an Origin', async () => {
  const back = new URL((await open({ as: '76561199900000001' })).headers.location!);
  back.searchParams.delete('state');
  const fields = { ...Object.fromEntries(back.searchParams), 'openid.mode': 'check_authentication' };
  const origin = { origin: `http://${HOST}` };
  expect((await send(SANDBOX_LOGIN_PATH, fields)).statusCode).toBe(403);
  const first = await send(SANDBOX_LOGIN_PATH, fields, origin);
  expect(first.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(first.body).toBe('ns:http://specs.openid.net/auth/2.0\nis_valid:true\n');
  expect((await send(SANDBOX_LOGIN_PATH, fields, origin)).body).toContain('is_valid:false');
  expect((await send(SANDBOX_LOGIN_PATH, {}, origin)).body).toContain('is_valid:false');
});

test('personas have a profile page, and unknown ids have none', async () => {
  const reply = await site.http.inject({
    url: '/sandbox/openid/id/76561199900000004',
    headers: { accept: 'text/html' },
  });
  expect([reply.statusCode, reply.body.includes('Ayşegül')]).toEqual([200, true]);
  expect((await site.http.inject({ url: '/sandbox/openid/id/1' })).statusCode).toBe(404);
});

test('the rest of the site refuses URL-encoded forms', async () => {
  expect((await send('/auth/login', { username: 'demo', password: 'karat-demo' })).statusCode).toBe(400);
});

test('refuses new personas when the sandbox is full', async () => {
  const { sql } = site.deps.db;
  await sql`
    insert into sandbox_personas (steam_id, name)
    select '76561199950' || lpad(n::text, 6, '0'), 'Kalabalık ' || n from generate_series(1, 500) as n`;
  expect(await findOrCreatePersona(sql, 'Bir Kişi Daha')).toBeUndefined();
  expect(await findOrCreatePersona(sql, 'Kalabalık 7')).toMatchObject({ name: 'Kalabalık 7' });
});

test('gives no Steam id to a deleted account, so that the site starts again', async () => {
  const { sql } = site.deps.db;
  const [deleted] = await sql<{ id: number }>`
    insert into players (username, username_key, state, deleted_at) values ('deleted-1', 'deleted-1', 'deleted', now())
    returning id`;
  await assignFakeSteamIds(sql);
  expect(await sql`select steam_id as "steamId" from players where id = ${deleted!.id}`).toEqual([{ steamId: null }]);
  await sql`delete from players where id = ${deleted!.id}`;
});

test('leaving the sandbox removes its Steam ids, and returning assigns fake Steam ids', async () => {
  const { sql } = site.deps.db;
  await sql`
    insert into players (username, username_key, steam_id)
    values ('persona', 'persona', '76561199900000001'), ('plain', 'plain', null), ('real', 'real', '76561198012345678')`;
  await assignFakeSteamIds(sql);
  const ids = () => sql`select username, steam_id as "steamId" from players order by username`;
  expect(await ids()).toMatchObject([
    { steamId: '76561199900000001' },
    { steamId: expect.stringMatching(/^765611998\d{8}$/) as string },
    { steamId: '76561198012345678' },
  ]);
  await removeSandboxIds(sql);
  expect(await ids()).toMatchObject([{ steamId: null }, { steamId: null }, { steamId: '76561198012345678' }]);
  await seedPersonas(sql);
});
