import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { createEarlierDatabase, MIGRATIONS } from '#testing/earlier-database.ts';
import { temporaryFolder } from '#testing/folders.ts';
import { openClient } from './connection.ts';
import { openDb, type Db } from './db.ts';
import { migrate } from './migrate.ts';
import { createMissingMonths, MONTHS_AHEAD, selectMonthlyTables, selectPreparedUntil } from './months.ts';

const log = createLog('silent');
const NAME = '0034_months.sql';
const DAY_SECONDS = 86_400;
const TABLES = ['chat_messages', 'ledger', 'notifications', 'openings', 'roulette_bets'];

/** Rows of each table, as the previous version wrote them. */
const CONTENT = `
  insert into players (username, username_key) values ('ayse', 'ayse'), ('can', 'can');
  insert into wallets (player_id, balance, version) values (1, 70, 2), (2, 0, 0);
  insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance, created_at)
  values ('WELCOME', 'welcome:1', 1, 'house:promo', 100, 0, 100, now() - interval '400 days'),
         ('CASE_OPEN', 'open:1', 1, 'house:cases', -30, 100, 70, now());
  insert into openings (id, player_id, version_id, seed_id, nonce, entropy, ticket, item_id, request_key, request_count)
  values (1, 1, 1, 1, 0, '', 5, 1, 'k', 1);
  insert into roulette_bets (id, round_id, player_id, player_bet, amount, payout_factor) values (1, 1, 1, 'red', 5, 2);
  insert into chat_messages (player_id, message, key) values (1, 'hi', 'k'), (2, 'you', null);
  insert into notifications (player_id, icon, title, message) values (1, 'i', 't', 'm')`;
/** What the previous version writes next. */
const WRITES = `
  with movement as (
    insert into ledger (type, reference, account, to_account, amount)
    select 'ROOM_WIN', 'rake:room:' || $1::int8, 'room:1', 'house:rake', 1 returning id
  ), opening as (
    insert into openings (id, player_id, version_id, seed_id, nonce, entropy, ticket, item_id)
    select $1, 2, 1, 2, $1, '', 5, 1 returning id
  ), bet as (
    insert into roulette_bets (id, round_id, player_id, player_bet, amount, payout_factor)
    select $1, 2, 2, 'red', 5, 2 returning id
  ), message as (
    insert into chat_messages (player_id, message) values (2, 'again') returning id
  ), note as (
    insert into notifications (player_id, icon, title, message) values (2, 'i', 't', 'm') returning id
  )
  select movement.id as movement, opening.id as opening, bet.id as bet, message.id as message, note.id as note
  from movement, opening, bet, message, note`;

