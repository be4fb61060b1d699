import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

const WEBHOOKS = [{ url: 'https://hooks.karat.example/a?token=hidden', secret: 'a secret of the receiver' }];

let site: TestSite;
let quietSite: TestSite;
let admin: TestPlayer;
beforeAll(async () => {
  site = await createTestSite({ ALARM_WEBHOOKS: JSON.stringify(WEBHOOKS) });
  quietSite = await createTestSite();
  admin = await addPlayer(site.deps.db, 'admin');
});
afterAll(() => Promise.all([site.close(), quietSite.close()]));

const call = (method: 'GET' | 'POST', url: string, who = admin, { http } = site) =>
  http.inject({ method, url, headers: who.headers });

test('an admin sends a test and sees it in the list, which hides the URL', async () => {
  const reply = await call('POST', '/admin/testAlarms');
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Test queued.' }]);
  const listed = await call('GET', '/admin/getAlarms');
  expect(listed.json()).toMatchObject({ data: [{ kind: 'test' }], destinations: ['webhook hooks.karat.example'] });
  expect(listed.json().data[0].text).toMatch(/^This is a test, requested by /);
  expect(listed.body).not.toContain('hidden');
});

test('tests are limited', async () => {
  const statuses: number[] = [];
  for (let each = 0; each < 4; each++) statuses.push((await call('POST', '/admin/testAlarms')).statusCode);
  expect(statuses).toContain(429);
});

test('a site without destinations refuses a test', async () => {
  const other = await addPlayer(quietSite.deps.db, 'admin');
  const reply = await call('POST', '/admin/testAlarms', other, quietSite);
  expect([reply.statusCode, reply.json()]).toMatchObject([503, { message: 'This site sends no alarms.' }]);
});

test.each(['support', 'moderator', 'finance'] as const)('%s may not', async (role) => {
  const member = await addPlayer(site.deps.db, role);
  expect((await call('GET', '/admin/getAlarms', member)).statusCode).toBe(403);
  expect((await call('POST', '/admin/testAlarms', member)).statusCode).toBe(403);
});
