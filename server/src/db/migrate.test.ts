import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { temporaryFolder } from '#testing/folders.ts';
import { clientConfig } from './connection.ts';
import { openDb, type Db } from './db.ts';
import { migrate, MigrationRefused } from './migrate.ts';
import { untilMigrated } from './migrated.ts';

let database: TestDatabase;
let db: Db;
const lines: string[] = [];
const log = createLog('info', { write: (line) => lines.push(line) });

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log });
});

beforeEach(async () => {
  lines.length = 0;
  await db.sql`drop table if exists migrations, first, second`;
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

async function migrations(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return folder;
}

const both = {
  '0001_first.sql': 'create table first (id bigint);\ninsert into first values (1);\n',
  '0002_second.sql': 'create table second (id bigint);',
};

test('creates the tables of the product once', async () => {
  const emptyDatabase = await createTestDatabase();
  expect(await migrate(emptyDatabase.connection, log)).toEqual([]);
  await emptyDatabase.drop();
});

test('runs each file once, in order', async () => {
  const folder = await migrations(both);
  expect(await migrate(database.connection, log, { folder })).toEqual(['0001_first.sql', '0002_second.sql']);
  expect(await migrate(database.connection, log, { folder })).toEqual([]);
  expect(await db.sql`select id from first`).toEqual([{ id: 1 }]);
});

test('serializes concurrent migrations', async () => {
  const folder = await migrations(both);
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database.connection, log, { folder })));
  expect(applied.flat().toSorted()).toEqual(['0001_first.sql', '0002_second.sql']);
});

test('refuses a changed file after it was applied, but ignores line ends', async () => {
  const folder = await migrations(both);
  await migrate(database.connection, log, { folder });
  await writeFile(path.join(folder, '0001_first.sql'), both['0001_first.sql'].replaceAll('\n', '\r\n'));
  expect(await migrate(database.connection, log, { folder })).toEqual([]);
  await writeFile(path.join(folder, '0001_first.sql'), 'create table first (id integer);');
  const refused = migrate(database.connection, log, { folder });
  await expect(refused).rejects.toThrow(MigrationRefused);
  await expect(refused).rejects.toThrow('0001_first.sql was changed after it was applied');
});

test('rolls back a failed file and keeps earlier ones', async () => {
  const folder = await migrations({ ...both, '0002_second.sql': 'create table second (id bigint); select 1 / 0;' });
  await expect(migrate(database.connection, log, { folder })).rejects.toThrow('0002_second.sql failed and was undone');
  expect(await db.sql`select name from migrations`).toEqual([{ name: '0001_first.sql' }]);
  await writeFile(path.join(folder, '0002_second.sql'), both['0002_second.sql']);
  expect(await migrate(database.connection, log, { folder })).toEqual(['0002_second.sql']);
});

