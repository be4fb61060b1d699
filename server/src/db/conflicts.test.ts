import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { openDb, type Db } from './db.ts';

let database: TestDatabase;
let db: Db;
const lines: string[] = [];
const log = createLog('debug', { write: (line) => lines.push(line) });
const unavailable = expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 2 });

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log });
  await db.sql`create table things (id bigint primary key, name text)`;
  await db.sql`
    create function raise(state text) returns void language plpgsql
    as 'begin raise exception using errcode = state, message = ''planned''; end'`;
});

beforeEach(async () => {
  lines.length = 0;
  await db.sql`truncate things`;
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

test.each(['40001', '40P01'])(
  'refuses as unavailable after %s, without logging the database as down',
  async (sqlstate) => {
    const other = openDb({ connection: database.connection, log });
    for (const _ of [1, 2, 3]) await expect(other.sql`select raise(${sqlstate})`).rejects.toEqual(unavailable);
    expect(lines.filter((line) => line.includes('after a conflict'))).toHaveLength(1);
    expect(lines.join('')).not.toContain('Database unavailable');
    await other.close();
  },
);

test('completes one of two deadlocked transactions and refuses the other as unavailable', async () => {
  await db.sql`insert into things values (1, 'one'), (2, 'two')`;
  const reached = { 1: Promise.withResolvers<void>(), 2: Promise.withResolvers<void>() };
  const crossing = (first: 1 | 2, second: 1 | 2) =>
    db.transaction(async (tx) => {
      await tx.sql`update things set name = name || '!' where id = ${first}`;
      reached[first].resolve();
      await reached[second].promise;
      await tx.sql`update things set name = name || '!' where id = ${second}`;
    });
  const outcomes = await Promise.allSettled([crossing(1, 2), crossing(2, 1)]);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(refused).toEqual([unavailable]);
  expect(await db.sql`select name from things order by id`).toEqual([{ name: 'one!' }, { name: 'two!' }]);
});
