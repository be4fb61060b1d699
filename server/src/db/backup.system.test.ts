import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#log.ts';
import { temporaryFolder } from '#testing/folders.ts';
import { backupEmbedded } from './backup.ts';
import { openDb, type Db } from './db.ts';
import { startEmbedded, type Embedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { restoreEmbedded } from './restore.ts';

const log = createLog('silent');
const settings = { shared_buffers: '16MB', fsync: 'off' };
const ignoreOutput = (): void => undefined;
const rotateSecrets = (): Promise<void> => Promise.resolve();

async function start(dataDir: string): Promise<{ embedded: Embedded; db: Db; stop(): Promise<void> }> {
  const embedded = await startEmbedded({ dataDir, log, settings });
  const db = openDb({ connection: embedded.connection, log });
  const stop = async (): Promise<void> => {
    await db.close();
    await embedded.stop();
  };
  onTestFinished(stop);
  return { embedded, db, stop };
}

/** A data directory with a secret and one row. */
async function makeSite(): Promise<{ dataDir: string; db: Db; embedded: Embedded; stop(): Promise<void> }> {
  const dataDir = path.join(await temporaryFolder(), 'site data');
  const site = await start(dataDir);
  await writeFile(path.join(dataDir, 'secret'), 'a secret');
  await migrate(site.embedded.connection, log);
  await site.db.sql`create table acknowledged (number bigint primary key, padding text)`;
  await site.db.sql`insert into acknowledged values (0, '')`;
  return { dataDir, ...site };
}

async function backUp(dataDir: string, connection: Embedded['connection']): Promise<string> {
  return (await backupEmbedded({ dataDir, connection, target: await temporaryFolder() })).folder;
}

test(
  'backs up everything acknowledged before it during writes, and restores elsewhere',
  { timeout: 60_000 },
  async () => {
    const { dataDir, db, embedded } = await makeSite();
    let isWriting = true;
    let acknowledged = 0;
    const write = async (): Promise<void> => {
      for (let number = 1; isWriting; number++) {
        await db.sql`insert into acknowledged values (${number}, ${'x'.repeat(5_000)})`;
        acknowledged = number;
      }
    };
    const writing = write();
    await expect.poll(() => acknowledged).toBeGreaterThan(20);
    const before = acknowledged;
    const backup = await backUp(dataDir, embedded.connection);
    const after = acknowledged;
    isWriting = false;
    await writing;

    const elsewhere = path.join(await temporaryFolder(), 'restored');
    const output: string[] = [];
    const restored = await restoreEmbedded({
      backup,
      dataDir: elsewhere,
      isForced: false,
      log,
      print: (sentence) => output.push(sentence),
      rotateSecrets,
    });
    expect(restored.migrationsTotal).toBeGreaterThan(0);
    const copy = await start(elsewhere);
    const [row] = await copy.db.sql<{ total: number; last: number }>`
    select count(*) as total, max(number) as last from acknowledged`;
    expect(row?.last).toBeGreaterThanOrEqual(before);
    expect(row?.last).toBeLessThanOrEqual(after + 1);
    expect(row?.total).toBe((row?.last ?? 0) + 1);
    expect(after).toBeGreaterThan(before);
    expect(await readFile(path.join(elsewhere, 'secret'), 'utf8')).toBe('a secret');
    expect((await stat(backup)).mode & 0o777).toBe(0o700);
  },
);

test('does not overwrite existing data unless forced, and then moves it aside', { timeout: 60_000 }, async () => {
  const { dataDir, db, embedded, stop } = await makeSite();
  const backup = await backUp(dataDir, embedded.connection);
  await db.sql`insert into acknowledged values (1, 'after the backup')`;
  const restore = (isForced: boolean, print: (sentence: string) => void = ignoreOutput) =>
    restoreEmbedded({ backup, dataDir, isForced, log, print, rotateSecrets });
  await expect(restore(true)).rejects.toThrow(`in use by process ${process.pid}`);
  await stop();
  await expect(restore(false)).rejects.toThrow('is not empty');

  const output: string[] = [];
  await restore(true, (sentence) => output.push(sentence));
  const again = await start(dataDir);
  expect(await again.db.sql`select number from acknowledged`).toEqual([{ number: 0 }]);
  const aside = (await readdir(dataDir)).find((name) => name.startsWith('replaced-')) ?? '';
  expect(await readdir(path.join(dataDir, aside))).toEqual(expect.arrayContaining(['postgres', 'secret']));
  expect(output.join('\n')).toContain(path.join(dataDir, aside));
});

test('refuses a damaged backup and leaves existing data', { timeout: 60_000 }, async () => {
  const { dataDir, embedded, stop } = await makeSite();
  const backup = await backUp(dataDir, embedded.connection);
  await stop();
  const restore = () => restoreEmbedded({ backup, dataDir, isForced: true, log, print: ignoreOutput, rotateSecrets });
  await writeFile(path.join(backup, 'postgres/global/pg_control'), 'damaged');
  await expect(restore()).rejects.toThrow(/damaged: postgres\/global\/pg_control/);
  await rm(path.join(backup, 'postgres/PG_VERSION'));
  await expect(restore()).rejects.toThrow('PG_VERSION of the backup could not be copied');
  const list = path.join(backup, 'backup.json');
  const text = await readFile(list, 'utf8');
  for (const [known, forged] of [
    ['data-dir/secret', 'data-dir/../../escaped'],
    ['postgres/backup_label', 'postgres/other'],
    ['"format": 1', '"format": 2'],
  ] as const) {
    await writeFile(list, text.replace(known, forged));
    await expect(restore()).rejects.toThrow('backup.json is damaged or of another version');
  }
  await rm(list);
  await expect(restore()).rejects.toThrow('is not a backup');
  expect((await readdir(dataDir)).filter((name) => name.startsWith('replaced-'))).toEqual([]);
  const again = await start(dataDir);
  expect(await again.db.sql`select number from acknowledged`).toEqual([{ number: 0 }]);
});

test(
  'runs the commands with and without a running site, and fails with a sentence and an exit code',
  { timeout: 60_000 },
  async () => {
    const { dataDir, stop } = await makeSite();
    const folder = await temporaryFolder();
    const run = (name: string, args: string[], variables: Record<string, string> = {}) =>
      promisify(execFile)(process.execPath, [path.join(import.meta.dirname, `../cli/${name}.ts`), ...args], {
        cwd: folder,
        env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...variables },
      }).then(
        ({ stdout }) => ({ code: 0, output: stdout }),
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
          code,
          output: stdout + stderr,
        }),
      );

    const upToDate = {
      code: 0,
      output: expect.stringMatching(/^Database: embedded PostgreSQL in .*[^]*The database is up to date\.\n$/),
    };
    expect(await run('migrate', [])).toEqual(upToDate);
    expect((await run('backup', ['while it runs'])).code).toBe(0);
    expect(await run('restore', ['while it runs', '--force'])).toMatchObject({ code: 1 });
    await stop();
    expect(await run('migrate', [])).toEqual(upToDate);
    expect((await run('backup', [])).output).toContain(path.join(folder, 'backups/karat-'));
    expect((await stat(path.join(folder, 'backups'))).mode & 0o777).toBe(0o700);

    const [backup = ''] = await readdir(path.join(folder, 'while it runs'));
    const restored = await run('restore', [path.join('while it runs', backup)], { DATA_DIR: path.join(folder, 'new') });
    expect(restored.code).toBe(0);
    expect(restored.output).toMatch(
      /^Database: embedded PostgreSQL in .*\nEnded 0 chains .*\nThe backup of .* was restored to .*new and started once; it has \d+ migrations\.\n$/s,
    );
    await mkdir(path.join(folder, 'empty'));
    expect(await run('restore', ['empty'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not a backup'),
    });
    expect(await run('restore', [])).toMatchObject({ code: 1, output: expect.stringContaining('Usage') });
  },
);
