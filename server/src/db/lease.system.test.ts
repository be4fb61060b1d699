import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { untilBlocked } from '#testing/lock-holder.ts';
import { clientConfig } from './connection.ts';
import { openDb, type Db } from './db.ts';
import { assertLease, createLeases, leadOnce, LeaseLost, type Lease } from './lease.ts';

let database: TestDatabase;
let db: Db;
const log = createLog('silent');
const POLLING = { timeout: 60_000, interval: 20 };
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connection: database.connection, log });
  await db.sql`create table led_writes (epoch bigint)`;
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Leads in this process and records each lease. */
function candidate(name: string, options: { silentMs?: number } = {}) {
  const leases: Lease[] = [];
  const { lead } = createLeases({ connection: database.connection, log, retryMs: 100, ...options });
  const stop = lead(name, async (signal, lease) => {
    leases.push(lease);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  });
  return { leases, stop };
}

async function acquireLease(name: string): Promise<Lease> {
  const { leases, stop } = candidate(name);
  await vi.waitUntil(() => leases.length > 0, POLLING);
  await stop();
  return leases[0]!;
}

/** Another process that leads and writes under its first lease; see `testing/lease-process.ts`. */
function startProcess(name: string) {
  const program = new URL('../testing/lease-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, JSON.stringify(database.connection), name]);
  children.push(child);
  const output: string[] = [];
  createInterface(child.stdout).on('line', (line) => output.push(line));
  createInterface(child.stderr).on('line', (line) => output.push(line));
  const until = (line: string) => vi.waitUntil(() => output.includes(line), POLLING);
  return { child, output, until };
}

async function writesUnder(epoch: number): Promise<number> {
  const [row] = await db.sql<{ count: number }>`select count(*) from led_writes where epoch = ${epoch}`;
  return row!.count;
}

async function selectEpoch(name: string): Promise<number | undefined> {
  const [row] = await db.sql<{ epoch: number }>`select epoch from leases where name = ${name}`;
  return row?.epoch;
}

test('increments the epoch of a name each time its lease is taken', async () => {
  for (const epoch of [1, 2, 3]) expect(await acquireLease('rising')).toEqual({ name: 'rising', epoch });
  expect(await acquireLease('other')).toEqual({ name: 'other', epoch: 1 });
});

test('accepts a write under the current epoch and refuses it under an older or missing one', async () => {
  const [old, current] = [await acquireLease('fence'), await acquireLease('fence')];
  const write = (lease: Lease) =>
    db.transaction(async (tx) => {
      await assertLease(tx, lease);
      await tx.sql`insert into led_writes (epoch) values (${1_000 + lease.epoch})`;
    });
  await write(current);
  await expect(write(old)).rejects.toThrow(LeaseLost);
  await expect(write({ name: 'none', epoch: 1 })).rejects.toThrow(LeaseLost);
  expect([await writesUnder(1_001), await writesUnder(1_002)]).toEqual([0, 1]);
});

test('runs one-time work under its own lease, or not at all while another process leads', async () => {
  const once = { connection: database.connection, name: 'once' };
  const { leases, stop } = candidate('once');
  await vi.waitUntil(() => leases.length > 0, POLLING);
  expect(await leadOnce(once, (lease) => Promise.resolve(lease))).toBeUndefined();
  await stop();
  const done = await leadOnce(once, async (lease) => {
    expect(await leadOnce(once, (other) => Promise.resolve(other))).toBeUndefined();
    await db.transaction((tx) => assertLease(tx, lease));
    return lease;
  });
  expect(done).toEqual({ name: 'once', epoch: 2 });
  await expect(leadOnce(once, () => Promise.reject(new Error('half way')))).rejects.toThrow('half way');
  expect(await acquireLease('once')).toEqual({ name: 'once', epoch: 4 });
});

test('runs two writes under one epoch concurrently', async () => {
  const lease = await acquireLease('shared');
  await db.transaction(async (tx) => {
    await assertLease(tx, lease);
    await expect(db.transaction((other) => assertLease(other, lease))).resolves.toBeUndefined();
  });
});

test('starts a successor after earlier writes end, retrying while one takes long', async () => {
  const lease = await acquireLease('waiting');
  const waiting = new Set<string>();
  let successor: ReturnType<typeof candidate> | undefined;
  await db.transaction(async (tx) => {
    await assertLease(tx, lease);
    successor = candidate('waiting');
    await vi.waitUntil(async () => {
      const rows = await db.sql<{ at: string }>`
        select query_start::text as at from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%into leases%'`;
      for (const { at } of rows) waiting.add(at);
      return waiting.size >= 2;
    }, POLLING);
    expect(successor.leases).toEqual([]);
    await tx.sql`insert into led_writes (epoch) values (${lease.epoch})`;
    expect(await selectEpoch('waiting')).toBe(lease.epoch);
  });
  await vi.waitUntil(() => successor?.leases.length === 1, POLLING);
  expect(successor!.leases[0]!.epoch).toBeGreaterThan(lease.epoch);
  await successor!.stop();
});

test('refuses a write that waited for a new epoch', async () => {
  const lease = await acquireLease('raised');
  let late: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await tx.sql`update leases set epoch = epoch + 1 where name = 'raised'`;
    late = db.transaction((other) => assertLease(other, lease));
    late.catch(() => undefined);
    await untilBlocked(db.sql, '%for key share%');
  });
  await expect(late).rejects.toThrow(LeaseLost);
});

