import { rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#log.ts';
import type { Connection } from './connection.ts';
import { findBinaries } from './embedded/binaries.ts';
import { acquireLock } from './embedded/lock.ts';
import { exists, findPlace, makeSocketFolder, prepareDataDir, SHARED_ROOT } from './embedded/place.ts';
import {
  DATABASE,
  initialise,
  launch,
  rotateLog,
  stopOrphan,
  USER,
  type Installation,
  type Postmaster,
} from './embedded/postmaster.ts';

export type Embedded = {
  readonly connection: Connection;
  /** The folder that holds the database. */
  readonly place: string;
  stop(): Promise<void>;
};

const MEGABYTE = 1024 * 1024;
const RESTART_PAUSE_MS = 1_000;

function defaultSettings(): Record<string, string> {
  const sharedMegabytes = Math.min(512, Math.max(128, Math.floor(os.totalmem() / MEGABYTE / 16)));
  return {
    listen_addresses: '',
    port: '5432',
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: `${sharedMegabytes}MB`,
    max_wal_size: '1GB',
    wal_keep_size: '128MB',
    synchronous_commit: 'on',
    fsync: 'on',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] ',
    // Failed statements are reported by us, without the values that PostgreSQL would print.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  };
}

/** Keeps the server running: one that dies is started again, for as long as it takes. */
function supervise(installation: Installation, first: Postmaster, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  let current = first;

  async function restart(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await stopOrphan(installation.dataFolder);
        current = await launch(installation);
        log.info({ pid: current.pid }, 'PostgreSQL runs again');
        return;
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL could not be started again');
        await sleep(RESTART_PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await current.exited;
      if (stopping.signal.aborted) return;
      log.error({ pid: current.pid }, 'PostgreSQL ended unexpectedly and is started again');
      await restart();
    }
  }

  const watching = watch();
  return async () => {
    stopping.abort();
    await current.stop();
    await watching;
    await current.stop();
  };
}

/** Starts PostgreSQL on the data in `dataDir`, makes it on first use, and keeps it running until stopped. */
export async function startEmbedded(options: {
  dataDir: string;
  log: Log;
  settings?: Readonly<Record<string, string>>;
  /** Hears what an operator should know about where things are kept. */
  say?: (sentence: string) => void;
}): Promise<Embedded> {
  const { log, settings = {}, say = () => undefined } = options;
  const dataDir = await prepareDataDir(options.dataDir);
  const release = await acquireLock(dataDir);
  try {
    const place = await findPlace(dataDir, say);
    await stopOrphan(place.dataFolder);
    const socketFolder = await makeSocketFolder(place);
    const installation: Installation = {
      binaries: await findBinaries(place.account, SHARED_ROOT, say),
      account: place.account,
      dataFolder: place.dataFolder,
      socketFolder,
      logFile: path.join(dataDir, 'postgres.log'),
      settings: { ...defaultSettings(), ...settings },
    };
    await rotateLog(installation.logFile);
    if (!(await exists(path.join(place.dataFolder, 'PG_VERSION')))) await initialise(installation);
    const stopServer = supervise(installation, await launch(installation), log);
    const connection = { host: socketFolder, user: USER, database: DATABASE };
    await writeFile(path.join(dataDir, 'connection.json'), `${JSON.stringify(connection)}\n`);
    const stop = async (): Promise<void> => {
      await stopServer();
      await rm(socketFolder, { recursive: true, force: true });
      await release();
    };
    return { connection, place: place.root, stop };
  } catch (error) {
    await release();
    throw error;
  }
}
