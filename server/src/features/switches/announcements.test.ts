import type { SiteStatus } from '@karat/contract/site-status';
import type { Announcement } from '@karat/contract/switches';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer } from '#testing/fixtures.ts';
import { createStaffCalls, type StaffCalls } from '#testing/staff-calls.ts';
import { openTab, type Tab } from '#testing/tab.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let staff: StaffCalls;
let tab: Tab;
beforeAll(async () => {
  site = await createTestSite();
  staff = await createStaffCalls(site);
  tab = openTab(await site.listen());
  await tab.connected();
});
afterAll(async () => {
  tab.close();
  await site.close();
});

const TEXT = { tr: 'Yeni kasalar geldi.', en: 'New cases are here.' };
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

async function change(method: 'POST' | 'PUT', url: string, body: object) {
  const reply = await staff.call(method, url, { reason: 'News', ...body });
  return { status: reply.statusCode, ...reply.json<{ data: Announcement; code?: string; message: string }>() };
}
const add = (body: object = {}) => change('POST', '/admin/addAnnouncement', { text: TEXT, ...body });
const edit = (id: number, body: object) => change('PUT', `/admin/editAnnouncement/${id}`, { text: TEXT, ...body });
const end = (id: number) => change('POST', `/admin/endAnnouncement/${id}`, {});
const shown = async () =>
  (await site.http.inject({ url: '/site/getStatus' })).json<{ data: SiteStatus }>().data.announcements;

test('is shown in open tabs as soon as it is added, changed and ended', async () => {
  const { data } = await add();
  const ofTab = async () => (await tab.next('SITE_STATUS')).announcements;
  expect(await ofTab()).toEqual([{ id: data.id, text: TEXT }]);
  const text = { tr: 'Kasalar yenilendi.', en: 'The cases are new.' };
  expect((await edit(data.id, { text })).status).toBe(200);
  expect(await ofTab()).toEqual([{ id: data.id, text }]);
  expect((await end(data.id)).data.endedAt).not.toBeNull();
  expect(await ofTab()).toEqual([]);
  expect(await shown()).toEqual([]);
});

test('begins and ends by itself at its times', async () => {
  tab.clear();
  const { data } = await add({ startsAt: inMs(700), endsAt: inMs(1_400) });
  expect(await shown()).toEqual([]);
  expect((await tab.next('SITE_STATUS')).announcements).toEqual([{ id: data.id, text: TEXT }]);
  expect((await tab.next('SITE_STATUS')).announcements).toEqual([]);
});

test('lists the newest first, with who added it', async () => {
  const { data } = await add({ startsAt: inMs(3_600_000) });
  const reply = await staff.call('GET', '/admin/getAnnouncements');
  expect(reply.json<{ data: Announcement[] }>().data[0]).toMatchObject({
    id: data.id,
    text: TEXT,
    endedAt: null,
    createdBy: { id: staff.admin.id },
  });
  await end(data.id);
});

test('refuses texts in one language, an end before the start, and no reason', async () => {
  expect((await add({ text: { en: 'Only English' } })).code).toBe('invalid');
  expect((await add({ startsAt: inMs(2_000), endsAt: inMs(1_000) })).message).toBe('The end must be after the start.');
  expect((await add({ endsAt: inMs(-1_000) })).message).toBe('The end must be after the start.');
  expect((await add({ reason: '' })).code).toBe('invalid');
});

test('refuses changes of one that has ended or does not exist, and ends it once', async () => {
  const { data } = await add();
  await Promise.all([end(data.id), end(data.id), end(data.id)]);
  expect((await edit(data.id, {})).code).toBe('announcement_over');
  expect([(await edit(9_999, {})).code, (await end(9_999)).code]).toEqual(['not_found', 'not_found']);
  const logged = await site.deps.db.sql<{ action: string }>`
    select action from staff_actions where subject = ${`announcement:${data.id}`} order by id`;
  expect(logged.map(({ action }) => action)).toEqual(['announcement.add', 'announcement.end']);
});

test('is for staff only', async () => {
  const player = await addPlayer(site.deps.db);
  const reply = await staff.call('POST', '/admin/addAnnouncement', { text: TEXT, reason: 'News' }, player);
  expect(reply.json<{ code: string }>().code).toBe('forbidden');
});
