import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { openDb, type Db } from './db.ts';
import { lead } from './lock.ts';

let database: TestDatabase;
let db: Db;
const log = createLog('silent');

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** Leads under a name and tells how many lead at this moment. */
function candidate(name: string, leaders: Set<symbol>): () => Promise<void> {
  const self = Symbol(name);
  return lead({
    connection: database.connection,
    log,
    name,
    askAgainMs: 20,
    work: async (signal) => {
      leaders.add(self);
      await untilAborted(signal);
      leaders.delete(self);
    },
  });
}

test('of several that want to lead one does, and when it stops another takes over', async () => {
  const leaders = new Set<symbol>();
  const stops = Array.from({ length: 3 }, () => candidate('one', leaders));
  for (const stop of stops) {
    await vi.waitUntil(() => leaders.size === 1);
    await stop();
  }
  expect(leaders.size).toBe(0);
});

test('different names do not wait for each other', async () => {
  const leaders = new Set<symbol>();
  const stops = [candidate('red', leaders), candidate('black', leaders)];
  await vi.waitUntil(() => leaders.size === 2);
  await Promise.all(stops.map((stop) => stop()));
  expect(leaders.size).toBe(0);
});

test('a lost connection ends the work, and the lock is taken anew', async () => {
  let [begun, ended] = [0, 0];
  const stop = lead({
    connection: database.connection,
    log,
    name: 'cut',
    askAgainMs: 20,
    work: async (signal) => {
      begun += 1;
      await untilAborted(signal);
      ended += 1;
    },
  });
  await vi.waitUntil(() => begun === 1);
  await db.sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and pid <> pg_backend_pid() and database = (
      select oid from pg_database where datname = current_database())`;
  await vi.waitUntil(() => begun === 2);
  expect(ended).toBe(1);
  await stop();
  expect(ended).toBe(2);
});

test('work that fails is begun anew', async () => {
  let begun = 0;
  const stop = lead({
    connection: database.connection,
    log,
    name: 'failing',
    askAgainMs: 5,
    work: () => {
      begun += 1;
      return Promise.reject(new Error('no'));
    },
  });
  await vi.waitUntil(() => begun >= 2);
  await stop();
  const before = begun;
  await db.sql`select 1`;
  expect(begun).toBe(before);
});

test('a snapshot sees one moment, whatever is committed meanwhile, and writes nothing', async () => {
  await db.sql`create table moments (id int)`;
  const seen = await db.snapshot(async (sql) => {
    const before = await sql`select from moments`;
    await db.sql`insert into moments values (1)`;
    return [before.length, (await sql`select from moments`).length];
  });
  expect(seen).toEqual([0, 0]);
  await expect(db.snapshot((sql) => sql`insert into moments values (2)`)).rejects.toThrow('read-only');
  expect(await db.sql`select id from moments`).toEqual([{ id: 1 }]);
});
