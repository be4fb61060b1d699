import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Refusal } from '@karat/contract/refusal';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#log.ts';
import { temporaryFolder } from '#testing/folders.ts';
import { openDb, type Db } from './db.ts';
import { startEmbedded, type Embedded } from './embedded.ts';
import { isAlive } from './embedded/processes.ts';

const log = createLog('silent');
/** These tests simulate no power loss, and the system keeps what a killed process wrote. */
const quick = { shared_buffers: '16MB', fsync: 'off' };
/** How long a new process may take to start a database on a busy machine. */
const START_TIMEOUT_MS = 45_000;
const isRoot = process.getuid?.() === 0;

async function start(
  dataDir: string,
  settings: Record<string, string> = quick,
): Promise<{ embedded: Embedded; db: Db }> {
  const embedded = await startEmbedded({ dataDir, log, settings });
  const db = openDb({ connection: embedded.connection, log });
  onTestFinished(async () => {
    await db.close();
    await embedded.stop();
  });
  return { embedded, db };
}

/** Starts another process and collects its output lines. */
function startProcess(dataDir: string): { child: ChildProcess; lines: string[]; errors: string[] } {
  const program = new URL('../testing/database-process.ts', import.meta.url);
  const child = spawn(process.execPath, [fileURLToPath(program), dataDir], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [lines, errors]: [string[], string[]] = [[], []];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, lines, errors };
}

async function postmasterPid(place: string): Promise<number> {
  return Number((await readFile(path.join(place, 'postgres/postmaster.pid'), 'utf8')).split('\n', 1)[0]);
}

async function total(db: Db): Promise<number | undefined> {
  const [row] = await db.sql<{ total: number }>`select count(*) as total from acknowledged`;
  return row?.total;
}