test('can run again after a disconnect in the middle of a file', async () => {
  const folder = await migrations({
    ...both,
    '0002_second.sql': 'create table second (id bigint); select pg_sleep(60);',
  });
  const cut = migrate(database.connection, log, { folder }).catch((error: unknown) => error);
  const client = new Client(clientConfig(database.connection));
  await client.connect();
  const terminate = () =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`,
    );
  while ((await terminate()).rowCount === 0) await sleep(20);
  expect(String(await cut)).toContain('0002_second.sql failed and was undone');
  await client.end();
  await writeFile(path.join(folder, '0002_second.sql'), both['0002_second.sql']);
  expect(await migrate(database.connection, log, { folder })).toEqual(['0002_second.sql']);
});

test('accepts a database migrated by a newer build with a warning', async () => {
  await migrate(database.connection, log, { folder: await migrations(both) });
  const older = await migrations({ '0001_first.sql': both['0001_first.sql'] });
  expect(await migrate(database.connection, log, { folder: older })).toEqual([]);
  expect(lines.join('')).toContain('0002_second.sql');
});

describe('before a migration that earlier versions cannot work with', () => {
  const renamed = {
    '0001_first.sql': both['0001_first.sql'],
    '0002_second.sql': '-- Stop all processes first: the table has another name.\nalter table first rename to second;',
  };

  async function connect(processName?: string): Promise<Client> {
    const named = processName === undefined ? {} : { application_name: processName };
    const client = new Client({ ...clientConfig(database.connection), ...named });
    await client.connect();
    onTestFinished(() => client.end().catch(() => undefined));
    return client;
  }

  async function prepare(): Promise<string> {
    await migrate(database.connection, log, {
      folder: await migrations({ '0001_first.sql': renamed['0001_first.sql'] }),
    });
    return migrations(renamed);
  }

  test('refuses while another process uses the database, and changes nothing', async () => {
    const folder = await prepare();
    await connect('karat 0123abcd');
    const refused = migrate(database.connection, log, { folder, stopTimeoutMs: 100 });
    await expect(refused).rejects.toThrow(MigrationRefused);
    await expect(refused).rejects.toThrow('Stop all processes');
    expect(await db.sql`select id from first`).toEqual([{ id: 1 }]);
  });

  test('waits for a process that is stopping', async () => {
    const folder = await prepare();
    const other = await connect('karat 0123abcd');
    const applied = migrate(database.connection, log, { folder });
    await vi.waitUntil(() => lines.join('').includes('Waiting for other processes to stop'), { timeout: 10_000 });
    await other.end();
    expect(await applied).toEqual(['0002_second.sql']);
  });

  test('ignores processes that wait for the same migration, and clients of other names', async () => {
    const folder = await prepare();
    const [locker, watcher] = [await connect('psql'), await connect('psql')];
    const waiting = async (total: number): Promise<void> => {
      const count = `select count(*)::int4 as total from pg_locks where locktype = 'advisory' and not granted and objid = 5270118`;
      await vi.waitUntil(async () => (await watcher.query(count)).rows[0].total === total, { timeout: 10_000 });
    };
    await locker.query('select pg_advisory_lock(5270118)');
    const applied = migrate(database.connection, log, { folder, stopTimeoutMs: 0 });
    await waiting(1);
    const second = await connect('karat 0123abcd');
    const turn = second.query('select pg_advisory_lock(5270118)');
    await waiting(2);
    await locker.end();
    expect(await applied).toEqual(['0002_second.sql']);
    await turn;
  });

  test('does not wait on a new database', async () => {
    await connect('karat 0123abcd');
    const folder = await migrations(renamed);
    expect(await migrate(database.connection, log, { folder, stopTimeoutMs: 0 })).toHaveLength(2);
  });
});

test('refuses misnamed files and shared numbers before anything runs', async () => {
  const misnamed = await migrations({ '1_first.sql': 'select 1' });
  await expect(migrate(database.connection, log, { folder: misnamed })).rejects.toThrow('1_first.sql is not named');
  const doubled = await migrations({ '0001_first.sql': 'select 1', '0001_other.sql': 'select 1' });
  await expect(migrate(database.connection, log, { folder: doubled })).rejects.toThrow('same number');
});

test('limits a balance to the range from zero to the safe integers', async () => {
  const emptyDatabase = await createTestDatabase();
  const site = openDb({ connection: emptyDatabase.connection, log });
  const [player] = await site.sql<{
    id: number;
  }>`insert into players (username, username_key) values ('A', 'a') returning id`;
  const setBalance = (balance: number) => site.sql`
    insert into wallets (player_id, balance) values (${player?.id}, ${balance})
    on conflict (player_id) do update set balance = excluded.balance returning balance`;
  expect(await setBalance(Number.MAX_SAFE_INTEGER)).toEqual([{ balance: Number.MAX_SAFE_INTEGER }]);
  await expect(setBalance(-1)).rejects.toMatchObject({ code: '23514' });
  await expect(setBalance(2 ** 53)).rejects.toMatchObject({ code: '23514' });
  await site.close();
  await emptyDatabase.drop();
});

const FOLDER = path.join(import.meta.dirname, 'migrations');
const UNUSED_NUMBER = 17;

test('numbers migrations consecutively except for the unused one', async () => {
  const numbers = (await readdir(FOLDER)).map((name) => Number(name.slice(0, 4))).toSorted((a, b) => a - b);
  const expected = Array.from({ length: numbers.length + 1 }, (_each, index) => index + 1);
  expect(numbers).toEqual(expected.filter((number) => number !== UNUSED_NUMBER));
});

test('contains no migration that ends its own transaction', async () => {
  for (const name of await readdir(FOLDER)) {
    const text = await readFile(path.join(FOLDER, name), 'utf8');
    // A function body has a `begin` of its own.
    expect(text.replaceAll(/\$\$[\s\S]*?\$\$/g, '')).not.toMatch(/^\s*(commit|rollback|begin)\b/im);
  }
});

describe('a process that does not migrate', () => {
  const missing = '0032_roulette_stakes.sql';

  test('starts on a migrated database, and waits for a migration of another process', async () => {
    const migrated = await createTestDatabase();
    onTestFinished(() => migrated.drop());
    await untilMigrated(migrated.connection, log);
    expect(lines).toEqual([]);
    const owner = openDb({ connection: migrated.connection, log });
    onTestFinished(() => owner.close());
    const [row] = await owner.sql<{ hash: string }>`delete from migrations where name = ${missing} returning hash`;
    const waiting = untilMigrated(migrated.connection, log, { pollMs: 5 });
    await vi.waitUntil(() => lines.some((line) => line.includes('Waiting for another process to migrate')));
    await owner.sql`insert into migrations (name, hash) values (${missing}, ${row!.hash})`;
    await waiting;
  });

  test('does not start on an empty database', async () => {
    const empty = await createTestDatabase('template0');
    onTestFinished(() => empty.drop());
    const starting = untilMigrated(empty.connection, log, { timeoutMs: 1, pollMs: 5 });
    await expect(starting).rejects.toThrow('a gateway does not migrate it');
  });
});
