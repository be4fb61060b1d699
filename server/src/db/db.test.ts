import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { openDb, type Db } from './db.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log: createLog('silent') });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

test('an int8 is a number and a point in time is ISO 8601', async () => {
  const rows = await db.sql`
    select 9007199254740991::int8 as big, array[1, null]::int8[] as list,
           '2025-01-02 03:04:05.678+02'::timestamptz as at, null::text as nothing`;
  expect(rows).toEqual([{ big: 9007199254740991, list: [1, null], at: '2025-01-02T01:04:05.678Z', nothing: null }]);
});