test('creates a UTF-8 database with checksums that is reachable only by a private socket', async () => {
  const dataDir = path.join(await temporaryFolder(), 'a folder with spaces, "quotes" and ışık');
  const { embedded, db } = await start(dataDir, {});
  const [settings] = await db.sql`
    select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
           current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
           current_setting('synchronous_commit') as commits, current_setting('jit') as jit,
           current_database() as database, lower('KARAT') as lower`;
  expect(settings).toEqual({
    encoding: 'UTF8',
    checksums: 'on',
    addresses: '',
    fsync: 'on',
    commits: 'on',
    jit: 'off',
    database: 'karat',
    lower: 'karat',
  });
  expect(embedded.folder).toBe(dataDir);
  expect((await stat(embedded.connection.host)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
  expect((await stat(dataDir)).uid).toBe(process.getuid?.());
});

test('keeps data across a restart and leaves no process running in between', async () => {
  const dataDir = await temporaryFolder();
  const first = await startEmbedded({ dataDir, log, settings: quick });
  const pid = await postmasterPid(first.folder);
  const db = openDb({ connection: first.connection, log });
  await db.sql`create table entries (id bigint)`;
  await db.close();
  await Promise.all([first.stop(), first.stop()]);
  expect(isAlive(pid)).toBe(false);
  const again = await start(dataDir);
  expect(await again.db.sql`select * from entries`).toEqual([]);
});

test('uses a temporary socket folder for a long path and removes it at the stop', async () => {
  const dataDir = path.join(
    await temporaryFolder(),
    ...Array.from({ length: 12 }, () => 'a-rather-long-name-of-a-folder'),
  );
  const embedded = await startEmbedded({ dataDir, log, settings: quick });
  const { host } = embedded.connection;
  expect(host.length).toBeLessThan(86);
  expect((await stat(host)).mode & 0o777).toBe(0o700);
  await embedded.stop();
  await expect(stat(host)).rejects.toThrow('ENOENT');
});

test('refuses a second process on the same data and names the first', async () => {
  const dataDir = await temporaryFolder();
  const { db } = await start(dataDir);
  const { child, errors } = startProcess(dataDir);
  const [code] = (await once(child, 'close')) as [number];
  expect(code).not.toBe(0);
  expect(errors.join('\n')).toContain(`in use by process ${process.pid}`);
  expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test('loses nothing acknowledged after kill -9 and leaves nothing running', async () => {
  const dataDir = await temporaryFolder();
  let acknowledged = 0;
  for (const _ of [1, 2]) {
    const { child, lines, errors } = startProcess(dataDir);
    await expect.poll(() => errors.join('\n') || lines.length > 100, { timeout: START_TIMEOUT_MS }).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'close');
    acknowledged = Number(lines.at(-1));
  }
  const { embedded, db } = await start(dataDir);
  expect(await total(db)).toBeGreaterThanOrEqual(acknowledged);
  const [last] = await db.sql<{ number: number }>`select max(number) as number from acknowledged`;
  expect(last?.number).toBeGreaterThanOrEqual(acknowledged);
  expect(await total(db)).toBe(last?.number);
  expect(isAlive(await postmasterPid(embedded.folder))).toBe(true);
});

test('stops the server when its process is killed', async () => {
  const dataDir = await temporaryFolder();
  const { child, lines } = startProcess(dataDir);
  await expect.poll(() => lines.includes('ready'), { timeout: START_TIMEOUT_MS }).toBe(true);
  const pid = await postmasterPid(dataDir);
  child.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: START_TIMEOUT_MS }).toBe(false);
});

test('replaces a server that outlived its process and keeps acknowledged data', async () => {
  const dataDir = await temporaryFolder();
  const { child, lines } = startProcess(dataDir);
  await expect.poll(() => lines.length > 20, { timeout: START_TIMEOUT_MS }).toBe(true);
  const orphan = await postmasterPid(dataDir);
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args=']);
  const watchdog = stdout.split('\n').find((line) => line.includes('read -r line') && line.endsWith(` ${orphan}`));
  process.kill(Number.parseInt(watchdog ?? '', 10), 'SIGKILL');
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(isAlive(orphan)).toBe(true);
  const { embedded, db } = await start(dataDir);
  expect(isAlive(orphan)).toBe(false);
  expect(await postmasterPid(embedded.folder)).not.toBe(orphan);
  expect(await total(db)).toBeGreaterThanOrEqual(Number(lines.at(-1)));
});

test('restarts a killed server and listens again, refusing calls meanwhile', async () => {
  const dataDir = await temporaryFolder();
  const { embedded, db } = await start(dataDir);
  const received: string[] = [];
  let missedTotal = 0;
  const stop = await db.listen(
    'news',
    (payload) => received.push(payload),
    () => missedTotal++,
  );
  await db.sql`create table acknowledged (number bigint primary key)`;
  const refusals: unknown[] = [];
  const killed = await postmasterPid(embedded.folder);
  let acknowledged = 0;
  for (let number = 1; refusals.length === 0 || acknowledged <= 200; number++) {
    if (number === 100) process.kill(killed, 'SIGKILL');
    const error = await db.sql`insert into acknowledged (number) values (${number})`.then(
      () => void acknowledged++,
      (raised: unknown) => raised,
    );
    if (error === undefined) continue;
    refusals.push(error);
    await sleep(10);
  }
  expect(refusals.every((error) => error instanceof Refusal && error.code === 'unavailable')).toBe(true);
  // A commit whose answer was lost may exist as well.
  expect(await total(db)).toBeGreaterThanOrEqual(acknowledged);
  expect(await postmasterPid(embedded.folder)).not.toBe(killed);
  await expect.poll(() => missedTotal, { timeout: 10_000 }).toBeGreaterThan(0);
  await db.sql`select pg_notify('news', 'back')`;
  await expect.poll(() => received).toEqual(['back']);
  expect(await db.isUp()).toBe(true);
  await stop();
});

test('reports a frozen server as unavailable in time', async () => {
  const { embedded } = await start(await temporaryFolder());
  const single = openDb({ connection: embedded.connection, log, pools: { calls: 1 } });
  const [backend] = await single.sql<{ pid: number }>`select pg_backend_pid() as pid`;
  const postmaster = await postmasterPid(embedded.folder);
  const pids = [backend?.pid ?? 0, postmaster];
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    await expect(single.sql`select 1`).rejects.toMatchObject({ code: 'unavailable' });
    expect(await single.isUp()).toBe(false);
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
  await expect.poll(() => single.sql`select 1 as one`.catch(() => 'away'), { timeout: 10_000 }).toEqual([{ one: 1 }]);
  await single.close();
});

test('ignores a stale pid that belongs to another program', async () => {
  const dataDir = await temporaryFolder();
  const first = await startEmbedded({ dataDir, log, settings: quick });
  const file = path.join(first.folder, 'postgres/postmaster.pid');
  const content = await readFile(file, 'utf8');
  await first.stop();
  // A live process of the PostgreSQL user, which must neither be stopped nor block the server.
  const { uid, gid } = await stat(path.join(first.folder, 'postgres'));
  const bystander = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
  onTestFinished(() => void bystander.kill('SIGKILL'));
  await writeFile(file, content.replace(/^\d+/, String(bystander.pid)));
  const { db } = await start(dataDir);
  expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }]);
  expect(isAlive(bystander.pid ?? 0)).toBe(true);
});

