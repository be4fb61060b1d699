import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, DatabaseError } from 'pg';
import type { Log } from '#log.ts';
import { type Connection, openClient } from './connection.ts';
import { MONTHS_AHEAD } from './months.ts';

/** This build cannot migrate the database; the message tells the operator why. */
export class MigrationRefused extends Error {}

export type Migration = { readonly name: string; readonly text: string; readonly hash: string };

const FOLDER = path.join(import.meta.dirname, 'migrations');
const NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
/** An arbitrary number that nothing else locks. */
const LOCK_KEY = 5_270_118;
const WAIT_FOR_OTHERS = '120s';
/** A schema change waits for readers of the table, and all later readers wait behind it, so the wait is short. */
const WAIT_FOR_TABLES = '10s';
const VERSION_MIN = 150_000;
/** The first words of a migration in steps, and the line between two of them. */
const IN_STEPS = /^-- In steps\b/;
const NEXT_STEP = /^-- Next step$/m;
/**
 * A step runs while others use the tables. They wait for a lock for 2 seconds, so the step gives up earlier and tries again. It
 * also gives up before PostgreSQL looks for deadlocks, which could end a transaction of the others instead.
 */
const STEP_WAIT_FOR_TABLES = '800ms';
const STEP_TIMEOUT_MS = 10 * 60_000;
const STEP_RETRY_MS = 500;
/** The first words of a migration after which earlier versions no longer work. */
const NEEDS_STOP = /^-- Stop all processes first\b/;
/** Longer than a process takes to stop. */
const STOP_TIMEOUT_MS = 20_000;
const STOP_POLL_MS = 500;

export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const numbers = new Set(names.map((name) => name.slice(0, 4)));
  const misnamed = names.find((name) => !NAME.test(name));
  if (misnamed !== undefined) throw new MigrationRefused(`The migration ${misnamed} is not named NNNN_words.sql.`);
  if (numbers.size < names.length) throw new MigrationRefused('Two migrations have the same number.');
  return Promise.all(
    names.map(async (name) => {
      // A checkout that converts line ends must not count as a change.
      const text = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function refuseOldServers(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int4 as number, current_setting('server_version') as version`,
  );
  const [server] = rows;
  if (server !== undefined && server.number >= VERSION_MIN) return;
  throw new MigrationRefused(`PostgreSQL 15 or newer is needed; this server is ${server?.version}.`);
}

async function appliedHashes(client: Client): Promise<Map<string, string>> {
  await client.query(`
    create table if not exists migrations (
      name text primary key,
      hash text not null,
      applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/**
 * Other processes that use the database, except those that wait for this migration. Both 1.0.0 and later versions name their
 * connections; the names of other roles cannot be read.
 */
async function countOtherProcesses(client: Client): Promise<number> {
  const { rows } = await client.query<{ total: number }>(
    `select count(distinct application_name)::int4 as total from pg_stat_activity
     where datname = current_database() and application_name ~ '^karat [0-9a-f]{8}$'
       and application_name <> current_setting('application_name')
       and not exists (
         select from pg_locks
         where pg_locks.pid = pg_stat_activity.pid and locktype = 'advisory' and objid = $1 and not granted)`,
    [LOCK_KEY],
  );
  return rows[0]?.total ?? 0;
}

/** Waits for processes that are stopping; refuses if others keep using the database. */
async function waitUntilStopped(client: Client, { timeoutMs, log }: { timeoutMs: number; log: Log }): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let total = await countOtherProcesses(client);
  if (total > 0) log.warn({ processes: total }, 'Waiting for other processes to stop before the migration');
  while (total > 0) {
    if (performance.now() >= deadline) {
      throw new MigrationRefused(
        'This version renames parts of the database, and another process still uses it. Stop all processes and commands of Karat, then start again.',
      );
    }
    await sleep(STOP_POLL_MS);
    total = await countOtherProcesses(client);
  }
}

async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '55P03';
}

/** Runs a step in a transaction, again and again until it gets its locks. */
async function runStep(client: Client, step: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + STEP_TIMEOUT_MS;
  const run = () =>
    inTransaction(client, async () => {
      await client.query(`set local lock_timeout = '${STEP_WAIT_FOR_TABLES}'`);
      await step();
    });
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() >= deadline) throw error;
      await sleep(STEP_RETRY_MS);
    }
  }
}