async function connect({ connection }: TestDatabase, settings = {}): Promise<Client> {
  const client = await openClient(connection, { settings });
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

async function createPrevious(): Promise<{ database: TestDatabase; client: Client }> {
  const database = await createEarlierDatabase('months');
  onTestFinished(() => database.drop());
  const client = await connect(database, { lock_timeout: '2s' });
  await client.query(CONTENT);
  return { database, client };
}

async function open(database: TestDatabase): Promise<Db> {
  const db = openDb({ connection: database.connection, log });
  onTestFinished(() => db.close());
  return db;
}

const rowsOf = async (client: Client): Promise<unknown[]> => {
  const results = [];
  for (const table of TABLES) results.push((await client.query(`select * from ${table} order by id`)).rows);
  return results;
};

const dividedTables = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace order by 1`,
  );
  return rows.map(({ name }) => name);
};

test('keeps every row, and the previous version works on while the tables are divided', async () => {
  const { database, client } = await createPrevious();
  await client.query('grant select on ledger to public');
  const write = async (number: number) =>
    (await client.query({ name: 'write', text: WRITES, values: [number] })).rows[0] as object;
  expect(await write(2)).toEqual({ movement: '3', opening: '2', bet: '2', message: '3', note: '2' });
  const withWrites = await rowsOf(client);
  expect(await migrate(database.connection, log)).toContain(NAME);
  expect(await rowsOf(client)).toEqual(withWrites);
  // The same prepared statement, now on other tables: ids continue.
  expect(await write(3)).toEqual({ movement: '4', opening: '3', bet: '3', message: '4', note: '3' });
  expect((await client.query('select bets from roulette_stakes where round_id = 2')).rows).toEqual([{ bets: 2 }]);
  expect((await client.query('select id from transactions order by id')).rows).toEqual([{ id: '1' }, { id: '2' }]);
  expect(await dividedTables(client)).toEqual(TABLES);
  const { rows } = await client.query(`select has_table_privilege('public', 'ledger', 'select') as can`);
  expect(rows).toEqual([{ can: true }]);
});

test('lets a user who may only write messages go on writing them', async () => {
  const { database, client } = await createPrevious();
  const role = `writer_${randomBytes(4).toString('hex')}`;
  await client.query(`create role ${role}; grant insert on chat_messages to ${role}`);
  await migrate(database.connection, log);
  await client.query(`set role ${role}`);
  expect((await client.query(`insert into chat_messages (player_id, message) values (1, 'x')`)).rowCount).toBe(1);
  await expect(client.query('select from ledger')).rejects.toThrow('permission denied');
  await client.query(`reset role; drop owned by ${role}; drop role ${role}`);
});

test('refuses changes of the rows of a month that is named directly', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const client = await connect(database);
  const { rows } = await client.query<{ name: string }>(`select partition_name as name from month_partitions
    where table_name in ('ledger', 'openings', 'roulette_bets')`);
  expect(rows).toHaveLength(3 * (MONTHS_AHEAD + 1));
  for (const { name } of rows) {
    for (const command of [
      `delete from months.${name}`,
      `update months.${name} set id = id`,
      `truncate months.${name}`,
    ]) {
      await expect(client.query(command)).rejects.toThrow('are never changed');
    }
  }
});

test('continues after an interruption within or after any step', { timeout: 60_000 }, async () => {
  const { database, client } = await createPrevious();
  const before = await rowsOf(client);
  const steps = (await readFile(path.join(MIGRATIONS, NAME), 'utf8')).split(/^-- Next step$/m);
  const folder = await temporaryFolder();
  for (const name of (await readdir(MIGRATIONS)).filter((each) => each < NAME)) {
    await writeFile(path.join(folder, name), await readFile(path.join(MIGRATIONS, name), 'utf8'));
  }
  const run = (text: readonly string[], dir = folder) =>
    writeFile(path.join(folder, NAME), text.join('-- Next step')).then(() =>
      migrate(database.connection, log, { folder: dir }),
    );
  // The last step drops the functions of the others.
  for (const index of steps.keys()) {
    const done = steps.slice(0, index);
    await expect(run([...done, `${steps[index]!}\nselect 1 / 0;\n`])).rejects.toThrow('the next start continues it');
    if (index + 1 < steps.length) {
      await expect(run([...done, steps[index]!, '\nselect 1 / 0;\n'])).rejects.toThrow('continues it');
    }
    expect(await rowsOf(client)).toEqual(before);
  }
  expect(await run(steps)).toEqual([NAME]);
  expect(await rowsOf(client)).toEqual(before);
  expect(await dividedTables(client)).toEqual(TABLES);
  const { rows } = await client.query(`select from pg_proc where proname in ('divide', 'add_border', 'is_divided')`);
  expect(rows).toEqual([]);
});

test('waits for a long read, and refuses no client meanwhile', async () => {
  const { database, client } = await createPrevious();
  const reader = await connect(database);
  await reader.query('begin; select from ledger');
  const migrating = migrate(database.connection, log);
  const waiting = `select from pg_locks where relation = 'ledger'::regclass and mode = 'AccessExclusiveLock' and not granted`;
  await expect.poll(async () => (await reader.query(waiting)).rowCount).toBe(1);
  // Longer than a step waits. The lock timeout of this client is that of the site.
  for (const number of [10, 11, 12, 13]) {
    await client.query(WRITES, [number]);
    await expect.poll(async () => (await reader.query(waiting)).rowCount).toBe(1);
  }
  await reader.query('commit');
  expect(await migrating).toContain(NAME);
  expect((await client.query('select from openings where id >= 10')).rowCount).toBe(4);
});

test('moves a border that came close while the migration was interrupted', async () => {
  const { database, client } = await createPrevious();
  await client.query(
    `alter table ledger add constraint ledger_border check (created_at < '${new Date(Date.now() + 3_600_000).toISOString()}')`,
  );
  await migrate(database.connection, log);
  const { rows } = await client.query<{ isFar: boolean }>(
    `select min(ends_at) > now() + interval '6 days' as "isFar" from month_partitions where table_name = 'ledger'`,
  );
  expect(rows).toEqual([{ isFar: true }]);
});

test('prepares months once, also when several processes do', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const db = await open(database);
  expect(await selectMonthlyTables(db.sql)).toEqual(TABLES);
  const [missing] = await db.sql<{ name: string }>`
    select partition_name as name from month_partitions where table_name = 'ledger' order by ends_at desc limit 1`;
  const client = await connect(database);
  await client.query(`drop table months.${missing!.name}`);
  const untilBefore = (await selectPreparedUntil(db.sql)).find(({ table }) => table === 'ledger')!.until;
  const created = await Promise.all([1, 2, 3].map(() => createMissingMonths(db.sql, 'ledger')));
  expect(created.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
  const until = (await selectPreparedUntil(db.sql)).find(({ table }) => table === 'ledger')!.until;
  expect(until - untilBefore).toBeGreaterThan(27 * DAY_SECONDS);
  expect(until - Date.now() / 1000).toBeGreaterThan(89 * DAY_SECONDS);
});

test('prepares months at a start, and refuses a row without a month until then', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const client = await connect(database);
  const { rows } = await client.query<{ name: string }>(
    `select partition_name as name from month_partitions where table_name = 'chat_messages' order by ends_at`,
  );
  await client.query(`insert into players (username, username_key) values ('ayse', 'ayse')`);
  for (const { name } of rows.slice(1)) await client.query(`drop table months.${name}`);
  const write = () =>
    client.query(
      `insert into chat_messages (player_id, message, created_at) values (1, 'later', now() + interval '50 days')`,
    );
  await expect(write()).rejects.toThrow('no partition of relation "chat_messages" found for row');
  await migrate(database.connection, log);
  expect((await write()).rowCount).toBe(1);
});

test('a check that is dropped from a table is dropped from its months', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const client = await connect(database);
  await client.query(`alter table ledger drop constraint ledger_type_check`);
  const { rows } = await client.query(`select from pg_constraint where conname = 'ledger_type_check'`);
  expect(rows).toEqual([]);
});
