import { Client } from 'pg';
import { clientConfig, type Connection } from '#db/connection.ts';
import { findHolder } from '#db/embedded/lock.ts';
import { hasDatabase } from '#db/embedded/location.ts';
import { assertSessionPooling } from '#db/pooler-check.ts';
import { hasSchema } from '#db/database-origin.ts';
import { connectToDatabase } from '#db/command-database.ts';
import { systemCode } from '#db/system-error.ts';
import type { Env } from '#env.ts';
import { CommandRefused, type Command } from './command.ts';

const SETTINGS_HINT =
  'Commands need the same DATA_DIR or DATABASE_URL as the site. See "Commands" in docs/operating.md.';

/** Describes the configured database, never with a password. */
export function describeDatabase({ databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === undefined) return `embedded PostgreSQL in ${dataDir}`;
  const { host, port, database } = new Client(clientConfig(databaseUrl));
  return `PostgreSQL database "${database}" at ${host}:${port}`;
}

/** Whether a database has the tables of a site; refuses if it cannot be reached. */
export async function hasSiteTables(connection: Connection): Promise<boolean> {
  return hasSchema(connection).catch((error: unknown) => {
    const reason = (error as Error).message || systemCode(error) || 'unknown reason';
    throw new CommandRefused(`The database cannot be reached: ${reason}. ${SETTINGS_HINT}`);
  });
}

/** Commands never create an embedded database, because they would work on an empty one and report success. */
async function assertEmbedded({ databaseUrl, dataDir }: Env): Promise<void> {
  if (databaseUrl !== undefined || (await findHolder(dataDir)) !== undefined || (await hasDatabase(dataDir))) return;
  throw new CommandRefused(`There is no database in ${dataDir}: no site has been started there. ${SETTINGS_HINT}`);
}

/** Prints the configured database and runs the work on it. Refuses, and creates nothing, if it has no site. */
export async function runOnDatabase(
  { env, log, print }: Command,
  work: (connection: Connection) => Promise<void>,
  { canBeEmpty = false } = {},
): Promise<void> {
  print(`Database: ${describeDatabase(env)}`);
  await assertEmbedded(env);
  const store = await connectToDatabase(env, log, print);
  try {
    if (!(await hasSiteTables(store.connection)) && !canBeEmpty) {
      throw new CommandRefused(`The database is empty: no site has been started on it. ${SETTINGS_HINT}`);
    }
    if (env.databaseUrl !== undefined) await assertSessionPooling(store.connection);
    await work(store.connection);
  } finally {
    await store.stop();
  }
}
