import type { Residents } from '@karat/contract/residents';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureResidents } from '#sandbox/residents/accounts.ts';
import { createStaffCalls } from '#testing/staff-calls.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { ensureSiteMode } from './residents.ts';

let site: TestSite;
let staff: Awaited<ReturnType<typeof createStaffCalls>>;
beforeAll(async () => {
  site = await createTestSite({ DEMO: '1', RESIDENTS: 'on' });
  await ensureSiteMode(site.deps);
  await ensureResidents(site.deps, 3);
  staff = await createStaffCalls(site);
});
afterAll(() => site.close());

const read = async () => (await site.http.inject({ url: '/sandbox/getResidents' })).json<{ data: Residents }>().data;
const turn = (isOn: unknown) => staff.call('POST', '/admin/setResidents', { isOn });

test('anyone can read who the residents are, what they have done and how busy they are', async () => {
  const { isAvailable, isOn, actionsPerMinute, residents } = await read();
  expect([isAvailable, isOn]).toEqual([true, true]);
  expect(actionsPerMinute).toBeGreaterThan(0);
  expect(residents.map(({ username, isSandbox, actions }) => [username, isSandbox, actions])).toEqual([
    ['Defne', true, 0],
    ['Oliver', true, 0],
    ['Mert', true, 0],
  ]);
});

test('staff turn them off and on, and each change is logged once', async () => {
  expect((await turn(false)).json()).toEqual({ message: 'Residents are off.', data: { isOn: false } });
  expect((await turn(false)).statusCode).toBe(200);
  expect(await read()).toMatchObject({ isOn: false, actionsPerMinute: 0 });
  expect((await turn(true)).statusCode).toBe(200);
  expect(await read()).toMatchObject({ isOn: true });
  const logged = await site.deps.db.sql`
    select action, subject, before, after from staff_actions where action = 'residents.switch' order by id`;
  expect(logged).toEqual([
    { action: 'residents.switch', subject: 'residents', before: { isOn: true }, after: { isOn: false } },
    { action: 'residents.switch', subject: 'residents', before: { isOn: false }, after: { isOn: true } },
  ]);
});

test('refuses an invalid choice', async () => {
  const reply = await turn('yes');
  expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([400, 'Invalid choice.']);
});

test('a banned resident is no longer listed', async () => {
  await site.deps.db.sql`update players set state = 'banned' where username = 'Mert'`;
  expect((await read()).residents.map(({ username }) => username)).toEqual(['Defne', 'Oliver']);
});

test('a site that is no sandbox has none', async () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://karat.example' };
  const real = await createTestSite({ ...production, STAFF_SECOND_FACTOR: 'off' });
  const realStaff = await createStaffCalls(real);
  const replies = [
    await real.http.inject({ url: '/sandbox/getResidents' }),
    await realStaff.call('POST', '/admin/setResidents', { isOn: true }),
  ];
  await real.close();
  expect(replies.map((reply) => [reply.statusCode, reply.json<{ code: string }>().code])).toEqual([
    [404, 'not_found'],
    [404, 'not_found'],
  ]);
});

test('a sandbox with RESIDENTS=off shows that they are not available, and refuses to turn them on', async () => {
  const off = await createTestSite({ DEMO: '1' });
  await ensureSiteMode(off.deps);
  const offStaff = await createStaffCalls(off);
  const listed = await off.http.inject({ url: '/sandbox/getResidents' });
  const turned = await offStaff.call('POST', '/admin/setResidents', { isOn: true });
  await off.close();
  expect(listed.json<{ data: Residents }>().data).toMatchObject({
    isAvailable: false,
    isOn: false,
    actionsPerMinute: 0,
  });
  expect(turned.statusCode).toBe(404);
});
