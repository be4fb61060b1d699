import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDb, type Db } from '#db/db.ts';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { recordStaffAction, type StaffAction, verifyStaffActions } from './logs.ts';

let database: TestDatabase;
let db: Db;
let actorId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log: createLog('silent'), pools: { calls: 20 } });
  const [staff] = await db.sql<{ id: number }>`
    insert into players (username, username_key, role) values ('staff', 'staff', 'admin') returning id`;
  actorId = staff!.id;
});
beforeEach(() => tamper(() => db.sql`delete from staff_actions`));
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Changes that only the owner of the database can make. */
async function tamper(tamperWith: () => Promise<unknown>): Promise<void> {
  await db.sql`alter table staff_actions disable trigger staff_actions_immutable`;
  await tamperWith();
  await db.sql`alter table staff_actions enable trigger staff_actions_immutable`;
}

function record(fields: Partial<StaffAction> = {}): Promise<void> {
  return db.transaction((tx) => recordStaffAction(tx, { actorId, action: 'item.edit', subject: 'item:7', ...fields }));
}

async function ids(): Promise<number[]> {
  return (await db.sql<{ id: number }>`select id from staff_actions order by id`).map(({ id }) => id);
}

test('records who, what, why, and the values before and after', async () => {
  await record({ reason: 'Şık ⚡', before: { price: 5, tags: ['a'] }, after: { price: 6, more: { deep: null } } });
  const rows = await db.sql`select actor_id, action, subject, reason, before, after from staff_actions`;
  expect(rows).toEqual([
    {
      actor_id: actorId,
      action: 'item.edit',
      subject: 'item:7',
      reason: 'Şık ⚡',
      before: { price: 5, tags: ['a'] },
      after: { price: 6, more: { deep: null } },
    },
  ]);
  expect(await verifyStaffActions(db.sql)).toEqual({ total: 1, brokenIds: [] });
});

test('concurrent actions form one chain', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, index) => record({ subject: `item:${index}` })));
  expect(await verifyStaffActions(db.sql)).toEqual({ total: 60, brokenIds: [] });
});

test('a rolled back action is not recorded', async () => {
  const fallen = db.transaction(async (tx) => {
    await recordStaffAction(tx, { actorId: null, action: 'ledger.halt', subject: 'ledger' });
    throw new Error('fell');
  });
  await expect(fallen).rejects.toThrow('fell');
  expect(await ids()).toEqual([]);
});

test.each([['password'], ['passwordHash'], ['SECRET'], ['sessionToken'], ['serverSeed'], ['sealed']])(
  'refuses to record a field called %s',
  async (name) => {
    await expect(record({ after: { deep: [{ [name]: 'x' }] } })).rejects.toThrow('must not be in the staff log');
    expect(await ids()).toEqual([]);
  },
);

test('rows cannot be changed, deleted or truncated', async () => {
  await record();
  await expect(db.sql`update staff_actions set reason = 'another'`).rejects.toThrow('never changed');
  await expect(db.sql`delete from staff_actions`).rejects.toThrow('never changed');
  await expect(db.sql`truncate staff_actions`).rejects.toThrow('never changed');
});

test.each([
  ['changed', (id: number) => db.sql`update staff_actions set after = '{"price": 1}' where id = ${id}`],
  ['assigned to another admin', (id: number) => db.sql`update staff_actions set actor_id = null where id = ${id}`],
  [
    'backdated',
    (id: number) => db.sql`update staff_actions set created_at = now() - interval '1 day' where id = ${id}`,
  ],
])('finds a row that was %s', async (_, change) => {
  for (let at = 0; at < 3; at++) await record({ after: { price: at + 5 } });
  const [, second] = await ids();
  await tamper(() => change(second!));
  expect((await verifyStaffActions(db.sql)).brokenIds).toEqual([second]);
});

test('finds a removed row at the next one', async () => {
  for (let at = 0; at < 3; at++) await record();
  const [, second, third] = await ids();
  await tamper(() => db.sql`delete from staff_actions where id = ${second}`);
  expect((await verifyStaffActions(db.sql)).brokenIds).toEqual([third]);
});
