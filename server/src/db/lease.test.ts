import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { openDb, type Db } from './db.ts';
import { createLeases, LEASES_CHANNEL, pauseMsOf } from './lease.ts';

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

/** Behaves like a separate process. */
const createTestLeases = (options: { retryMs: number }) =>
  createLeases({ connection: database.connection, log, ...options });

/** Leads under a name and counts how many lead at this moment. */
function candidate(name: string, leaders: Set<symbol>): () => Promise<void> {
  const self = Symbol(name);
  return createTestLeases({ retryMs: 20 }).lead(name, async (signal) => {
    leaders.add(self);
    await untilAborted(signal);
    leaders.delete(self);
  });
}

test('lets one of several candidates lead, and another when it stops', async () => {
  const leaders = new Set<symbol>();
  const stops = Array.from({ length: 3 }, () => candidate('one', leaders));
  for (const stop of stops) {
    await vi.waitUntil(() => leaders.size === 1);
    await stop();
  }
  expect(leaders.size).toBe(0);
});

test('leads under different names independently', async () => {
  const leaders = new Set<symbol>();
  const stops = [candidate('red', leaders), candidate('black', leaders)];
  await vi.waitUntil(() => leaders.size === 2);
  await Promise.all(stops.map((stop) => stop()));
  expect(leaders.size).toBe(0);
});

test('aborts the work on a lost connection and takes the lease again', async () => {
  let [startedCount, ended] = [0, 0];
  const stop = createTestLeases({ retryMs: 20 }).lead('cut', async (signal) => {
    startedCount += 1;
    await untilAborted(signal);
    ended += 1;
  });
  await vi.waitUntil(() => startedCount === 1);
  await db.sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and pid <> pg_backend_pid() and database = (
      select oid from pg_database where datname = current_database())`;
  await vi.waitUntil(() => startedCount === 2);
  expect(ended).toBe(1);
  await stop();
  expect(ended).toBe(2);
});

test('restarts failed work', async () => {
  let startedCount = 0;
  const stop = createTestLeases({ retryMs: 5 }).lead('failing', () => {
    startedCount += 1;
    return Promise.reject(new Error('no'));
  });
  await vi.waitUntil(() => startedCount >= 2);
  await stop();
  const before = startedCount;
  await db.sql`select 1`;
  expect(startedCount).toBe(before);
});

/** Connections to the test database that hold a lease lock. */
async function leaseHolders(): Promise<number> {
  const rows = await db.sql`
    select distinct pid from pg_locks
    where locktype = 'advisory' and granted and database = (
      select oid from pg_database where datname = current_database())`;
  return rows.length;
}

test('holds all leases of a process on one connection and loses them with it', async () => {
  const names = ['first', 'second', 'third'];
  const startedNames: string[] = [];
  const ended: string[] = [];
  const leases = createTestLeases({ retryMs: 20 });
  const stops = names.map((name) =>
    leases.lead(name, async (signal) => {
      startedNames.push(name);
      await untilAborted(signal);
      ended.push(name);
    }),
  );
  await vi.waitUntil(() => startedNames.length === 3);
  expect(await leaseHolders()).toBe(1);
  await db.sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and pid <> pg_backend_pid() and database = (
      select oid from pg_database where datname = current_database())`;
  await vi.waitUntil(() => startedNames.length === 6);
  expect(ended.toSorted()).toEqual(names);
  await Promise.all(stops.map((stop) => stop()));
  expect(await leaseHolders()).toBe(0);
});

test('releases only the stopped lease to another process', async () => {
  const [ownLeaders, otherLeaders] = [new Set<symbol>(), new Set<symbol>()];
  const leases = createTestLeases({ retryMs: 20 });
  const lead = (name: string, leaders: Set<symbol>) => {
    const self = Symbol(name);
    return leases.lead(name, async (signal) => {
      leaders.add(self);
      await untilAborted(signal);
      leaders.delete(self);
    });
  };
  const stopFirst = lead('left', ownLeaders);
  const stopSecond = lead('held', ownLeaders);
  await vi.waitUntil(() => ownLeaders.size === 2);
  const stopOthers = [candidate('left', otherLeaders), candidate('held', otherLeaders)];
  await stopFirst();
  await vi.waitUntil(() => otherLeaders.size === 1);
  expect(ownLeaders.size).toBe(1);
  await stopSecond();
  await vi.waitUntil(() => otherLeaders.size === 2);
  await Promise.all(stopOthers.map((stop) => stop()));
});

