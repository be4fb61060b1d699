import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import * as z from 'zod/mini';
import { clientConfig, type Connection } from './connection.ts';
import { copyFile, forEachConcurrently, listTree, type CopiedFile } from './embedded/copy.ts';
import { EmbeddedError } from './embedded/embedded-error.ts';
import { findLocation, LOCATION_FILE, prepareDataDir } from './embedded/location.ts';
import { RESTORED_FILE } from './embedded/restored.ts';
import { CONNECTION_FILE } from './embedded/running.ts';
import { makePrivateFolder } from './private-folder.ts';
import { systemCode } from './system-error.ts';

export const MANIFEST_FILE = 'backup.json';

/** The manifest of a backup. It is written last, so a folder without it is not a backup. */
export const manifest = z.object({
  karat: z.literal('backup'),
  format: z.literal(1),
  createdAt: z.string(),
  postgres: z.string(),
  folders: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

export type Manifest = z.infer<typeof manifest>;

/** Recreated by the server at its next start, or only of use to the current run. */
const SKIPPED_FOLDERS = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const SKIPPED_NAMES = /^(postmaster\.(pid|opts)|backup_label|tablespace_map|pg_internal\.init.*|pgsql_tmp.*|t\d+_.*)$/;
const CONTROL_FILE = path.join('global', 'pg_control');
/** Files of DATA_DIR that belong to a run, not to the data. */
const RUN_FILES = new Set([CONNECTION_FILE, LOCATION_FILE, RESTORED_FILE, 'postgres.log', 'postgres.log.1']);

type WalRange = { readonly first: string; readonly last: string; readonly label: string };

function isSkipped(file: string): boolean {
  return SKIPPED_FOLDERS.has(file.split(path.sep)[0] ?? '') || SKIPPED_NAMES.test(path.basename(file));
}

async function copyInto(from: string, folder: string, relative: string): Promise<CopiedFile> {
  return { path: relative, ...(await copyFile(from, path.join(folder, relative))) };
}

/** Copies the files while they are being written; replaying the WAL that is copied afterwards makes them consistent. */
async function copyData(dataFolder: string, folder: string): Promise<CopiedFile[]> {
  const { files } = await listTree(dataFolder);
  const copiedFiles = files.filter((file) => !isSkipped(file) && file !== CONTROL_FILE);
  const copied: CopiedFile[] = [];
  const copy = async (file: string): Promise<void> => {
    try {
      copied.push(await copyInto(path.join(dataFolder, file), folder, path.join('postgres', file)));
    } catch (error) {
      // The table was dropped meanwhile, which the WAL records as well.
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  };
  await forEachConcurrently(copiedFiles, copy);
  // Last, as pg_basebackup does, because it must not be older than the other files.
  await copy(CONTROL_FILE);
  return copied;
}

async function copyWal(dataFolder: string, folder: string, { first, last }: WalRange): Promise<CopiedFile[]> {
  const segments = (await readdir(path.join(dataFolder, 'pg_wal'))).filter(
    (name) => name.endsWith('.history') || (/^[\dA-F]{24}$/.test(name) && name >= first && name <= last),
  );
  if (!segments.includes(first) || !segments.includes(last))
    throw new EmbeddedError('A part of the write-ahead log that the backup needs is gone.');
  const copied: CopiedFile[] = [];
  await forEachConcurrently(segments, async (name) => {
    copied.push(await copyInto(path.join(dataFolder, 'pg_wal', name), folder, path.join('postgres', 'pg_wal', name)));
  });
  return copied;
}

/** Secrets and other files of our own: without them a restored database could not be read. */
async function copyOwnFiles(dataDir: string, folder: string): Promise<CopiedFile[]> {
  const entries = await readdir(dataDir, { withFileTypes: true });
  const copied: CopiedFile[] = [];
  for (const { name } of entries.filter((entry) => entry.isFile() && !RUN_FILES.has(entry.name))) {
    copied.push(await copyInto(path.join(dataDir, name), folder, path.join('data-dir', name)));
  }
  return copied;
}

/** Runs `copy` between the start and the stop of a backup. PostgreSQL keeps the WAL of that time. */
async function duringBackup<T>(client: Client, copy: () => Promise<T>): Promise<{ copied: T; span: WalRange }> {
  // The slot is dropped with the connection, so an interrupted backup retains no WAL.
  await client.query(`select pg_create_physical_replication_slot('karat_backup_' || pg_backend_pid(), true, true)`);
  const started = await client.query<{ first: string }>(
    `select pg_walfile_name(pg_backup_start('karat', fast => true)) as first`,
  );
  const copied = await copy();
  const stopped = await client.query<{ last: string; label: string }>(
    `select pg_walfile_name(lsn) as last, labelfile as label from pg_backup_stop(wait_for_archive => false)`,
  );
  const [[start], [stop]] = [started.rows, stopped.rows];
  if (start === undefined || stop === undefined) throw new EmbeddedError('PostgreSQL gave no answer about the backup.');
  return { copied, span: { ...start, ...stop } };
}

async function copyAll(client: Client, dataDir: string, folder: string): Promise<Manifest> {
  const { dataFolder } = await findLocation(dataDir, () => undefined);
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  const { copied, span } = await duringBackup(client, () => copyData(dataFolder, folder));
  const log = await copyWal(dataFolder, folder, span);
  const labelFile = path.join(folder, 'backup_label.part');
  await writeFile(labelFile, span.label, { mode: 0o600 });
  const label = await copyInto(labelFile, folder, path.join('postgres', 'backup_label'));
  await rm(labelFile);
  const ownFiles = await copyOwnFiles(dataDir, folder);
  const { folders } = await listTree(dataFolder);
  return {
    karat: 'backup',
    format: 1,
    createdAt: new Date().toISOString(),
    postgres: rows[0]?.version ?? '',
    folders: folders
      .filter((each) => SKIPPED_FOLDERS.has(each) || !isSkipped(each))
      .map((each) => path.join('postgres', each)),
    files: [...copied, ...log, label, ...ownFiles],
  };
}

/** Copies the running embedded database into a new folder of `target`, which is complete or absent. */
export async function backupEmbedded({
  dataDir,
  connection,
  target,
}: {
  readonly dataDir: string;
  readonly connection: Connection;
  readonly target: string;
}): Promise<{ folder: string; manifest: Manifest }> {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const folder = path.join(target, `karat-${stamp}`);
  const part = `${folder}.part`;
  const client = new Client(clientConfig(connection));
  client.on('error', () => undefined);
  await makePrivateFolder(target);
  await mkdir(part, { mode: 0o700 });
  try {
    await client.connect();
    const whole = await copyAll(client, await prepareDataDir(dataDir), part);
    await writeFile(path.join(part, MANIFEST_FILE), `${JSON.stringify(whole, undefined, 1)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rename(part, folder);
    return { folder, manifest: whole };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
