import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '#env.ts';
import type { Log } from '#log.ts';
import type { Connection } from './connection.ts';
import { startEmbedded } from './embedded.ts';
import { EmbeddedFailed } from './embedded/failed.ts';
import { DataDirInUse, holderOf } from './embedded/lock.ts';
import { answers, recordedConnection, type SocketConnection } from './embedded/running.ts';

type Store<C extends Connection> = { readonly connection: C; stop(): Promise<void> };

const RUNNING_TIMEOUT_MS = 15_000;

/** The server of a running site with the same data; undefined when there is none. */
async function borrowRunning(dataDir: string): Promise<Store<SocketConnection> | undefined> {
  const deadlineMs = performance.now() + RUNNING_TIMEOUT_MS;
  for (let pid = await holderOf(dataDir); pid !== undefined; pid = await holderOf(dataDir)) {
    const connection = await recordedConnection(dataDir);
    if (connection !== undefined && (await answers(connection))) return { connection, stop: () => Promise.resolve() };
    if (performance.now() > deadlineMs) {
      throw new EmbeddedFailed(`Process ${pid} holds ${dataDir}, but its database does not answer this account.`);
    }
    await sleep(200);
  }
  return undefined;
}

/** The embedded database for a command: that of the running site, or one started for the command. */
export async function borrowEmbedded(
  dataDir: string,
  log: Log,
  say: (sentence: string) => void,
): Promise<Store<SocketConnection>> {
  for (;;) {
    const running = await borrowRunning(dataDir);
    if (running !== undefined) return running;
    try {
      return await startEmbedded({ dataDir, log, say });
    } catch (error) {
      // The site was started between the two checks.
      if (!(error instanceof DataDirInUse)) throw error;
    }
  }
}

/** The database for a command. Stopping it ends only what was started here. */
export async function borrowStore(
  env: Pick<Env, 'databaseUrl' | 'dataDir'>,
  log: Log,
  say: (sentence: string) => void,
): Promise<Store<Connection>> {
  if (env.databaseUrl === undefined) return borrowEmbedded(env.dataDir, log, say);
  return { connection: env.databaseUrl, stop: () => Promise.resolve() };
}
