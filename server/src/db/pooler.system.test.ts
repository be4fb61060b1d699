import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { isPgBouncerInstalled, startPgBouncer } from '#testing/pgbouncer.ts';
import { sharedDatabase, startSite } from '#testing/site-process.ts';
import { temporaryFolder } from '#testing/folders.ts';
import type { Connection } from './connection.ts';
import { openDb } from './db.ts';
import { createLeases, type Lease } from './lease.ts';
import { assertSessionPooling, UnsuitablePooler } from './pooler-check.ts';

let database: TestDatabase;
const log = createLog('silent');
const POLLING = { timeout: 60_000, interval: 20 };
const settings = ['default_pool_size = 40'];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function open(connection: Connection) {
  const db = openDb({ connection, log });
  onTestFinished(() => db.close());
  return db;
}

async function readDeadlines(db: ReturnType<typeof open>) {
  const read = (sql: (typeof db)['sql']) =>
    sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'TimeZone', 'enable_seqscan')
      order by name`;
  const named = (rows: { name: string; setting: string }[]) =>
    Object.fromEntries(rows.map((row) => [row.name, row.setting]));
  return {
    single: named(await read(db.sql)),
    batch: named(await db.batch(({ sql }) => read(sql))),
    snapshot: named(await db.snapshot(read)),
  };
}

const DEADLINES = {
  statement_timeout: '5000',
  lock_timeout: '2000',
  idle_in_transaction_session_timeout: '10000',
  TimeZone: 'UTC',
  enable_seqscan: 'on',
};

const ALL_DEADLINES = {
  single: DEADLINES,
  batch: { ...DEADLINES, enable_seqscan: 'off' },
  snapshot: { ...DEADLINES, statement_timeout: '3600000' },
};

test('applies settings before the first statement of a pooled connection', async () => {
  expect(await readDeadlines(open(database.connection))).toEqual(ALL_DEADLINES);
});

test('accepts a direct connection', async () => {
  await expect(assertSessionPooling(database.connection)).resolves.toBeUndefined();
});

describe.skipIf(!isPgBouncerInstalled)('through PgBouncer, where it is on this machine', () => {
  test('accepts session mode and keeps every setting', async () => {
    const address = await startPgBouncer(database.connection, { mode: 'session', settings });
    await assertSessionPooling(address);
    const db = open(address);
    expect(await readDeadlines(db)).toEqual(ALL_DEADLINES);
    await expect(db.sql`select pg_sleep(30)`).rejects.toMatchObject({ code: 'unavailable' });
  });

  test.each([
    ['transaction', []],
    ['transaction', ['server_round_robin = 1']],
    ['transaction', ['default_pool_size = 1']],
    ['statement', []],
  ] as const)('%s mode is refused (%s)', async (mode, extraSettings) => {
    const address = await startPgBouncer(database.connection, { mode, settings: [...settings, ...extraSettings] });
    // Several clients connect and disconnect, so that servers really change hands.
    const others = Array.from({ length: 4 }, () => open(address));
    const isOver = { now: false };
    onTestFinished(() => {
      isOver.now = true;
    });
    const busy = others.map(async ({ sql }) => {
      while (!isOver.now) {
        await sql`select 1`.catch(() => undefined);
        // After a failure the database is closed and every statement fails at once: without a pause, no timer would ever run again.
        await setImmediate();
      }
    });
    await expect(assertSessionPooling(address)).rejects.toThrow(UnsuitablePooler);
    isOver.now = true;
    await Promise.all(busy);
    await expect(assertSessionPooling(address)).rejects.toThrow(UnsuitablePooler);
  });

  test('refuses a pooler with a single connection and names the reason', { timeout: 60_000 }, async () => {
    const address = await startPgBouncer(database.connection, { mode: 'session', settings: ['default_pool_size = 1'] });
    await expect(assertSessionPooling(address)).rejects.toThrow('no second connection');
  });

  test('takes over the leases of a frozen process in session mode', { timeout: 120_000 }, async () => {
    const address = await startPgBouncer(database.connection, { mode: 'session', settings });
    const db = open(address);
    await db.sql`create table if not exists led_writes (epoch bigint)`;
    const program = new URL('../testing/lease-process.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [program, JSON.stringify(address), 'pooled']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const output: string[] = [];
    createInterface(child.stdout).on('line', (line) => output.push(line));
    await vi.waitUntil(() => output.includes('wrote'), POLLING);
    const leases: Lease[] = [];
    const stop = createLeases({ connection: address, log, retryMs: 100 }).lead('pooled', async (signal, lease) => {
      leases.push(lease);
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    });
    child.kill('SIGSTOP');
    await vi.waitUntil(() => leases.length === 1, POLLING);
    expect(leases).toEqual([{ name: 'pooled', epoch: 2 }]);
    child.kill('SIGCONT');
    await vi.waitUntil(() => output.includes('lost 1'), POLLING);
    await vi.waitUntil(() => output.includes('refused'), POLLING);
    await stop();
  });

  test(
    'starts a site in session mode, and refuses transaction mode in one sentence',
    { timeout: 120_000 },
    async () => {
      const shared = await startPgBouncer(database.connection, { mode: 'transaction', settings });
      const folder = await temporaryFolder();
      const start = startSite(folder, { ...sharedDatabase(database.connection), DATABASE_URL: shared });
      const { message } = await start.then(
        () => new Error('it started'),
        (error: Error) => error,
      );
      expect(message).toMatch(
        /Karat did not start\. The pooler at DATABASE_URL shares connections between transactions\./,
      );
      expect(message).not.toMatch(/^\s+at /m);

      const whole = await startPgBouncer(database.connection, { mode: 'session', settings });
      const site = await startSite(folder, { ...sharedDatabase(database.connection), DATABASE_URL: whole });
      onTestFinished(() => site.kill());
      expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
      expect(await site.stop()).toBe(0);
    },
  );
});
