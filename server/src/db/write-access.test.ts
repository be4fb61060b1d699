import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#log.ts';
import { addPlayer } from '#testing/fixtures.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { type Db, openDb } from './db.ts';
import { changedTables } from './write-access.ts';

let database: TestDatabase;
let owner: Db;
let limited: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  const { connection } = database;
  const log = createLog('silent');
  owner = openDb({ connection, log });
  limited = openDb({ connection, log, writableTables: ['chat_messages'], pools: { batches: 0, snapshots: 0 } });
});
afterAll(async () => {
  await Promise.all([owner.close(), limited.close()]);
  await database.drop();
});

test.each([
  ['select 1', []],
  ['insert into ledger (id) values (1)', ['ledger']],
  ['with moved as (update only "wallets" set balance = 1 returning id) select id from moved', ['wallets']],
  ['delete\nfrom openings', ['openings']],
  ['insert into leases values (1) on conflict (name) do update set epoch = 2', ['leases']],
  ['select from rooms for update', []],
  ['select from rooms for no key update skip locked', []],
  ['merge into Items using prices on true when matched then delete', ['items']],
  ['truncate table seeds', ['seeds']],
])('knows which tables "%s" changes', (text, tables) => {
  expect(changedTables(text)).toEqual(tables);
});

test('lets a limited process read, and write the tables it may', async () => {
  const { id } = await addPlayer(owner);
  await limited.sql`insert into chat_messages (player_id, message) values (${id}, 'alone')`;
  await limited.transaction(async ({ sql }) => {
    await sql`insert into chat_messages (player_id, message) values (${id}, 'together')`;
  });
  const rows = await limited.sql`select message from chat_messages where player_id = ${id} order by id`;
  expect(rows).toEqual([{ message: 'alone' }, { message: 'together' }]);
});

test('refuses a limited process every other change, before and in PostgreSQL', async () => {
  const { id } = await addPlayer(owner);
  const before = await owner.sql`select * from wallets`;
  await expect(limited.sql`update wallets set balance = 1 where player_id = ${id}`).rejects.toThrow('wallets');
  const inTransaction = limited.transaction(({ sql }) => sql`update wallets set balance = 1 where player_id = ${id}`);
  await expect(inTransaction).rejects.toThrow('may not change the table wallets');
  // A change that the text does not show.
  await owner.sql`
    create function give(player bigint) returns void language sql as
      'update wallets set balance = 1 where player_id = player'`;
  await expect(limited.sql`select give(${id}::int8)`).rejects.toMatchObject({ code: '25006' });
  expect(await owner.sql`select * from wallets`).toEqual(before);
});

test('has no batches and long reads without connections for them', async () => {
  await expect(limited.batch(({ sql }) => sql`select 1 as one`)).rejects.toThrow('no connections');
  await expect(limited.snapshot((sql) => sql`select 1 as one`)).rejects.toThrow('no connections');
});
