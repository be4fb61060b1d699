import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { clientConfig, type Connection } from '#db/connection.ts';

const FILE = path.resolve(import.meta.dirname, '../../../ops/gateway-user.sql');
const PASSWORD = 'only for tests';

/** Creates the PostgreSQL user of `ops/gateway-user.sql` for a database; resolves to the connection of a gateway. */
export async function createGatewayUser(connection: Connection): Promise<Connection> {
  // What psql would do with the condition and the variable.
  const statements = readFileSync(FILE, 'utf8').replaceAll(/^select .*\\gset$|^\\.*$/gm, '');
  const [, create = ''] = /^ +(create role .*);$/m.exec(statements) ?? [];
  const client = new Client(clientConfig(connection));
  await client.connect();
  try {
    const { rows } = await client.query(`select from pg_roles where rolname = 'karat_gateway'`);
    if (rows.length === 0) await client.query(create.replace(`:'password'`, `'${PASSWORD}'`));
    await client.query(statements.replace(`${create};`, ''));
  } finally {
    await client.end();
  }
  if (typeof connection !== 'string') return { ...connection, user: 'karat_gateway' };
  const url = new URL(connection);
  url.username = 'karat_gateway';
  url.password = PASSWORD;
  return url.href;
}
