import { Client } from 'pg';
import { clientConfig, type Connection } from './connection.ts';

const TABLE = 'database_origin';
/** The name before 1.1.0. A database of such a version is checked before it is migrated. */
const TABLE_BEFORE = 'store_origin';

/** The table as the migrations create it. A dump may be older than it. */
const CREATE_TABLE = `
  create table if not exists ${TABLE} (
    is_only_row boolean primary key default true check (is_only_row),
    table_oid text not null,
    cluster_id text not null,
    is_restored boolean not null
  )`;

type Origin = { readonly tableOid: string; readonly clusterId: string };
type ActualOrigin = Origin & { readonly table: string };

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
async function selectActualOrigin(client: Client): Promise<ActualOrigin | undefined> {
  const { rows } = await client.query<{ table: string; tableOid: string }>(
    `select name as table, to_regclass(name)::oid::text as "tableOid"
     from unnest($1::text[]) with ordinality as names (name, preference)
     where to_regclass(name) is not null order by preference limit 1`,
    [[TABLE, TABLE_BEFORE]],
  );
  const [found] = rows;
  return found === undefined ? undefined : { ...found, clusterId: await selectClusterId(client) };
}

async function upsertOrigin(client: Client, { tableOid, clusterId }: Origin, isRestored: boolean): Promise<void> {
  await client.query(
    `insert into ${TABLE} (table_oid, cluster_id, is_restored) values ($1, $2, $3)
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
      `select table_oid as "tableOid", cluster_id as "clusterId", is_restored as "isRestored" from ${actual.table}`,
    );
    const [recorded] = rows;
    if (recorded === undefined) return false;
    return recorded.isRestored || recorded.tableOid !== actual.tableOid || recorded.clusterId !== actual.clusterId;
  });
}

/** Marks a database before a dump is restored into it. The mark survives a dump of any version. */
export function markRestored(connection: Connection): Promise<void> {
  return withClient(connection, async (client) => {
    await client.query(CREATE_TABLE);
    await upsertOrigin(client, (await selectActualOrigin(client))!, true);
  });
}

/** Undoes `markRestored` if nothing was restored. */
export function unmarkRestored(connection: Connection): Promise<void> {
  return withClient(connection, async (client) => void (await client.query(`drop table if exists ${TABLE}`)));
}

/** Records the current origin: at each start, and after the secrets of a restored database were rotated. */
export function recordOrigin(connection: Connection): Promise<void> {
  return withClient(connection, async (client) => upsertOrigin(client, (await selectActualOrigin(client))!, false));
}
