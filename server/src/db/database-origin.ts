import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { clientConfig, type Connection } from './connection.ts';

/** Creates the table if it does not exist: a backup may be older than it. */
const CREATE_FILE = path.join(import.meta.dirname, 'migrations/0020_store_origin.sql');

type Origin = { readonly tableOid: string; readonly clusterId: string };

async function withClient<Result>(connection: Connection, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(clientConfig(connection));
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Empty where a hosted server does not allow reading the cluster identifier. */
async function selectClusterId(client: Client): Promise<string> {
  const { rows: rights } = await client.query<{ isAllowed: boolean }>(
    `select has_function_privilege('pg_control_system()', 'execute') as "isAllowed"`,
  );
  if (rights[0]?.isAllowed !== true) return '';
  const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
  return rows[0]?.id ?? '';
}

/** The identity of the current table and cluster; undefined without the table. */
async function selectActualOrigin(client: Client): Promise<Origin | undefined> {
  const { rows } = await client.query<{ tableOid: string | null }>(
    `select to_regclass('store_origin')::oid::text as "tableOid"`,
  );
  const tableOid = rows[0]?.tableOid ?? undefined;
  return tableOid === undefined ? undefined : { tableOid, clusterId: await selectClusterId(client) };
}

async function upsertOrigin(client: Client, { tableOid, clusterId }: Origin, isRestored: boolean): Promise<void> {
  await client.query(
    `insert into store_origin (table_oid, cluster_id, is_restored) values ($1, $2, $3)
     on conflict (is_only_row) do update
     set table_oid = excluded.table_oid, cluster_id = excluded.cluster_id, is_restored = excluded.is_restored`,
    [tableOid, clusterId, isRestored],
  );
}

async function selectHasSchema(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('migrations') is not null and to_regclass('players') is not null as "isThere"`,
  );
  return rows[0]?.isThere === true;
}

/** Whether the database has the tables of a site. */
export function hasSchema(connection: Connection): Promise<boolean> {
  return withClient(connection, selectHasSchema);
}

/**
 * Whether the database was restored from a dump, by `db:restore` or by hand, and its secrets have not been rotated since. Moving
 * a database to another cluster looks the same. Without a recorded origin it counts as a database of an older version.
 */
export function isRestored(connection: Connection): Promise<boolean> {
  return withClient(connection, async (client) => {
    const actual = await selectActualOrigin(client);
    if (actual === undefined || !(await selectHasSchema(client))) return false;
    const { rows } = await client.query<Origin & { isRestored: boolean }>(
      `select table_oid as "tableOid", cluster_id as "clusterId", is_restored as "isRestored" from store_origin`,
    );
    const [recorded] = rows;
    if (recorded === undefined) return false;
    return recorded.isRestored || recorded.tableOid !== actual.tableOid || recorded.clusterId !== actual.clusterId;
  });
}

/** Marks a database before a dump is restored into it. The mark survives a dump of any version. */
export function markRestored(connection: Connection): Promise<void> {
  return withClient(connection, async (client) => {
    await client.query(await readFile(CREATE_FILE, 'utf8'));
    await upsertOrigin(client, (await selectActualOrigin(client))!, true);
  });
}

/** Undoes `markRestored` if nothing was restored. */
export function unmarkRestored(connection: Connection): Promise<void> {
  return withClient(connection, async (client) => void (await client.query('drop table if exists store_origin')));
}

/** Records the current origin: at each start, and after the secrets of a restored database were rotated. */
export function recordOrigin(connection: Connection): Promise<void> {
  return withClient(connection, async (client) => upsertOrigin(client, (await selectActualOrigin(client))!, false));
}
