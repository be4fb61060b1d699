import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '#env.ts';
import type { Log } from '#log.ts';
import type { Connection } from './connection.ts';
import { startEmbedded } from './embedded.ts';
import { EmbeddedError } from './embedded/embedded-error.ts';
import { DataDirInUse, findHolder } from './embedded/lock.ts';
import { isReachable, readConnection, type SocketConnection } from './embedded/running.ts';

type OpenDatabase<C extends Connection> = { readonly connection: C; stop(): Promise<void> };

const RUNNING_TIMEOUT_MS = 15_000;

/** The server of a running site with the same data; undefined when there is none. */
async function connectToRunning(dataDir: string): Promise<OpenDatabase<SocketConnection> | undefined> {
  const deadlineMs = performance.now() + RUNNING_TIMEOUT_MS;
  for (let pid = await findHolder(dataDir); pid !== undefined; pid = await findHolder(dataDir)) {
    const connection = await readConnection(dataDir);
    if (connection !== undefined && (await isReachable(connection)))
      return { connection, stop: () => Promise.resolve() };
    if (performance.now() > deadlineMs) {
      throw new EmbeddedError(`Process ${pid} holds ${dataDir}, but its database does not answer this account.`);
    }
    await sleep(200);
  }
  return undefined;
}

/** The embedded database for a command: that of the running site, or one started for the command. */
export async function connectToEmbedded(
  dataDir: string,
  log: Log,
  print: (sentence: string) => void,
): Promise<OpenDatabase<SocketConnection>> {
  for (;;) {
    const running = await connectToRunning(dataDir);
    if (running !== undefined) return running;
    try {
      return await startEmbedded({ dataDir, log, print });
    } catch (error) {
      // The site was started between the two checks.
      if (!(error instanceof DataDirInUse)) throw error;
    }
  }
}

/** The database for a command. Stopping it ends only a server that the command started. */
export async function connectToDatabase(
  env: Pick<Env, 'databaseUrl' | 'dataDir'>,
  log: Log,
  print: (sentence: string) => void,
): Promise<OpenDatabase<Connection>> {
  if (env.databaseUrl === undefined) return connectToEmbedded(env.dataDir, log, print);
  return { connection: env.databaseUrl, stop: () => Promise.resolve() };
}
