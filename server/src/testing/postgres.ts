import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { clientConfig, withDatabase, type Connection } from '#db/connection.ts';
import { startEmbedded } from '#db/embedded.ts';
import { findHolder } from '#db/embedded/lock.ts';
import { migrate } from '#db/migrate.ts';
import { createLog } from '#log.ts';
import { TEMPLATE } from './template.ts';

declare module 'vitest' {
  // Declaration merging needs an interface.
  interface ProvidedContext {
    postgres: Connection;
  }
}

const PREFIX = 'karat-test-';
const MIN_AGE_MS = 3_600_000;

/** Fast but not durable: only for tests. */
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

/** Removes folders of killed test runs. Their servers stopped with them. */
async function removeLeftovers(): Promise<void> {
  const names = (await readdir(os.tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const folder of names.map((name) => path.join(os.tmpdir(), name))) {
    const ageMs =
      Date.now() -
      (await stat(folder).then(
        ({ mtimeMs }) => mtimeMs,
        () => Date.now(),
      ));
    const isInUse = ageMs < MIN_AGE_MS || (await findHolder(folder)) !== undefined;
    if (!isInUse) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function startServer(): Promise<{ connection: Connection; stop(): Promise<void> }> {
  await removeLeftovers();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), PREFIX));
  await chmod(dataDir, 0o711);
  const remove = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    const embedded = await startEmbedded({ dataDir, log, settings: SETTINGS });
    const stop = async (): Promise<void> => {
      await embedded.stop();
      await remove();
    };
    return { connection: embedded.connection, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Vitest's global setup: one PostgreSQL for the run, and a migrated template that each test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL'] || undefined;
  const server = url === undefined ? await startServer() : { connection: url, stop: () => Promise.resolve() };
  try {
    await makeTemplate(server.connection);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('postgres', server.connection);
  return server.stop;
}
