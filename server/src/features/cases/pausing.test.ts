import type { Item } from '@karat/contract/items';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addPlayer } from '#testing/fixtures.ts';
import { createStaffCalls, type StaffCalls } from '#testing/staff-calls.ts';
import { openTab, type Tab } from '#testing/tab.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { findOpenableCase } from './cases.ts';

let site: TestSite;
let staffCalls: StaffCalls;
let port: number;
const tabs: Tab[] = [];

beforeAll(async () => {
  site = await createTestSite();
  staffCalls = await createStaffCalls(site);
  port = await site.listen();
});
afterEach(async () => {
  tabs.splice(0).forEach((tab) => tab.close());
  await site.deps.db.sql`delete from notifications`;
});
afterAll(() => site.close());

const whole = (item: Item) => [{ id: item.id, drop_rate: 100 }];

function setPrice({ id, skinName }: Item, price: number) {
  const { itemPrice: _price, ...form } = staffCalls.itemForm({ skinName });
  return staffCalls.call('PUT', `/admin/editItem/${id}`, { ...form, price });
}

async function isPaused(name: string): Promise<boolean> {
  return (await findOpenableCase(site.deps.db.sql, name))!.isPaused;
}

const readNotifications = (playerId: number) => site.deps.db.sql<{ title: string; message: string }>`
  select title, message from notifications where player_id = ${playerId} order by id`;

test('pauses a case whose edge falls below 5 percent with a price, and notifies all staff', async () => {
  const item = await staffCalls.addItem({ itemPrice: 1_000 });
  const [box, dearer] = [
    await staffCalls.addCase(whole(item)),
    await staffCalls.addCase(whole(item), { casePrice: 5_000 }),
  ];
  const [second, player] = [await createStaffCalls(site), await addPlayer(site.deps.db)];
  const tab = openTab(port, { token: staffCalls.admin.headers.authorization.slice('Bearer '.length) });
  tabs.push(tab);
  await tab.next('NOTIFICATION');

  expect((await setPrice(item, 1_056)).statusCode).toBe(200);
  expect(await isPaused(box.name)).toBe(false);
  expect((await setPrice(item, 1_057)).statusCode).toBe(200);
  expect([await isPaused(box.name), await isPaused(dearer.name)]).toEqual([true, false]);

  const { data } = await tab.next('ADD_NOTIFICATION');
  expect(data.title).toBe(`Case paused: ${box.name}`);
  expect(data.message).toContain('stays paused until staff save it again');
  for (const { id } of [staffCalls.admin, second.admin])
    expect(await readNotifications(id)).toMatchObject([{ title: data.title }]);
  expect(await readNotifications(player.id)).toEqual([]);
  const actions = await site.deps.db.sql`
    select action, actor_id, reason from staff_actions where subject = ${`case:${box.id}`} order by id desc limit 1`;
  expect(actions).toEqual([{ action: 'case.pause', actor_id: null, reason: expect.stringContaining('below 5 %') }]);
});

test('shows a paused case as paused, in the list and by name, with its current edge', async () => {
  const item = await staffCalls.addItem({ itemPrice: 1_000 });
  const { name } = await staffCalls.addCase(whole(item));
  await setPrice(item, 2_000);
  const listed = (await site.http.inject(`/case/getAllCases?search=${encodeURIComponent(name)}`)).json().data;
  expect(listed).toMatchObject([{ name, isPaused: true, houseEdge: -80 }]);
  const described = (await site.http.inject(`/user/getCaseByName/${encodeURIComponent(name)}`)).json().data;
  expect(described).toMatchObject({ name, isPaused: true, houseEdge: -80 });
});

test('reopens a paused case when staff save it, not when the price recovers', async () => {
  const item = await staffCalls.addItem({ itemPrice: 1_000 });
  const box = await staffCalls.addCase(whole(item));
  await setPrice(item, 2_000);
  await setPrice(item, 1_000);
  expect(await isPaused(box.name)).toBe(true);
  const reply = await staffCalls.call(
    'PUT',
    `/admin/editCase/${box.id}`,
    staffCalls.caseForm(whole(item), { caseName: box.name }),
  );
  expect(reply.json().data).toMatchObject({ isPaused: false, hash: box.hash });
  expect(await isPaused(box.name)).toBe(false);
});

