import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { clientConfig, withDatabase } from './connection.ts';
import { endConnections, selectSilentHolders, type SilentHolder } from './lock-holder.ts';
import { openSharedClient, type SharedClient } from './shared-client.ts';

let database: TestDatabase;
const opened: Client[] = [];
const asking: SharedClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.end()));
  await Promise.all(asking.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await database.drop();
});

/** A connection with its own name, or with that of this process. */
async function open(processName?: string): Promise<Client> {
  const named = processName === undefined ? {} : { application_name: processName };
  const client = new Client({ ...clientConfig(database.connection), ...named });
  client.on('error', () => undefined);
  await client.connect();
  opened.push(client);
  return client;
}

/** A connection of this process that looks for silent holders. */
async function openSharedConnection(): Promise<SharedClient> {
  const client = await openSharedClient(database.connection, { heartbeatMs: 60_000, answerTimeoutMs: 5_000 });
  asking.push(client);
  return client;
}

async function findSilent(client: SharedClient, name: string, silentMs: number): Promise<SilentHolder | undefined> {
  const [holder] = await selectSilentHolders(client, { names: ['unrelated', name], silentMs });
  return holder;
}

async function hold(client: Client, name: string): Promise<void> {
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
}

test('finds a silent holder by its lock, for positive and negative keys, but not an active one', async () => {
  const asking = await openSharedConnection();
  const rows = await asking.query<{ name: string }>(
    `select distinct on (sign(hashtextextended(name, 0))) name from unnest(array['a', 'b', 'c', 'd', 'e', 'f', 'g']) name`,
  );
  expect(rows).toHaveLength(2);
  for (const { name } of rows) {
    await hold(await open('karat 0123abcd'), name);
    expect(await findSilent(asking, name, 0)).toMatchObject({ processName: 'karat 0123abcd' });
    expect(await findSilent(asking, name, 60_000)).toBeUndefined();
  }
  expect(await findSilent(asking, 'another', 0)).toBeUndefined();
});

test('measures silence from the last statement', async () => {
  const [asking, holder] = [await openSharedConnection(), await open('karat 0123abcd')];
  await hold(holder, 'one');
  const first = await findSilent(asking, 'one', 0);
  expect(await findSilent(asking, 'one', 0)).toEqual(first);
  await holder.query('select 1');
  const second = await findSilent(asking, 'one', 0);
  expect(second?.silentSince).not.toBe(first?.silentSince);
});

test.each(['karat', 'psql', '', 'karat 0123ABCD'])(
  'ignores a holder named "%s", which sends no heartbeat',
  async (name) => {
    const asking = await openSharedConnection();
    await hold(await open(name), 'one');
    expect(await findSilent(asking, 'one', 0)).toBeUndefined();
  },
);

test('never treats itself as silent', async () => {
  const asking = await openSharedConnection();
  await hold(await open(), 'one');
  expect(await findSilent(asking, 'one', 0)).toBeUndefined();
});

test('ends only the connections of one process to this database', async () => {
  const asking = await openSharedConnection();
  const others = [await open(), await open('karat 89abcdef'), await open('karat')];
  const elsewhere = new Client({
    ...clientConfig(withDatabase(database.connection, 'postgres')),
    application_name: 'karat 0123abcd',
  });
  await elsewhere.connect();
  opened.push(elsewhere);
  let ended = 0;
  for (const client of [await open('karat 0123abcd'), await open('karat 0123abcd')]) client.on('end', () => ended++);
  await endConnections(asking, 'karat 0123abcd');
  await vi.waitUntil(() => ended === 2);
  expect(await asking.query('select 1 as one')).toEqual([{ one: 1 }]);
  for (const client of [elsewhere, ...others]) {
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  }
});

test('overrides application_name of the URL, so that each process has its own name', async () => {
  const { application_name: ownName } = clientConfig(database.connection);
  expect(ownName).toMatch(/^karat [0-9a-f]{8}$/);
  const { connectionString, application_name } = clientConfig(
    'postgres://me:p%40ss@store:5432/site?application_name=karat&sslmode=require',
  );
  expect(connectionString).toBe('postgres://me:p%40ss@store:5432/site?sslmode=require');
  expect(application_name).toBe(ownName);
});
