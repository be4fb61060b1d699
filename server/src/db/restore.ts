import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import type { Log } from '#log.ts';
import { manifest, MANIFEST_FILE, type Manifest } from './backup.ts';
import { clientConfig, type Connection } from './connection.ts';
import { startEmbedded } from './embedded.ts';
import { changeOwner, type SystemUser } from './embedded/system-user.ts';
import { copyFile, forEachConcurrently } from './embedded/copy.ts';
import { EmbeddedError } from './embedded/embedded-error.ts';
import { acquireLock } from './embedded/lock.ts';
import {
  exists,
  findLocation,
  newDataFolder,
  LOCATION_FILE,
  prepareDataDir,
  removeUnfinished,
  type DatabaseLocation,
  type Print,
} from './embedded/location.ts';
import { clearRestoredMark, markRestored, RESTORED_FILE } from './embedded/restored.ts';
import { stopOrphan } from './embedded/stop-server.ts';

type RestoreOptions = {
  readonly backup: string;
  readonly dataDir: string;
  /** Moves existing data aside instead of refusing. */
  readonly isForced: boolean;
  readonly log: Log;
  readonly print: Print;
  /** Rotates the secrets of the backup, which may have been revealed since. Until then no site starts on the data. */
  readonly rotateSecrets: (connection: Connection) => Promise<void>;
};

const REQUIRED = ['PG_VERSION', 'backup_label', 'global/pg_control'].map((file) => path.join('postgres', file));
const REPLACED_PREFIX = 'replaced-';
/** Kept in place: the lock, the location of the database, and the mark of a restore. */
const PRESERVED_ENTRIES = new Set(['lock', LOCATION_FILE, RESTORED_FILE]);

/** Paths of a backup must stay below its two folders, whatever the manifest says. */
function isInside(relative: string): boolean {
  const [top, ...rest] = relative.split(path.sep);
  return (top === 'postgres' || top === 'data-dir') && rest.length > 0 && !rest.includes('..');
}

async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(path.join(backup, MANIFEST_FILE), 'utf8').catch(() => undefined);
  if (text === undefined) throw new EmbeddedError(`${backup} is not a backup: it has no ${MANIFEST_FILE}.`);
  try {
    const whole = manifest.parse(JSON.parse(text));
    const files = whole.files.map((file) => file.path);
    assert(REQUIRED.every((file) => files.includes(file)));
    assert([...files, ...whole.folders].every(isInside));
    return whole;
  } catch (error) {
    throw new EmbeddedError(`${backup} cannot be restored: its ${MANIFEST_FILE} is damaged or of another version.`, {
      cause: error,
    });
  }
}

async function copyChecked(backup: string, target: string, file: Manifest['files'][number]): Promise<void> {
  const copied = await copyFile(path.join(backup, file.path), target).catch((error: unknown) => {
    throw new EmbeddedError(`The file ${file.path} of the backup could not be copied.`, { cause: error });
  });
  if (copied.bytes === file.bytes && copied.sha256 === file.sha256) return;
  throw new EmbeddedError(`The backup is damaged: ${file.path} has changed.`);
}

/** Copies one of the two folders of the backup and checks each file. */
async function copyTree(
  backup: string,
  whole: Manifest,
  tree: { top: string; target: string; user: SystemUser },
): Promise<void> {
  const { top, target, user } = tree;
  const within = (relative: string): boolean => relative.startsWith(`${top}${path.sep}`);
  const targetOf = (relative: string): string => path.join(target, relative.slice(top.length));
  const folders = whole.folders.filter(within).map(targetOf);
  for (const folder of [target, ...folders]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await changeOwner(user, folder);
  }
  const files = whole.files.filter((file) => within(file.path));
  await forEachConcurrently(files, async (file) => {
    await copyChecked(backup, targetOf(file.path), file);
    await changeOwner(user, targetOf(file.path));
  });
}

async function existingEntries(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => !PRESERVED_ENTRIES.has(name) && !name.startsWith(REPLACED_PREFIX));
}

/** Deletes nothing, so that the previous data can be inspected, or moved back. */
async function moveAside(dataDir: string, location: DatabaseLocation, names: readonly string[]): Promise<string> {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const aside = path.join(dataDir, `${REPLACED_PREFIX}${stamp}`);
  await mkdir(aside, { mode: 0o711 });
  for (const name of names) await rename(path.join(dataDir, name), path.join(aside, name));
  if (location.root !== dataDir && (await exists(location.dataFolder))) {
    await rename(location.dataFolder, path.join(location.root, `${REPLACED_PREFIX}${stamp}`));
  }
  return aside;
}

async function copyIntoPlace(
  { backup, isForced, print }: RestoreOptions,
  dataDir: string,
  whole: Manifest,
): Promise<void> {
  const location = await findLocation(dataDir, print);
  const part = newDataFolder(location.dataFolder);
  const dataDirCopy = path.join(dataDir, 'data-dir.new');
  const isTaken = (await existingEntries(dataDir)).length > 0 || (await exists(location.dataFolder));
  if (isTaken && !isForced) {
    throw new EmbeddedError(
      `${dataDir} is not empty. Restore into an empty DATA_DIR, or add --force to move its contents aside.`,
    );
  }
  await stopOrphan(location.dataFolder);
  // The old data stays in place until the new data is complete and checked.
  await removeUnfinished(location);
  await rm(dataDirCopy, { recursive: true, force: true });
  await copyTree(backup, whole, { top: 'postgres', target: part, user: location.user });
  await copyTree(backup, whole, { top: 'data-dir', target: dataDirCopy, user: undefined });
  const replaced = (await existingEntries(dataDir)).filter(
    (name) => ![part, dataDirCopy].includes(path.join(dataDir, name)),
  );
  if (isTaken) print(`The previous contents of ${dataDir} are now in ${await moveAside(dataDir, location, replaced)}.`);
  await markRestored(dataDir);
  await rename(part, location.dataFolder);
  for (const name of await readdir(dataDirCopy)) await rename(path.join(dataDirCopy, name), path.join(dataDir, name));
  await rm(dataDirCopy, { recursive: true, force: true });
}

/** A start replays the copied WAL, which proves that the backup is complete. */
async function startOnce({ dataDir, log, print, rotateSecrets }: RestoreOptions): Promise<number> {
  const embedded = await startEmbedded({ dataDir, log, print });
  const client = new Client(clientConfig(embedded.connection));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await rotateSecrets(embedded.connection);
    const { rows } = await client.query<{ total: number }>('select count(*)::int4 as total from migrations');
    return rows[0]?.total ?? 0;
  } finally {
    await client.end().catch(() => undefined);
    await embedded.stop();
  }
}

/** Restores a backup into DATA_DIR, starts it once to check it and to rotate its secrets, and stops it again. */
export async function restoreEmbedded(
  options: RestoreOptions,
): Promise<{ createdAt: string; migrationsTotal: number }> {
  const whole = await readManifest(options.backup);
  const dataDir = await prepareDataDir(options.dataDir);
  const release = await acquireLock(dataDir);
  try {
    await copyIntoPlace(options, dataDir, whole);
  } finally {
    await release();
  }
  const migrationsTotal = await startOnce(options);
  await clearRestoredMark(dataDir);
  return { createdAt: whole.createdAt, migrationsTotal };
}
