import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endAllSessions, endSession, startSession } from '#features/accounts/sessions.ts';
import { deleteOldData } from '#features/accounts/loop.ts';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { startPushService, type TestPushService } from '#testing/push-service.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let service: TestPushService;
beforeAll(async () => {
  site = await createTestSite({}, { take: () => 0 });
  service = await startPushService();
});
afterAll(async () => {
  await site.close();
  await service.close();
});

const sql: TestSite['deps']['db']['sql'] = (strings, ...values) => site.deps.db.sql(strings, ...values);

type Browser = ReturnType<TestPushService['addBrowser']>;
type Body = NonNullable<InjectOptions['payload']>;

async function post({ headers }: TestPlayer, name: string, payload: Body) {
  const reply = await site.http.inject({ method: 'POST', url: `/user/${name}`, headers, payload });
  return { status: reply.statusCode, ...reply.json<{ data?: unknown; code?: string; message?: string }>() };
}

const save = (player: TestPlayer, { endpoint, keys }: Browser, changed: object = {}) =>
  post(player, 'savePushSubscription', { endpoint, keys, language: 'tr', categories: ['ticket', 'sale'], ...changed });
const sync = (player: TestPlayer, { endpoint }: Browser, language = 'en') =>
  post(player, 'syncPushSubscription', { endpoint, language });

async function signInAgain({ id: playerId }: TestPlayer): Promise<TestPlayer> {
  const session = { playerId, device: 'Firefox on Linux', address: '', isBySteam: false };
  const token = await site.deps.db.transaction((tx) => startSession(tx, session));
  return { id: playerId, headers: { authorization: `Bearer ${token}` } };
}

const stored = (player: TestPlayer) =>
  sql<{ endpoint: string; language: string; categories: string[]; device: string; sessionId: number | null }>`
    select endpoint, language, categories, device, session_id as "sessionId" from push_subscriptions
    where player_id = ${player.id} order by id`;

const callerOf = async ({ headers }: TestPlayer) =>
  (await site.deps.sessions.find(headers.authorization.slice('Bearer '.length)))!;

test('stores a browser once, with its language and categories', async () => {
  const [player, browser] = [await signInAgain(await addPlayer(site.deps.db)), service.addBrowser()];
  expect(await save(player, browser)).toMatchObject({ status: 200, data: { categories: ['ticket', 'sale'] } });
  expect(await save(player, browser, { categories: ['match', 'match'] })).toMatchObject({
    data: { categories: ['match'] },
  });
  const { sessionId } = await callerOf(player);
  expect(await stored(player)).toEqual([
    { endpoint: browser.endpoint, language: 'tr', categories: ['match'], device: 'Firefox on Linux', sessionId },
  ]);
});

test('a browser without categories is removed', async () => {
  const [player, browser] = [await addPlayer(site.deps.db), service.addBrowser()];
  await save(player, browser);
  expect(await save(player, browser, { categories: [] })).toMatchObject({ data: { categories: [] } });
  expect(await stored(player)).toEqual([]);
  await save(player, browser);
  expect(await post(player, 'removePushSubscription', { endpoint: browser.endpoint })).toMatchObject({ status: 200 });
  expect(await post(player, 'removePushSubscription', { endpoint: browser.endpoint })).toMatchObject({ status: 200 });
  expect(await stored(player)).toEqual([]);
});

test('a visit notes language and session, and reports the categories', async () => {
  const [player, browser] = [await addPlayer(site.deps.db), service.addBrowser()];
  expect(await sync(player, browser)).toMatchObject({ status: 200, data: { categories: null } });
  await save(player, browser);
  const later = await signInAgain(player);
  expect(await sync(later, browser)).toMatchObject({ data: { categories: ['ticket', 'sale'] } });
  const { sessionId } = await callerOf(later);
  expect(await stored(player)).toMatchObject([{ language: 'en', sessionId }]);
});

test('another player on the same browser ends the subscription of the first', async () => {
  const [first, second, browser] = [await addPlayer(site.deps.db), await addPlayer(site.deps.db), service.addBrowser()];
  await save(first, browser);
  expect(await sync(second, browser)).toMatchObject({ data: { categories: null } });
  expect(await stored(first)).toEqual([]);
  await save(first, browser);
  await save(second, browser, { categories: ['trade'] });
  expect(await stored(first)).toEqual([]);
  expect(await stored(second)).toMatchObject([{ endpoint: browser.endpoint, categories: ['trade'] }]);
});

test('of more than ten devices the longest unseen go, also in a race', async () => {
  const player = await addPlayer(site.deps.db);
  const browsers = Array.from({ length: 14 }, () => service.addBrowser());
  const first = browsers[0]!;
  await save(player, first);
  await Promise.all(browsers.slice(1).map((browser) => save(player, browser)));
  const endpoints = (await stored(player)).map(({ endpoint }) => endpoint);
  expect(endpoints).toHaveLength(10);
  expect(endpoints).not.toContain(first.endpoint);
});