test('refuses to save a paused case with the edge that paused it', async () => {
  const item = await staffCalls.addItem({ itemPrice: 1_000 });
  const box = await staffCalls.addCase(whole(item));
  await setPrice(item, 1_100);
  const form = staffCalls.caseForm(whole(item), { caseName: box.name });
  const reply = await staffCalls.call('PUT', `/admin/editCase/${box.id}`, form);
  expect([reply.statusCode, reply.json().message]).toEqual([400, 'House edge is too low!']);
  expect(await isPaused(box.name)).toBe(true);
});

test('does not notify staff again about a paused case', async () => {
  const item = await staffCalls.addItem({ itemPrice: 1_000 });
  await staffCalls.addCase(whole(item));
  await setPrice(item, 2_000);
  await setPrice(item, 3_000);
  expect(await readNotifications(staffCalls.admin.id)).toHaveLength(1);
});

test('ignores an item that only an older version contains', async () => {
  const [item, other] = [await staffCalls.addItem(), await staffCalls.addItem()];
  const box = await staffCalls.addCase(whole(item));
  await staffCalls.call('PUT', `/admin/editCase/${box.id}`, staffCalls.caseForm(whole(other), { caseName: box.name }));
  await setPrice(item, 1_000_000);
  expect(await isPaused(box.name)).toBe(false);
});

test('leaves cases alone when an item edit is refused', async () => {
  const [item, other] = [await staffCalls.addItem(), await staffCalls.addItem()];
  const box = await staffCalls.addCase(whole(item));
  const { itemPrice: _price, ...form } = staffCalls.itemForm({ skinName: other.skinName });
  const reply = await staffCalls.call('PUT', `/admin/editItem/${item.id}`, { ...form, price: 1_000_000 });
  expect([reply.statusCode, await isPaused(box.name)]).toEqual([409, false]);
  expect(await readNotifications(staffCalls.admin.id)).toEqual([]);
});

test('never offers a case with too low an edge when item and case change concurrently', async () => {
  for (let round = 0; round < 12; round += 1) {
    const item = await staffCalls.addItem({ itemPrice: 1_000 });
    const box = await staffCalls.addCase(whole(item));
    const newForm = staffCalls.caseForm(whole(item));
    const replies = await Promise.all([
      staffCalls.call('POST', '/admin/addNewCase', newForm),
      setPrice(item, 2_000),
      staffCalls.call(
        'PUT',
        `/admin/editCase/${box.id}`,
        staffCalls.caseForm(whole(item), { caseName: box.name, casePrice: 1_500 }),
      ),
    ]);
    for (const { statusCode } of replies) expect([200, 400]).toContain(statusCode);
    for (const name of [box.name, newForm['caseName'] as string]) {
      const offer = await findOpenableCase(site.deps.db.sql, name);
      expect([undefined, true]).toContain(offer?.isPaused);
    }
  }
});

test('staff pause and resume a case with a reason, once each', async () => {
  const item = await staffCalls.addItem({ itemPrice: 1_000 });
  const { id, name } = await staffCalls.addCase(whole(item));
  const set = (paused: boolean, reason = 'A wrong picture') =>
    staffCalls.call('POST', `/admin/setCasePaused/${id}`, { isPaused: paused, reason });
  expect((await set(true, '')).statusCode).toBe(400);
  await Promise.all([set(true), set(true), set(true)]);
  expect(await isPaused(name)).toBe(true);
  expect((await set(false)).json()).toEqual({ message: 'Case resumed.' });
  expect(await isPaused(name)).toBe(false);
  const actions = await site.deps.db.sql<{ action: string }>`
    select action from staff_actions where subject = ${`case:${id}`} and action <> 'case.add' order by id`;
  expect(actions.map(({ action }) => action)).toEqual(['case.pause', 'case.resume']);
  expect(
    (await staffCalls.call('POST', '/admin/setCasePaused/9999', { isPaused: true, reason: 'None' })).statusCode,
  ).toBe(404);
});

test('a case whose edge is too low cannot be resumed', async () => {
  const item = await staffCalls.addItem({ itemPrice: 1_000 });
  const { id, name } = await staffCalls.addCase(whole(item));
  await setPrice(item, 2_000);
  const reply = await staffCalls.call('POST', `/admin/setCasePaused/${id}`, { isPaused: false, reason: 'Looks fine' });
  expect([reply.statusCode, await isPaused(name)]).toEqual([400, true]);
});