test('ends a leader that is silent in two checks, not one that is active in between', async () => {
  const owner = new Client({ ...clientConfig(database.connection), application_name: 'karat 0123abcd' });
  owner.on('error', () => undefined);
  await owner.connect();
  await owner.query(`select pg_advisory_lock(hashtextextended('karat/lead/locked', 0))`);
  const { leases, stop } = candidate('locked', { silentMs: 0 });
  const states = new Set<string>();
  while (states.size < 5) {
    await owner.query('select 1');
    const rows = await db.sql<{ at: string }>`
      select query_start::text as at from pg_stat_activity
      where datname = current_database() and query like '%silentSince%' and pid <> pg_backend_pid()`;
    for (const { at } of rows) states.add(at);
  }
  expect(leases).toEqual([]);
  await vi.waitUntil(() => leases.length === 1, POLLING);
  await expect(owner.query('select 1')).rejects.toThrow(/terminat|not queryable/i);
  await stop();
});

test('lets another process lead after the leader is killed', { timeout: 60_000 }, async () => {
  const owner = startProcess('killed');
  await owner.until('leads 1');
  const { leases, stop } = candidate('killed');
  owner.child.kill('SIGKILL');
  await vi.waitUntil(() => leases.length === 1, POLLING);
  expect(leases).toEqual([{ name: 'killed', epoch: 2 }]);
  await stop();
});

test(
  'takes leases and late writes from a frozen leader, which may lead again later',
  { timeout: 120_000 },
  async () => {
    await db.sql`truncate led_writes`;
    const owner = startProcess('frozen');
    await owner.until('wrote');
    const { leases, stop } = candidate('frozen');
    // In the middle of a write, which holds the row of the lease.
    owner.child.stdin.write('freeze\n');
    await vi.waitUntil(() => leases.length === 1, POLLING);
    expect(leases).toEqual([{ name: 'frozen', epoch: 2 }]);
    const written = await writesUnder(1);
    expect(written).toBe(owner.output.filter((line) => line === 'wrote').length);

    owner.child.kill('SIGCONT');
    await owner.until('lost 1');
    await owner.until('refused');
    expect(owner.output.slice(owner.output.indexOf('lost 1'))).not.toContain('wrote');
    expect(await writesUnder(1)).toBe(written);
    expect(leases).toHaveLength(1);

    await stop();
    await owner.until('leads 3');
    expect(await writesUnder(1)).toBe(written);
  },
);
