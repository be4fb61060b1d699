import type { Item } from '@karat/contract/items';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openDb } from '#db/db.ts';
import { repriceItems } from '#features/items/items.ts';
import { createLog } from '#log.ts';
import { addCase, addItem } from '#testing/fixtures.ts';
import { createTestDatabase } from '#testing/database.ts';
import { temporaryFolder } from '#testing/folders.ts';
import { sharedDatabase, startSite } from '#testing/site-process.ts';
import { createStaffCalls, type StaffCalls } from '#testing/staff-calls.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { findOpenableCase } from './cases.ts';
import { recheckAllCases } from './pausing.ts';

const TOO_LOW = 'The house edge when withdrawn is too low.';

let testSite: TestSite;
let staffCalls: StaffCalls;

async function open(variables: Readonly<Record<string, string>>): Promise<void> {
  testSite = await createTestSite(variables);
  staffCalls = await createStaffCalls(testSite);
}

const whole = (item: Item) => [{ id: item.id, drop_rate: 100 }];
const add = (item: Item, casePrice: number) =>
  staffCalls.call('POST', '/admin/addNewCase', staffCalls.caseForm(whole(item), { casePrice }));
const edit = (box: { id: number; name: string }, item: Item, casePrice: number) =>
  staffCalls.call(
    'PUT',
    `/admin/editCase/${box.id}`,
    staffCalls.caseForm(whole(item), { caseName: box.name, casePrice }),
  );

function setPrice({ id, skinName }: Item, price: number) {
  const { itemPrice: _price, ...form } = staffCalls.itemForm({ skinName });
  return staffCalls.call('PUT', `/admin/editItem/${id}`, { ...form, price });
}

const isPaused = async (name: string) => (await findOpenableCase(testSite.deps.db.sql, name))!.isPaused;
const messages = async () =>
  (await testSite.deps.db.sql<{ message: string }>`select message from notifications order by id`).map(
    ({ message }) => message,
  );
const minimum = async () => (await staffCalls.call('GET', '/admin/getAllCases')).json().minWithdrawalEdge;

describe('without real value', () => {
  beforeAll(() => open({ MIN_WITHDRAW_EDGE: '3' }));
  afterAll(() => testSite.close());

  test('shows the withdrawal edge wherever a case is shown', async () => {
    const item = await staffCalls.addItem({ itemPrice: 980 });
    const box = await staffCalls.addCase(whole(item));
    expect(box).toMatchObject({ houseEdge: expect.closeTo(11.8, 10), withdrawalEdge: expect.closeTo(2, 10) });
    const { withdrawalEdge } = box;
    const find = encodeURIComponent(box.name);
    const listed = (await testSite.http.inject(`/case/getAllCases?search=${find}`)).json().data;
    expect(listed).toMatchObject([{ withdrawalEdge }]);
    const described = (await testSite.http.inject(`/user/getCaseByName/${find}`)).json().data;
    expect(described).toMatchObject({ withdrawalEdge });
    const forStaff = (await staffCalls.call('GET', '/admin/getAllCases')).json();
    expect(forStaff).toMatchObject({ data: [{ withdrawalEdge }], minWithdrawalEdge: null });
  });

  test('saves any withdrawal edge and does not pause the case', async () => {
    const item = await staffCalls.addItem({ itemPrice: 1_000 });
    const box = await staffCalls.addCase(whole(item));
    await setPrice(item, 1_050);
    await recheckAllCases(testSite.deps);
    expect([(await edit(box, item, 1_000)).statusCode, await isPaused(box.name)]).toEqual([200, false]);
  });
});

