import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { openDb, type Db } from './db.ts';
import { migrate } from './migrate.ts';

const log = createLog('silent');
let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('removes Steam ids that an older release logged, and keeps the log append-only', async () => {
  await db.sql`
    insert into site_events (event, subject, details)
    values ('account.steam-link', 'player:1', '{"steamId": "76561198000000001"}'),
           ('account.signup', 'player:1', '{"by": "password"}')`;
  await db.sql`delete from migrations where name = '0016_leftovers.sql'`;
  expect(await migrate(database.connection, log)).toEqual(['0016_leftovers.sql']);
  expect(await db.sql`select event, details from site_events order by id`).toEqual([
    { event: 'account.steam-link', details: null },
    { event: 'account.signup', details: { by: 'password' } },
  ]);
  await expect(db.sql`update site_events set details = null`).rejects.toThrow('site_events');
});