test('runs existing data as its owner', async () => {
  const dataDir = await temporaryFolder();
  const first = await startEmbedded({ dataDir, log, settings: quick });
  await first.stop();
  const folder = path.join(first.folder, 'postgres');
  // Only root can give files away; an ordinary user owns its data anyway.
  const owner = isRoot ? 4_242 : (await stat(folder)).uid;
  if (isRoot) await promisify(execFile)('chown', ['-R', `${owner}:${owner}`, folder]);
  const { embedded, db } = await start(dataDir);
  expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }]);
  expect((await stat(path.join(folder, 'postmaster.pid'))).uid).toBe(owner);
  expect((await stat(embedded.connection.host)).uid).toBe(owner);
});

test('starts over after a start that was killed while it created the database', async () => {
  const dataDir = await temporaryFolder();
  const { child } = startProcess(dataDir);
  const readStarts = async (): Promise<string[]> =>
    (await readdir(dataDir)).filter((name) => name.startsWith('postgres.new'));
  await expect.poll(readStarts, { interval: 5, timeout: START_TIMEOUT_MS }).toHaveLength(1);
  child.kill('SIGKILL');
  await once(child, 'close');
  const { db } = await start(dataDir);
  expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test('reports the log of a server that cannot start and releases the folder', async () => {
  const dataDir = await temporaryFolder();
  const broken = startEmbedded({ dataDir, log, settings: { ...quick, shared_buffers: 'plenty' } });
  await expect(broken).rejects.toThrow(/PostgreSQL did not start:[^]*shared_buffers/);
  const { db } = await start(dataDir);
  expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test('does not overwrite a folder with other contents', async () => {
  const dataDir = await temporaryFolder();
  await mkdir(path.join(dataDir, 'postgres'));
  await writeFile(path.join(dataDir, 'postgres/notes.txt'), 'mine');
  await expect(startEmbedded({ dataDir, log, settings: quick })).rejects.toThrow('not a database');
  expect(await readFile(path.join(dataDir, 'postgres/notes.txt'), 'utf8')).toBe('mine');
});

test('refuses a DATA_DIR that cannot be a folder in a sentence', async () => {
  const file = path.join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  await expect(startEmbedded({ dataDir: path.join(file, 'data'), log })).rejects.toThrow(/DATA_DIR .* cannot be used/);
});

test('keeps the data elsewhere if the PostgreSQL user cannot reach DATA_DIR, and finds it again', async () => {
  const closed = await temporaryFolder();
  await chmod(closed, 0o700);
  const dataDir = path.join(closed, 'data');
  const printed: string[] = [];
  const first = await startEmbedded({ dataDir, log, settings: quick, print: (sentence) => printed.push(sentence) });
  await first.stop();
  expect(first.folder).toMatch(isRoot ? /^\/var\/lib\/karat\/[0-9a-f]{16}$/ : /data$/);
  expect(printed.join('\n').includes(first.folder)).toBe(isRoot);

  // A moved folder keeps its database, and a new folder with the old name gets another.
  const moved = path.join(closed, 'moved');
  await rename(dataDir, moved);
  const second = await startEmbedded({ dataDir, log, settings: quick });
  await second.stop();
  const again = await startEmbedded({ dataDir: moved, log, settings: quick });
  await again.stop();
  const places = isRoot ? [first.folder, second.folder] : [];
  for (const place of places) await rm(place, { recursive: true });
  expect(again.folder).toBe(isRoot ? first.folder : moved);
  expect(second.folder).not.toBe(again.folder);
  if (isRoot) await expect(startEmbedded({ dataDir, log })).rejects.toThrow(/was in .* which no longer exists/);
});
