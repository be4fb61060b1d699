import { randomBytes } from 'node:crypto';
import { Client, type ClientBase, type ClientConfig } from 'pg';

/** The place at which a PostgreSQL server listens: a URL, or the folder of a unix socket. */
export type Connection = string | { readonly host: string; readonly user: string; readonly database: string };

/** The name of every connection of this process, and of no other: all connections of a frozen process can be ended by it, see `lock-holder.ts`. */
const PROCESS_NAME = `karat ${randomBytes(4).toString('hex')}`;

/** A URL may set `application_name`, which the driver would prefer to ours. */
function withoutName(address: string): string {
  const url = new URL(address);
  if (!url.searchParams.has('application_name')) return address;
  url.searchParams.delete('application_name');
  return url.href;
}

/** Settings of a database session by name, such as `lock_timeout`. */
export type Settings = Readonly<Record<string, string>>;

/** Timestamps are parsed from text: another style or time zone would be parsed wrongly. */
const BASE_SETTINGS: Settings = { timezone: 'UTC', datestyle: 'ISO', application_name: PROCESS_NAME };

/** The configuration of every client. Explicit, so that no PG* variable of the shell has an effect. */
export function clientConfig(connection: Connection): ClientConfig {
  const shared = { application_name: PROCESS_NAME, connectionTimeoutMillis: 2_000, keepAlive: true };
  if (typeof connection === 'string') return { ...shared, connectionString: withoutName(connection) };
  return { ...shared, ...connection, port: 5432, password: '', ssl: false };
}

/** Applies settings by a statement, because a pooler refuses or ignores those of the startup packet. */
export async function applySettings(client: ClientBase, settings: Settings = {}): Promise<void> {
  const all = { ...BASE_SETTINGS, ...settings };
  await client.query(
    'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as settings (name, value)',
    [Object.keys(all), Object.values(all)],
  );
}

type ClientOptions = Pick<ClientConfig, 'types' | 'query_timeout'> & { readonly settings?: Settings };

/** Opens a connection outside the pools and applies its settings. */
export async function openClient(
  connection: Connection,
  { settings, ...options }: ClientOptions = {},
): Promise<Client> {
  const client = new Client({ ...clientConfig(connection), ...options });
  // Without a listener a lost connection would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await applySettings(client, settings);
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

/** The same server with another database. */
export function withDatabase(connection: Connection, database: string): Connection {
  if (typeof connection !== 'string') return { ...connection, database };
  const url = new URL(connection);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}
