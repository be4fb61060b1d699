import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import * as z from 'zod/mini';
import { clientConfig } from '../connection.ts';

const socketConnection = z.object({ host: z.string(), user: z.string(), database: z.string() });

/** The connection to a server that listens on a unix socket. */
export type SocketConnection = z.infer<typeof socketConnection>;

/** A file in DATA_DIR by which commands find the running server. */
export const CONNECTION_FILE = 'connection.json';

export async function writeConnection(dataDir: string, connection: SocketConnection): Promise<void> {
  await writeFile(path.join(dataDir, CONNECTION_FILE), `${JSON.stringify(connection)}\n`);
}

export async function removeConnection(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, CONNECTION_FILE), { force: true });
}

/** Undefined if the file is missing or unreadable. */
export async function readConnection(dataDir: string): Promise<SocketConnection | undefined> {
  const text = await readFile(path.join(dataDir, CONNECTION_FILE), 'utf8').catch(() => '');
  try {
    return socketConnection.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export async function isReachable(connection: SocketConnection): Promise<boolean> {
  const client = new Client({ ...clientConfig(connection), query_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