describe('with real value', () => {
  beforeAll(() => open({ REAL_VALUE: '1' }));
  beforeEach(() => testSite.deps.db.sql`delete from notifications`);
  afterAll(() => testSite.close());

  test('refuses to add or edit a case whose withdrawal edge is below 0', async () => {
    const [item, dearer] = [
      await staffCalls.addItem({ itemPrice: 1_000 }),
      await staffCalls.addItem({ itemPrice: 1_001 }),
    ];
    const box = (await add(item, 1_000)).json().data;
    for (const reply of [await add(dearer, 1_000), await edit(box, dearer, 1_000)]) {
      expect([reply.statusCode, reply.json()]).toEqual([
        400,
        expect.objectContaining({ message: TOO_LOW, issues: [{ path: 'casePrice', message: TOO_LOW }] }),
      ]);
    }
    expect(await minimum()).toBe(0);
  });

  test('gives the sentence of the specification first', async () => {
    const item = await staffCalls.addItem({ itemPrice: 2_000 });
    expect((await add(item, 1_000)).json().message).toBe('House edge is too low!');
  });

  test('pauses a case when staff raise a price, notifies staff which edge is low, and reopens it when saved with enough', async () => {
    const item = await staffCalls.addItem({ itemPrice: 1_000 });
    const box = await staffCalls.addCase(whole(item));
    expect((await setPrice(item, 1_001)).statusCode).toBe(200);
    expect(await isPaused(box.name)).toBe(true);
    expect(await messages()).toEqual([
      'The house edge when withdrawn is below 0 %, the minimum of this site. It stays paused until staff save it again with enough edge.',
    ]);
    expect((await edit(box, item, 1_000)).json().message).toBe(TOO_LOW);
    expect(await isPaused(box.name)).toBe(true);
    expect((await edit(box, item, 1_001)).statusCode).toBe(200);
    expect(await isPaused(box.name)).toBe(false);
  });

  test('pauses a case when a feed raises a price', async () => {
    const item = await staffCalls.addItem({ itemPrice: 1_000 });
    const box = await staffCalls.addCase(whole(item));
    await testSite.deps.db.transaction((tx) => repriceItems(tx, testSite.deps, [{ id: item.id, price: 1_001 }]));
    expect(await isPaused(box.name)).toBe(true);
  });

  test('pauses cases below the minimum at start and notifies staff once', async () => {
    const { db } = testSite.deps;
    const [item, other] = [
      await staffCalls.addItem({ itemPrice: 1_000 }),
      await staffCalls.addItem({ itemPrice: 1_000 }),
    ];
    const [low, enough] = [await staffCalls.addCase(whole(item)), await staffCalls.addCase(whole(other))];
    // As a database without real value leaves it.
    await db.sql`update items set price = 1050, min_price = 1050, quick_sell_price = 945 where id = ${item.id}`;
    await Promise.all([recheckAllCases(testSite.deps), recheckAllCases(testSite.deps)]);
    expect([await isPaused(low.name), await isPaused(enough.name)]).toEqual([true, false]);
    expect(await messages()).toHaveLength(1);
    await recheckAllCases(testSite.deps);
    expect(await messages()).toHaveLength(1);
  });
});

describe('with real value and a minimum of 3 percent', () => {
  beforeAll(() => open({ REAL_VALUE: '1', MIN_WITHDRAW_EDGE: '3' }));
  afterAll(() => testSite.close());

  test('accepts 3 percent and refuses a hundredth less', async () => {
    const [item, dearer] = [
      await staffCalls.addItem({ itemPrice: 9_700 }),
      await staffCalls.addItem({ itemPrice: 9_701 }),
    ];
    expect((await add(item, 10_000)).statusCode).toBe(200);
    expect((await add(dearer, 10_000)).json().message).toBe(TOO_LOW);
    expect(await minimum()).toBe(3);
  });
});

test('the program pauses such a case when it starts with real value', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const db = openDb({ connection: database.connection, log: createLog('silent') });
  onTestFinished(() => db.close());
  const itemId = await addItem(db, { price: 1_000 });
  await addCase(db, { name: 'Low', price: 990, drops: [[itemId, 10_000]] });
  await addCase(db, { name: 'Enough', price: 1_000, drops: [[itemId, 10_000]] });
  const site = await startSite(await temporaryFolder(), { ...sharedDatabase(database.connection), REAL_VALUE: '1' });
  expect(await site.stop()).toBe(0);
  expect(await db.sql`select name, paused_at is not null as "isPaused" from cases order by name`).toEqual([
    { name: 'Enough', isPaused: false },
    { name: 'Low', isPaused: true },
  ]);
});