test('the same browser saved twenty times at once is one row', async () => {
  const [player, browser] = [await addPlayer(site.deps.db), service.addBrowser()];
  const replies = await Promise.all(Array.from({ length: 20 }, () => save(player, browser)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await stored(player)).toHaveLength(1);
});

test.each([
  ['a private address', { endpoint: 'https://10.0.0.5/a' }, 'This push service is not supported.'],
  ['the metadata of a cloud', { endpoint: 'https://169.254.169.254/a' }, 'This push service is not supported.'],
  ['plain http', { endpoint: 'http://push.example/a' }, 'This push service is not supported.'],
  ['another protocol', { endpoint: 'ftp://push.example/a' }, 'Must be a valid URL'],
  ['a URL with spaces', { endpoint: 'https://push.example/a b' }, 'Must be a valid URL'],
  ['a URL that is too long', { endpoint: `https://push.example/${'a'.repeat(1_000)}` }, 'Must be a valid URL'],
  ['a short key', { keys: { p256dh: 'AAAA', auth: 'A'.repeat(22) } }, 'Invalid key.'],
  ['a key off the curve', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }, 'Invalid key.'],
  ['an unknown category', { categories: ['bonus'] }, 'Invalid choice.'],
  ['an unknown language', { language: 'de' }, 'Invalid choice.'],
])('refuses %s', async (_, changed, message) => {
  const player = await addPlayer(site.deps.db);
  expect(await save(player, service.addBrowser(), changed)).toMatchObject({ status: 400, code: 'invalid', message });
  expect(await stored(player)).toEqual([]);
});

test('signing out deletes the subscription of that device only', async () => {
  const player = await addPlayer(site.deps.db);
  const other = await signInAgain(player);
  const [here, there] = [service.addBrowser(), service.addBrowser()];
  await save(player, here);
  await save(other, there);
  const { db, sessions } = site.deps;
  const { sessionId } = await callerOf(player);
  await db.transaction((tx) => endSession(tx, { sessions, sessionId, playerId: player.id }));
  expect(await stored(player)).toMatchObject([{ endpoint: there.endpoint }]);
});

test('an expired session keeps its subscription, and signing out everywhere deletes it', async () => {
  const [player, browser] = [await addPlayer(site.deps.db), service.addBrowser()];
  await save(player, browser);
  await sql`update sessions set created_at = now() - interval '8 days' where player_id = ${player.id}`;
  await deleteOldData(site.deps);
  expect(await stored(player)).toMatchObject([{ endpoint: browser.endpoint, sessionId: null }]);
  const { db, sessions } = site.deps;
  await db.transaction((tx) => endAllSessions(tx, { sessions, playerId: player.id }));
  expect(await stored(player)).toEqual([]);
});

test('a session that ends while it subscribes leaves no subscription', async () => {
  const { db, sessions } = site.deps;
  for (let round = 0; round < 5; round++) {
    const player = await addPlayer(db);
    await callerOf(player);
    const replies = await Promise.all([
      save(player, service.addBrowser()),
      db.transaction((tx) => endAllSessions(tx, { sessions, playerId: player.id })),
    ]);
    expect([200, 401]).toContain(replies[0].status);
    expect(await stored(player)).toEqual([]);
  }
});

test('deleting the account deletes its subscriptions', async () => {
  const username = 'push_leaver';
  const payload = { email: `${username}@karat.example`, username, password: 'long enough' };
  const { token } = (await site.http.inject({ method: 'POST', url: '/auth/signup', payload })).json<{
    token: string;
  }>();
  const player = { id: (await site.deps.sessions.find(token))!.id, headers: { authorization: `Bearer ${token}` } };
  await save(player, service.addBrowser());
  await save(player, service.addBrowser());
  await sql`update push_subscriptions set session_id = null
            where id = (select min(id) from push_subscriptions where player_id = ${player.id})`;
  const left = await post(player, 'deleteAccount', { username, password: payload.password });
  expect(left.status).toBe(200);
  expect(await stored(player)).toEqual([]);
});

test('the data export names devices and push services, without addresses and keys', async () => {
  const [player, browser] = [await addPlayer(site.deps.db), service.addBrowser()];
  await save(player, browser);
  const { body } = await site.http.inject({ url: '/user/downloadMyData', headers: player.headers });
  const { pushSubscriptions } = JSON.parse(body) as { pushSubscriptions: object[] };
  expect(pushSubscriptions).toMatchObject([
    { pushService: new URL(service.origin).host, language: 'tr', categories: ['ticket', 'sale'], failureCount: 0 },
  ]);
  expect(body).not.toContain(browser.path);
});

test('a test goes to the browser that asks for it', async () => {
  const [player, browser] = [await addPlayer(site.deps.db), service.addBrowser()];
  const send = () => post(player, 'sendTestPush', { endpoint: browser.endpoint });
  expect(await send()).toMatchObject({ status: 404, code: 'not_found' });
  await save(player, browser);
  expect(await send()).toMatchObject({ status: 200 });
  expect(await post(await addPlayer(site.deps.db), 'sendTestPush', { endpoint: browser.endpoint })).toMatchObject({
    status: 404,
  });
  const queued = await sql`
    select payload ->> 'title' as title from push_messages join push_subscriptions as subscription
    on subscription.id = subscription_id where endpoint = ${browser.endpoint}`;
  expect(queued).toEqual([{ title: 'Bildirimler çalışıyor' }]);
});

test('a site without push offers no key and stores no browser', async () => {
  const off = await createTestSite({ PUSH: 'off' });
  const { headers } = await addPlayer(off.deps.db);
  const key = await off.http.inject({ url: '/user/getPushKey', headers });
  expect(key.json()).toEqual({ publicKey: null });
  const { endpoint, keys } = service.addBrowser();
  const payload = { endpoint, keys, language: 'en', categories: ['trade'] };
  const reply = await off.http.inject({ method: 'POST', url: '/user/savePushSubscription', headers, payload });
  expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([503, 'unavailable']);
  await off.close();
});
