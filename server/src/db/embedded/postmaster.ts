import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { clientConfig, type Connection } from '../connection.ts';
import { giveTo, runAs, spawnOptions, type Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { failureOf } from './failed.ts';
import { isAlive, isPostgresOf } from './processes.ts';

export const USER = 'karat';
export const DATABASE = 'karat';

export type Installation = {
  readonly binaries: Binaries;
  readonly account: Account;
  readonly dataFolder: string;
  readonly socketFolder: string;
  readonly logFile: string;
  readonly settings: Readonly<Record<string, string>>;
};

export type Postmaster = { readonly pid: number; readonly exited: Promise<void>; stop(): Promise<void> };

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 25;
const FAST_STOP_MS = 10_000;
const IMMEDIATE_STOP_MS = 5_000;
/** How long the helpers of a killed server may hold on to its memory. */
const TAKEOVER_TIMEOUT_MS = 10_000;
const LEFTOVER = /lock file ".*" already exists|pre-existing shared memory block/;
const LOG_BYTES_MAX = 5_000_000;
const LOG_TAIL_BYTES = 8_000;

/** Made under another name and renamed: a half-made folder is never taken for a database. */
export async function initialise({ binaries, account, dataFolder, settings }: Installation): Promise<void> {
  const part = `${dataFolder}.new`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { mode: 0o700 });
  await giveTo(account, part);
  const { code, output } = await runAs(account, binaries.initdb, [
    `--pgdata=${part}`,
    `--username=${USER}`,
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
    '--auth=trust',
    '--no-instructions',
    ...(settings['fsync'] === 'off' ? ['--no-sync'] : []),
  ]);
  if (code !== 0) {
    await rm(part, { recursive: true, force: true });
    throw failureOf(`The database could not be made in ${dataFolder}`, output);
  }
  await rename(part, dataFolder);
}

export async function rotateLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_BYTES_MAX) await rename(logFile, `${logFile}.1`);
}

async function logSince(logFile: string, offset: number): Promise<string> {
  const file = await open(logFile, 'r');
  try {
    const { size } = await file.stat();
    const from = Math.max(offset, size - LOG_TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(Math.max(size - from, 0)),
      0,
      Math.max(size - from, 0),
      from,
    );
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The number that a server left in its folder; undefined when it stopped properly. */
async function recordedPid(dataFolder: string): Promise<number | undefined> {
  const text = await readFile(path.join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number(text.split('\n', 1)[0]);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function isGoneWithin(pid: number, timeoutMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + timeoutMs;
  while (isAlive(pid)) {
    if (performance.now() > deadlineMs) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** Fast shutdown rolls back and checkpoints; an immediate one leaves recovery to the next start. Neither loses a commit. */
export async function stopServer(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await isGoneWithin(pid, FAST_STOP_MS)) return;
  signal(pid, 'SIGQUIT');
  if (await isGoneWithin(pid, IMMEDIATE_STOP_MS)) return;
  signal(pid, 'SIGKILL');
  await isGoneWithin(pid, IMMEDIATE_STOP_MS);
}

/** A server whose parent was killed runs on. It is stopped; a number that now is another program's is left alone. */
export async function stopOrphan(dataFolder: string): Promise<void> {
  const pid = await recordedPid(dataFolder);
  if (pid !== undefined && isPostgresOf(pid, dataFolder)) await stopServer(pid);
}

/** Ends the server when we die without a word: its input closes with us. */
function watchOver(pid: number, account: Account): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r line; kill -INT "$0"', String(pid)], {
    ...spawnOptions(account),
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C reaches the whole group of a terminal; it is for us to stop the server, after our own work.
    detached: true,
  });
  watchdog.on('error', () => undefined);
  watchdog.unref();
  return watchdog;
}

function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}

async function spawnServer(installation: Installation): Promise<ChildProcess> {
  const { binaries, account, dataFolder, socketFolder, logFile, settings } = installation;
  const all = { ...settings, unix_socket_directories: quoted(socketFolder) };
  // A recorded number that is now another program's would stop the server from starting; this exempts it, while the
  // check for helpers that still hold the memory stays.
  const stalePid = await recordedPid(dataFolder);
  const exempt: Record<string, string> = stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) };
  const logHandle = openSync(logFile, 'a', 0o600);
  try {
    return spawn(
      binaries.postgres,
      ['-D', dataFolder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...spawnOptions(account, exempt), stdio: ['ignore', logHandle, logHandle], detached: true },
    );
  } finally {
    closeSync(logHandle);
  }
}

/** Whether it answers now. Makes our database on the first start. */
async function isReady(connection: Exclude<Connection, string>): Promise<boolean> {
  const client = new Client({ ...clientConfig({ ...connection, database: 'postgres' }), query_timeout: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && !/^(57P03|53300)$/.test(error.code ?? '')) throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function launchOnce(installation: Installation): Promise<Postmaster | string> {
  const { account, socketFolder, logFile } = installation;
  const offset = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  const child = await spawnServer(installation);
  let hasExited = false;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  }).then(() => void (hasExited = true));
  const { pid } = child;
  if (pid === undefined) throw failureOf('PostgreSQL could not be started', await logSince(logFile, offset));

  const watchdog = watchOver(pid, account);
  void exited.then(() => watchdog.kill());
  const stop = async (): Promise<void> => {
    if (!hasExited) await stopServer(pid);
    await exited;
  };
  const connection = { host: socketFolder, user: USER, database: DATABASE };
  const deadlineMs = performance.now() + READY_TIMEOUT_MS;
  while (!hasExited && performance.now() < deadlineMs) {
    if (await isReady(connection)) return { pid, exited, stop };
    await sleep(POLL_MS);
  }
  const output = await logSince(logFile, offset);
  if (hasExited) return output;
  await stop();
  throw failureOf('PostgreSQL was not ready in time', output);
}

/** Starts the server and waits until it answers. After a kill its leftovers may need a moment to go. */
export async function launch(installation: Installation): Promise<Postmaster> {
  const deadlineMs = performance.now() + TAKEOVER_TIMEOUT_MS;
  for (;;) {
    const launched = await launchOnce(installation);
    if (typeof launched !== 'string') return launched;
    if (!LEFTOVER.test(launched) || performance.now() > deadlineMs)
      throw failureOf('PostgreSQL did not start', launched);
    await sleep(200);
  }
}
