import { DatabaseError } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { openDb, type Db, type Tx } from './db.ts';
import { wasRolledBack } from './session.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log: createLog('silent') });
  await db.sql`create table things (id bigint primary key)`;
});
beforeEach(() => db.sql`truncate things`);
afterAll(async () => {
  await db.close();
  await database.drop();
});

const add = (tx: Tx, id: number) => tx.sql`insert into things (id) values (${id})`;
const ids = async () => (await db.sql<{ id: number }>`select id from things order by id`).map(({ id }) => id);

test('runs pipelined statements in order', async () => {
  const result = await db.batch(async (tx) => {
    const [, first, , second] = await Promise.all([
      add(tx, 1),
      tx.sql<{ total: number }>`select count(*) as total from things`,
      add(tx, 2),
      tx.sql<{ total: number }>`select count(*) as total from things`,
    ]);
    return [first[0]!.total, second[0]!.total];
  });
  expect(result).toEqual([1, 2]);
  expect(await ids()).toEqual([1, 2]);
});

test('reports the error of the failed statement, rolls back, and keeps the connection', async () => {
  await db.batch((tx) => add(tx, 1));
  const failed = await db
    .batch((tx) => Promise.all([add(tx, 2), add(tx, 1), add(tx, 3)]))
    .catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(DatabaseError);
  expect((failed as DatabaseError).code).toBe('23505');
  expect(wasRolledBack(failed)).toBe(true);
  expect(await ids()).toEqual([1]);
  for (let id = 4; id <= 9; id += 1) await db.batch((tx) => add(tx, id));
  expect(await ids()).toEqual([1, 4, 5, 6, 7, 8, 9]);
});

test('sends the commit along with the last statements', async () => {
  const order: string[] = [];
  await db.batch(async (tx) => {
    const adding = add(tx, 1);
    tx.sendCommit();
    expect(() => add(tx, 2)).toThrow('statement after the end');
    tx.afterCommit(() => order.push('effect'));
    await adding;
    order.push('work');
  });
  expect(order).toEqual(['work', 'effect']);
  expect(await ids()).toEqual([1]);
});

test('rolls back when a statement fails whose commit was sent along', async () => {
  await db.batch((tx) => add(tx, 1));
  const failed = await db
    .batch(async (tx) => {
      const adding = Promise.all([add(tx, 2), add(tx, 1)]);
      tx.sendCommit();
      tx.afterCommit(() => expect.unreachable());
      await adding;
    })
    .catch((error: unknown) => error);
  expect((failed as DatabaseError).code).toBe('23505');
  expect(wasRolledBack(failed)).toBe(true);
  expect(await ids()).toEqual([1]);
  await db.batch((tx) => add(tx, 3));
  expect(await ids()).toEqual([1, 3]);
});

test('does not claim a rollback when the work fails after the commit', async () => {
  const error = new Error('a bug');
  const failed = db.batch(async (tx) => {
    const adding = add(tx, 1);
    tx.sendCommit();
    await adding;
    throw error;
  });
  await expect(failed).rejects.toBe(error);
  expect(wasRolledBack(error)).toBe(false);
  expect(await ids()).toEqual([1]);
});

test('commits at the end where statements are not pipelined', async () => {
  await db.transaction(async (tx) => {
    const adding = Promise.all([add(tx, 1), add(tx, 2)]);
    tx.sendCommit();
    await adding;
  });
  expect(await ids()).toEqual([1, 2]);
});

test('includes a statement that was not awaited in its transaction', async () => {
  await db.batch(async (tx) => void add(tx, 1));
  expect(await ids()).toEqual([1]);
});
