import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrate } from '#db/migrate.ts';
import { createLog } from '#log.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export const MIGRATIONS = path.join(import.meta.dirname, '../db/migrations');

/** Creates an empty database of the version before a migration, which is named by its last words. */
export async function createEarlierDatabase(words: string): Promise<TestDatabase> {
  const database = await createTestDatabase('template0');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'karat-test-'));
  const names = (await readdir(MIGRATIONS)).toSorted();
  const end = names.findIndex((name) => name.endsWith(`_${words}.sql`));
  for (const name of names.slice(0, end)) await cp(path.join(MIGRATIONS, name), path.join(folder, name));
  await migrate(database.connection, createLog('silent'), { folder });
  await rm(folder, { recursive: true });
  return database;
}
