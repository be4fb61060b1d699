import os from 'node:os';
import path from 'node:path';
import type { Log } from '#log.ts';
import { readPasswd, sharedUserWarning } from './embedded/system-user.ts';
import { findBinaries } from './embedded/binaries.ts';
import { EmbeddedError } from './embedded/embedded-error.ts';
import { initialise } from './embedded/initialise.ts';
import { acquireLock } from './embedded/lock.ts';
import * as locations from './embedded/location.ts';
import { DATABASE, USER, type Installation } from './embedded/postmaster.ts';
import * as running from './embedded/running.ts';
import { stopOrphan } from './embedded/stop-server.ts';
import { supervise } from './embedded/supervise.ts';
import { systemCode } from './system-error.ts';

export type Embedded = {
  readonly connection: running.SocketConnection;
  /** The folder that holds the database. */
  readonly folder: string;
  stop(): Promise<void>;
};

type EmbeddedOptions = {
  readonly dataDir: string;
  readonly log: Log;
  /** PostgreSQL settings that override the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Prints notes for the operator about where data is kept. */
  readonly print?: locations.Print;
};

const MEGABYTE = 1024 * 1024;

function defaultSettings(): Record<string, string> {
  const memoryMegabytes = Math.min(os.totalmem(), process.constrainedMemory() || Infinity) / MEGABYTE;
  const sharedMegabytes = Math.min(512, Math.max(128, Math.floor(memoryMegabytes / 16)));
  return {
    listen_addresses: '',
    port: '5432',
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: `${sharedMegabytes}MB`,
    max_wal_size: '1GB',
    synchronous_commit: 'on',
    fsync: 'on',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] ',
    // We report failed statements ourselves, without the values that PostgreSQL would print.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  };
}

/** Removes what a killed process left behind: its server and its socket. */
async function clearLeftovers(dataDir: string, location: locations.DatabaseLocation): Promise<void> {
  await stopOrphan(location.dataFolder);
  await locations.removeUnfinished(location);
  const recorded = await running.readConnection(dataDir);
  if (recorded === undefined) return;
  // The server answers, but no visible process runs it, so it belongs to another machine or container.
  if (await running.isReachable(recorded)) {
    throw new EmbeddedError(
      `The data in ${dataDir} is in use by a process that cannot be seen from here, perhaps in another container.`,
    );
  }
  await locations.removeSocketFolder(location, recorded.host);
  await running.removeConnection(dataDir);
}

async function startInPlace(
  dataDir: string,
  location: locations.DatabaseLocation,
  options: EmbeddedOptions,
): Promise<Embedded> {
  const { log, settings = {}, print = () => undefined } = options;
  await clearLeftovers(dataDir, location);
  const note = sharedUserWarning(await readPasswd(), location.user, location.dataFolder);
  if (note !== undefined) print(note);
  const binaries = await findBinaries(location.user, locations.SHARED_ROOT, print);
  const socketFolder = await locations.makeSocketFolder(location);
  const connection = { host: socketFolder, user: USER, database: DATABASE };
  const installation: Installation = {
    binaries,
    user: location.user,
    dataFolder: location.dataFolder,
    socketFolder,
    logFile: path.join(dataDir, 'postgres.log'),
    settings: { ...defaultSettings(), ...settings },
  };
  await running.writeConnection(dataDir, connection);
  if (!(await locations.exists(path.join(location.dataFolder, 'PG_VERSION')))) await initialise(installation);
  const stopServer = await supervise(installation, log);
  const stop = async (): Promise<void> => {
    await stopServer();
    await locations.removeSocketFolder(location, socketFolder);
    await running.removeConnection(dataDir);
  };
  return { connection, folder: location.root, stop };
}

/** Turns disk and permission errors, which the operator can fix, into one sentence. */
function toOperatorError(error: unknown, dataDir: string): unknown {
  const code = systemCode(error) ?? '';
  if (['ENOSPC', 'EDQUOT'].includes(code)) return new EmbeddedError(`The disk that holds ${dataDir} is full.`);
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) return error;
  return new EmbeddedError(`${dataDir} cannot be used by this account: ${code}.`, { cause: error });
}

/** Starts PostgreSQL on the data in `dataDir`, creates it on first use, and keeps it running until stopped. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = await locations.prepareDataDir(options.dataDir);
  const releases: (() => Promise<void>)[] = [];
  const release = async (): Promise<void> => {
    for (const each of releases.toReversed()) await each();
  };
  try {
    releases.push(await acquireLock(dataDir));
    const location = await locations.findLocation(dataDir, options.print ?? (() => undefined));
    // A copied DATA_DIR points to the same location as the original.
    if (location.root !== dataDir) releases.push(await acquireLock(location.root));
    const embedded = await startInPlace(dataDir, location, options);
    const stopAll = async (): Promise<void> => {
      await embedded.stop();
      await release();
    };
    let stopped: Promise<void> | undefined;
    return { ...embedded, stop: () => (stopped ??= stopAll()) };
  } catch (error) {
    await release();
    throw toOperatorError(error, dataDir);
  }
}
