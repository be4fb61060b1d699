import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Log } from '#log.ts';
import { type Connection, openClient } from './connection.ts';
import { type Migration, MigrationRefused, readMigrations } from './migrate.ts';

/** Longer than the migrations of an upgrade usually take. */
const TIMEOUT_MS = 60_000;
const POLL_MS = 500;

/** The migrations that the database does not have. */
async function selectMissing(client: Client, migrations: readonly Migration[]): Promise<string[]> {
  const { rows: tables } = await client.query(`select where to_regclass('migrations') is not null`);
  const { rows } =
    tables.length > 0 ? await client.query<{ name: string }>('select name from migrations') : { rows: [] };
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

/** For a process that may not migrate: waits until another one has. */
export async function untilMigrated(
  connection: Connection,
  log: Log,
  { timeoutMs = TIMEOUT_MS, pollMs = POLL_MS } = {},
): Promise<void> {
  const migrations = await readMigrations();
  const client = await openClient(connection);
  try {
    const deadline = performance.now() + timeoutMs;
    let missing = await selectMissing(client, migrations);
    if (missing.length > 0) log.warn({ missing }, 'Waiting for another process to migrate the database');
    while (missing.length > 0) {
      if (performance.now() >= deadline) {
        throw new MigrationRefused(
          'The database is not migrated to this version, and a gateway does not migrate it. Start a web process or a worker, or run npm run db:migrate.',
        );
      }
      await sleep(pollMs);
      missing = await selectMissing(client, migrations);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}
