import type { ClientConfig } from 'pg';

/** Where a PostgreSQL listens: an address, or the folder of a unix socket. */
export type Connection = string | { readonly host: string; readonly user: string; readonly database: string };

/** What every client of ours is opened with. Spelled out, so that no PG* variable of the shell leaks in. */
export function clientConfig(connection: Connection, settings = ''): ClientConfig {
  const shared = {
    application_name: 'karat',
    // Timestamps are read as text: a session in another style or zone would be read wrongly.
    options: `-c timezone=UTC -c datestyle=ISO ${settings}`.trim(),
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  };
  if (typeof connection === 'string') return { ...shared, connectionString: connection };
  return { ...shared, ...connection, port: 5432, password: '', ssl: false };
}

/** The same server, another database of it. */
export function withDatabase(connection: Connection, database: string): Connection {
  if (typeof connection !== 'string') return { ...connection, database };
  const url = new URL(connection);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}
