import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { clientConfig, withDatabase, type Connection } from '#db/connection.ts';
import { TEMPLATE } from './template.ts';

export type TestDatabase = { readonly connection: Connection; drop(): Promise<void> };

async function administer(statement: string): Promise<void> {
  const client = new Client(clientConfig(withDatabase(inject('postgres'), 'postgres')));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates a migrated, empty database for one test file. With `template0` it has no tables. */
export async function createTestDatabase(template: typeof TEMPLATE | 'template0' = TEMPLATE): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} template ${template}`);
  return {
    connection: withDatabase(inject('postgres'), name),
    drop: () => administer(`drop database if exists ${name} with (force)`),
  };
}
