import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { clientConfig, withDatabase, type Connection } from '#db/connection.ts';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { createLog } from '#log.ts';
import { TEMPLATE } from './template.ts';

declare module 'vitest' {
  // An interface, because that is what Vitest lets us add to.
  interface ProvidedContext {
    postgres: Connection;
  }
}

/** Fast, and as good as gone when the machine is: only for tests. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '200',
  autovacuum: 'off',
};

const log = createLog('warn');

async function makeTemplate(connection: Connection): Promise<void> {
  const client = new Client(clientConfig(withDatabase(connection, 'postgres')));
  await client.connect();
  await client.query(`drop database if exists ${TEMPLATE}`);
  await client.query(`create database ${TEMPLATE} template template0 encoding 'UTF8' locale 'C'`);
  await client.end();
  await migrate(withDatabase(connection, TEMPLATE), log);
}

/** Vitest's global setup: one server for the run, and a migrated template that each test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url !== undefined && url !== '') {
    await makeTemplate(url);
    project.provide('postgres', url);
    return () => Promise.resolve();
  }
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'karat-test-'));
  await chmod(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir, log, settings: SETTINGS });
  await makeTemplate(embedded.connection);
  project.provide('postgres', embedded.connection);
  return async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