test('takes any number of leases, and another process takes all of them over', async () => {
  const names = Array.from({ length: 9 }, (_, at) => `many-${at}`);
  const [first, second] = [new Set<string>(), new Set<string>()];
  const leadAll = (leaders: Set<string>) => {
    const leases = createTestLeases({ retryMs: 100 });
    return names.map((name) =>
      leases.lead(name, async (signal) => {
        leaders.add(name);
        await untilAborted(signal);
        leaders.delete(name);
      }),
    );
  };
  const stopFirst = leadAll(first);
  await vi.waitUntil(() => first.size === names.length);
  const stopSecond = leadAll(second);
  await Promise.all(stopFirst.map((stop) => stop()));
  await vi.waitUntil(() => second.size === names.length);
  expect(first.size).toBe(0);
  await Promise.all(stopSecond.map((stop) => stop()));
});

/** The leases of a process that receives what others publish. Returns the names that it leads now, and its stop function. */
function leadNames(names: readonly string[], retryMs: number) {
  const led = new Set<string>();
  const { lead } = createLeases({
    connection: database.connection,
    log,
    retryMs,
    onPublished: (listener) => db.listen(LEASES_CHANNEL, listener),
  });
  const stops = names.map((name) =>
    lead(name, async (signal) => {
      led.add(name);
      await untilAborted(signal);
      led.delete(name);
    }),
  );
  return { led, stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}

test('takes a lease as soon as another process releases it', async () => {
  const HOUR_MS = 3_600_000;
  const first = leadNames(['passed on'], HOUR_MS);
  await vi.waitUntil(() => first.led.size === 1);
  const second = leadNames(['passed on'], HOUR_MS);
  // It has asked once, and would ask again in an hour.
  await vi.waitUntil(async () => (await candidateCount()) === 2);
  await first.stop();
  await vi.waitUntil(() => second.led.size === 1);
  expect(first.led.size).toBe(0);
  await second.stop();
});

/** Processes that want leases. */
async function candidateCount(): Promise<number> {
  const rows = await db.sql`
    select from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted and database = (
      select oid from pg_database where datname = current_database())`;
  return rows.length;
}

test('shares leases evenly with processes that come later, and takes theirs when they leave', async () => {
  const names = Array.from({ length: 9 }, (_, at) => `even-${at}`);
  const first = leadNames(names, 20);
  await vi.waitUntil(() => first.led.size === names.length);
  const others = [leadNames(names, 20), leadNames(names, 20)];
  const all = [first, ...others];
  await vi.waitUntil(() => all.every(({ led }) => led.size === 3), { timeout: 20_000 });
  expect(new Set(all.flatMap(({ led }) => [...led]))).toEqual(new Set(names));
  await Promise.all(others.map(({ stop }) => stop()));
  await vi.waitUntil(() => first.led.size === names.length, { timeout: 20_000 });
  await first.stop();
});

test.each([
  [1, 1_000],
  [2, 1_000],
  [4, 2_000],
  [10, 5_000],
  [1_000, 5_000],
])('of %i processes each waits about %i ms between two questions', (processes, pauseMs) => {
  expect(pauseMsOf(1_000, processes, 0.5)).toBe(pauseMs);
  expect([pauseMsOf(1_000, processes, 0), pauseMsOf(1_000, processes, 1)]).toEqual([0.75 * pauseMs, 1.25 * pauseMs]);
});

test('does not lead twice under one name in one process', async () => {
  const leaders = new Set<symbol>();
  const leases = createTestLeases({ retryMs: 5 });
  let leadersMax = 0;
  const lead = () =>
    leases.lead('twice', async (signal) => {
      const self = Symbol('twice');
      leaders.add(self);
      leadersMax = Math.max(leadersMax, leaders.size);
      await untilAborted(signal);
      leaders.delete(self);
    });
  const stops = [lead(), lead()];
  await vi.waitUntil(() => leaders.size === 1);
  await stops[0]!();
  await vi.waitUntil(() => leaders.size === 1);
  await stops[1]!();
  expect(leadersMax).toBe(1);
});

test('reads one moment in a snapshot and refuses writes', async () => {
  await db.sql`create table moments (id int)`;
  const snapshotRows = await db.snapshot(async (sql) => {
    const before = await sql`select from moments`;
    await db.sql`insert into moments values (1)`;
    return [before.length, (await sql`select from moments`).length];
  });
  expect(snapshotRows).toEqual([0, 0]);
  await expect(db.snapshot((sql) => sql`insert into moments values (2)`)).rejects.toThrow('read-only');
  expect(await db.sql`select id from moments`).toEqual([{ id: 1 }]);
});
