import { randomBytes } from 'node:crypto';
import type { ClientConfig } from 'pg';

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

/** What every client of ours is opened with. Spelled out, so that no PG* variable of the shell leaks in. */
export function clientConfig(connection: Connection, settings = ''): ClientConfig {
  const shared = {
    application_name: PROCESS_NAME,
    // Timestamps are read as text: a session in another style or zone would be read wrongly.
    options: `-c timezone=UTC -c datestyle=ISO ${settings}`.trim(),
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  };
  if (typeof connection === 'string') return { ...shared, connectionString: withoutName(connection) };
  return { ...shared, ...connection, port: 5432, password: '', ssl: false };
}

/** The same server, another database of it. */
export function withDatabase(connection: Connection, database: string): Connection {
  if (typeof connection !== 'string') return { ...connection, database };
  const url = new URL(connection);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}
