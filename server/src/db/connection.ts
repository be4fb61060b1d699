import { randomBytes } from 'node:crypto';
import { Client, type ClientBase, type ClientConfig } from 'pg';

/** Where a PostgreSQL listens: an address, or the folder of a unix socket. */
export type Connection = string | { readonly host: string; readonly user: string; readonly database: string };

/** Carried by every connection of this process and of no other: by it a frozen one is ended whole, see `holder.ts`. */
const PROCESS_NAME = `karat ${randomBytes(4).toString('hex')}`;

/** An address may name its connections, and the driver would prefer that to ours. */
function withoutName(address: string): string {
  const url = new URL(address);
  if (!url.searchParams.has('application_name')) return address;
  url.searchParams.delete('application_name');
  return url.href;
}

/** Settings of a session by name, such as `lock_timeout`. */
export type Settings = Readonly<Record<string, string>>;

/** Timestamps are read as text: a session in another style or zone would be read wrongly. */
const BASE_SETTINGS: Settings = { timezone: 'UTC', datestyle: 'ISO', application_name: PROCESS_NAME };

/** What every client of ours is opened with. Spelled out, so that no PG* variable of the shell leaks in. */
export function clientConfig(connection: Connection): ClientConfig {
  const shared = { application_name: PROCESS_NAME, connectionTimeoutMillis: 2_000, keepAlive: true };
  if (typeof connection === 'string') return { ...shared, connectionString: withoutName(connection) };
  return { ...shared, ...connection, port: 5432, password: '', ssl: false };
}

/** Settings are made by a statement: a pooler refuses, or ignores, those of the startup packet. */
export async function applySettings(client: ClientBase, settings: Settings = {}): Promise<void> {
  const all = { ...BASE_SETTINGS, ...settings };
  await client.query(
    'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as settings (name, value)',
    [Object.keys(all), Object.values(all)],
  );
}

type ClientOptions = Pick<ClientConfig, 'types' | 'query_timeout'> & { readonly settings?: Settings };

/** Opens a connection outside of the pools and makes its settings. */
export async function openClient(
  connection: Connection,
  { settings, ...options }: ClientOptions = {},
): Promise<Client> {
  const client = new Client({ ...clientConfig(connection), ...options });
  // Without a listener the loss of the connection would end the process.
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

/** The same server, another database of it. */
export function withDatabase(connection: Connection, database: string): Connection {
  if (typeof connection !== 'string') return { ...connection, database };
  const url = new URL(connection);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}
