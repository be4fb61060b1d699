import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { clientConfig } from '../connection.ts';
import { spawnOptions, type SystemUser } from './system-user.ts';
import type { Binaries } from './binaries.ts';
import { failureOf } from './embedded-error.ts';
import { readLogSince, rotateLog, readSize } from './server-log.ts';
import { recordedPid, stopServer } from './stop-server.ts';

export const USER = 'karat';
export const DATABASE = 'karat';

export type Installation = {
  readonly binaries: Binaries;
  readonly user: SystemUser;
  readonly dataFolder: string;
  readonly socketFolder: string;
  readonly logFile: string;
  /** Contains `port`. */
  readonly settings: Readonly<Record<string, string>>;
};

export type Postmaster = { readonly pid: number; readonly exited: Promise<void>; readonly stop: () => Promise<void> };

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 20;
/** How long child processes of a killed server may hold its shared memory. */
const TAKEOVER_TIMEOUT_MS = 10_000;
const TAKEOVER_PAUSE_MS = 200;
const LEFTOVER = /lock file ".*" already exists|pre-existing shared memory block/;
/** SQL states of a server that is starting, shutting down or out of connections. */
const NOT_READY_STATES = new Set(['57P03', '53300']);

/** Stops the server when this process is killed: the watchdog's stdin closes with us. */
function startWatchdog(pid: number, user: SystemUser): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r line; kill -INT "$0"', String(pid)], {
    ...spawnOptions(user),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.on('error', () => undefined);
  watchdog.stdin?.on('error', () => undefined);
  watchdog.unref();
  return watchdog;
}

function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}

async function spawnServer(installation: Installation): Promise<ChildProcess> {
  const { binaries, user, dataFolder, socketFolder, logFile, settings } = installation;
  const all = { ...settings, unix_socket_directories: quoted(socketFolder) };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // A stale pid that now belongs to another program would keep the server from starting. This exempts it. Removing the
  // pid file instead would also disable the check for children that still hold the shared memory.
  const stalePid = await recordedPid(dataFolder);
  const exempt: Record<string, string> = stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) };
  const log = openSync(logFile, 'a', 0o600);
  try {
    return spawn(binaries.postgres, ['-D', dataFolder, ...args], {
      ...spawnOptions(user, exempt),
      stdio: ['ignore', log, log],
      // Ctrl-C signals the whole process group of a terminal, but we stop the server ourselves, after our own work.
      detached: true,
    });
  } finally {
    closeSync(log);
  }
}

/** Whether the server answers. Creates our database on the first start. */
async function isReady({ socketFolder, settings }: Installation): Promise<boolean> {
  const connection = { host: socketFolder, user: USER, database: 'postgres' };
  // The port is part of the name of the socket.
  const port = Number(settings['port']);
  const client = new Client({ ...clientConfig(connection), port, query_timeout: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && !NOT_READY_STATES.has(error.code ?? '')) throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Running = Postmaster & { readonly hasExited: () => boolean };

async function spawnWatched(installation: Installation): Promise<Running> {
  const child = await spawnServer(installation);
  const { promise: exited, resolve } = Promise.withResolvers<void>();
  let hasExited = false;
  const end = (): void => {
    hasExited = true;
    resolve();
  };
  child.once('exit', end);
  const { pid } = child;
  if (pid === undefined) {
    const { promise: refused, reject } = Promise.withResolvers<never>();
    child.once('error', (error) => reject(failureOf('PostgreSQL could not be started', error.message)));
    return refused;
  }
  child.on('error', () => undefined);
  const watchdog = startWatchdog(pid, installation.user);
  void exited.then(() => watchdog.kill());
  const stop = async (): Promise<void> => {
    if (!hasExited) await stopServer(pid);
    await exited;
  };
  return { pid, exited, stop, hasExited: () => hasExited };
}

/** Resolves to the end of its log if the server exited instead of becoming ready. */
async function launchOnce(installation: Installation, stopping: AbortSignal): Promise<Postmaster | string> {
  const { logFile } = installation;
  await rotateLog(logFile);
  const offset = await readSize(logFile);
  const server = await spawnWatched(installation);
  const deadlineMs = performance.now() + READY_TIMEOUT_MS;
  try {
    while (!server.hasExited() && performance.now() < deadlineMs) {
      stopping.throwIfAborted();
      if (await isReady(installation)) return server;
      await sleep(POLL_MS);
    }
  } catch (error) {
    await server.stop();
    throw error instanceof DatabaseError ? failureOf('PostgreSQL did not get ready', error.message) : error;
  }
  if (server.hasExited()) return readLogSince(logFile, offset);
  await server.stop();
  throw failureOf('PostgreSQL was not ready in time', await readLogSince(logFile, offset));
}

/** Starts the server and waits until it answers. Retries while a killed server still holds its lock or memory. */
export async function launch(installation: Installation, stopping: AbortSignal): Promise<Postmaster> {
  const deadlineMs = performance.now() + TAKEOVER_TIMEOUT_MS;
  for (;;) {
    const launched = await launchOnce(installation, stopping);
    if (typeof launched !== 'string') return launched;
    const isLeftover = LEFTOVER.test(launched) && performance.now() < deadlineMs;
    if (!isLeftover) throw failureOf('PostgreSQL did not start', launched);
    await sleep(TAKEOVER_PAUSE_MS);
  }
}