/** Each step can be repeated, so an interrupted migration begins at its first step again. */
async function runSteps(client: Client, { name, text }: Migration, log: Log): Promise<void> {
  const steps = text.split(NEXT_STEP);
  for (const [index, step] of steps.entries()) {
    const startedAt = performance.now();
    await runStep(client, () => client.query(step));
    const tookMs = Math.round(performance.now() - startedAt);
    const [statement] = /^select .*$/m.exec(step) ?? [];
    log.debug(
      { migration: name, step: index + 1, steps: steps.length, statement, tookMs },
      'Step of a migration applied',
    );
  }
}

async function apply(client: Client, migration: Migration, log: Log): Promise<void> {
  const { name, text, hash } = migration;
  const isInSteps = IN_STEPS.test(text);
  try {
    if (isInSteps) await runSteps(client, migration, log);
    await inTransaction(client, async () => {
      await client.query(`set local lock_timeout = '${WAIT_FOR_TABLES}'`);
      if (!isInSteps) await client.query(text);
      await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
    });
  } catch (error) {
    const outcome = isInSteps ? 'was interrupted; the next start continues it' : 'failed and was undone';
    throw new Error(`The migration ${name} ${outcome}.`, { cause: error });
  }
}

/** A site that was off for months has none for today. */
async function prepareMonths(client: Client): Promise<void> {
  const { rows: tables } = await client.query(`select where to_regclass('public.monthly_tables') is not null`);
  if (tables.length === 0) return;
  const { rows } = await client.query<{ name: string }>('select name from monthly_tables order by name');
  for (const { name } of rows) {
    await runStep(client, () => client.query('select ensure_months($1, $2)', [name, MONTHS_AHEAD]));
  }
}

type MigrateOptions = { readonly folder?: string; readonly stopTimeoutMs?: number };

async function applyMissing(
  client: Client,
  migrations: readonly Migration[],
  { log, stopTimeoutMs }: { log: Log; stopTimeoutMs: number },
): Promise<string[]> {
  const hashes = await appliedHashes(client);
  for (const { name, hash } of migrations) {
    if (hashes.has(name) && hashes.get(name) !== hash) {
      throw new MigrationRefused(
        `The migration ${name} was changed after it was applied to this database. Restore the file and write a new one.`,
      );
    }
  }
  const knownNames = new Set(migrations.map(({ name }) => name));
  const unknown = [...hashes.keys()].filter((name) => !knownNames.has(name));
  if (unknown.length > 0) log.warn({ unknown }, 'Database was migrated by a newer build');

  const missing = migrations.filter(({ name }) => !hashes.has(name));
  const isStopNeeded = hashes.size > 0 && missing.some(({ text }) => NEEDS_STOP.test(text));
  if (isStopNeeded) await waitUntilStopped(client, { timeoutMs: stopTimeoutMs, log });
  for (const migration of missing) {
    await apply(client, migration, log);
    log.info({ migration: migration.name }, 'Migration applied');
  }
  return missing.map(({ name }) => name);
}

/** Applies missing migrations, each in a transaction or in steps. Processes that start together wait for each other. */
export async function migrate(
  connection: Connection,
  log: Log,
  { folder = FOLDER, stopTimeoutMs = STOP_TIMEOUT_MS }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await openClient(connection);
  try {
    await refuseOldServers(client);
    await client.query(`set lock_timeout = '${WAIT_FOR_OTHERS}'`);
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const applied = await applyMissing(client, migrations, { log, stopTimeoutMs });
    await prepareMonths(client);
    return applied;
  } finally {
    await client.end().catch(() => undefined);
  }
}
