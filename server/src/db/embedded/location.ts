import { createHash } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { systemCode } from '../system-error.ts';
import { canEnter, changeOwner, chooseServerUser, type SystemUser } from './system-user.ts';
import { EmbeddedError } from './embedded-error.ts';

/** The folders of the database and the system user that owns them. `root` is DATA_DIR, unless that user cannot reach it. */
export type DatabaseLocation = { readonly root: string; readonly dataFolder: string; readonly user: SystemUser };

export type Print = (sentence: string) => void;

export const SHARED_ROOT = '/var/lib/karat';
/** A file in DATA_DIR with the path of the database, if that is elsewhere. */
export const LOCATION_FILE = 'place';
const SOCKET_FOLDER_BYTES_MAX = 85;
const SOCKET_FOLDER_PREFIX = 'karat-';

export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** DATA_DIR belongs to our user. If another system user runs PostgreSQL, that user may traverse the folder but not list it. */
export async function prepareDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    const real = await realpath(dataDir);
    await access(real, constants.R_OK | constants.W_OK | constants.X_OK);
    const isNew = (await readdir(real)).length === 0 && (await stat(real)).uid === process.getuid?.();
    if (isNew) await chmod(real, process.getuid?.() === 0 ? 0o711 : 0o700);
    return real;
  } catch (error) {
    const reason = systemCode(error) ?? 'unknown reason';
    throw new EmbeddedError(`DATA_DIR (${dataDir}) cannot be used: ${reason}.`, { cause: error });
  }
}

/** The owner of existing data runs the server. */
async function readOwner(dataFolder: string, fallback: SystemUser): Promise<SystemUser> {
  const found = await stat(dataFolder).catch(() => undefined);
  if (found === undefined || found.uid === process.getuid?.()) return fallback;
  if (fallback === undefined) {
    throw new EmbeddedError(`${dataFolder} belongs to another account (${found.uid}). Start as that one, or as root.`);
  }
  return { uid: found.uid, gid: found.gid };
}

/** Never reuses a taken name, because it may be the database of a DATA_DIR that was moved, or removed by mistake. */
async function makeSharedRoot(dataDir: string): Promise<string> {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  await mkdir(SHARED_ROOT, { recursive: true });
  await chmod(SHARED_ROOT, 0o711);
  for (let number = 1; ; number++) {
    const root = path.join(SHARED_ROOT, number === 1 ? hash : `${hash}-${number}`);
    try {
      await mkdir(root);
      await chmod(root, 0o711);
      return root;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
  }
}

async function useSharedRoot(dataDir: string, print: Print): Promise<string> {
  const root = await makeSharedRoot(dataDir);
  await writeFile(path.join(dataDir, LOCATION_FILE), `${root}\n`);
  print(`The account that runs PostgreSQL cannot access ${dataDir}, so the database is in ${root}.`);
  return root;
}

/** Undefined when the database is in DATA_DIR itself. Throws if it was elsewhere and is gone, instead of creating an empty one. */
async function markedRoot(dataDir: string): Promise<string | undefined> {
  const marker = path.join(dataDir, LOCATION_FILE);
  const root = (await readFile(marker, 'utf8').catch(() => undefined))?.trim();
  if (root === undefined || (await exists(root))) return root;
  throw new EmbeddedError(
    `The database of ${dataDir} was in ${root}, which no longer exists. Remove ${marker} to start with an empty database.`,
  );
}

/** Decided once for a DATA_DIR and stored there, so that later changes of file modes do not move the database. */
export async function findLocation(dataDir: string, print: Print): Promise<DatabaseLocation> {
  const ordinary = await chooseServerUser();
  const at = async (root: string): Promise<DatabaseLocation> => {
    const dataFolder = path.join(root, 'postgres');
    return { root, dataFolder, user: await readOwner(dataFolder, ordinary) };
  };
  const marked = await markedRoot(dataDir);
  if (marked !== undefined) return at(marked);
  const current = await at(dataDir);
  if (current.user === undefined || (await canEnter(current.user, dataDir))) return current;
  if (await exists(current.dataFolder)) {
    throw new EmbeddedError(
      `The account that owns ${current.dataFolder} cannot reach it. Make its parent folders passable (chmod o+x).`,
    );
  }
  return at(await useSharedRoot(dataDir, print));
}

/** Whether a DATA_DIR has a database. Read-only. If access is denied, the answer is yes. */
export async function hasDatabase(dataDir: string): Promise<boolean> {
  const root = (await readFile(path.join(dataDir, LOCATION_FILE), 'utf8').catch(() => dataDir)).trim();
  return stat(path.join(root, 'postgres', 'PG_VERSION')).then(
    () => true,
    (error: unknown) => !['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? ''),
  );
}

/** A temporary name for a new data folder. Each process has its own, because a tool of a killed process may still be writing. */
export function newDataFolder(dataFolder: string): string {
  return `${dataFolder}.new-${process.pid}`;
}

/** Removes unfinished data folders of killed processes; requires the lock. What cannot be removed now stays for next time. */
export async function removeUnfinished({ root, dataFolder }: DatabaseLocation): Promise<void> {
  const prefix = `${path.basename(dataFolder)}.new-`;
  const names = (await readdir(root)).filter((name) => name.startsWith(prefix));
  for (const name of names) await rm(path.join(root, name), { recursive: true, force: true }).catch(() => undefined);
}

/** A private folder for the socket. A long path would exceed the limit of socket addresses. */
export async function makeSocketFolder({ root, user }: DatabaseLocation): Promise<string> {
  const near = path.join(root, 'socket');
  const isShort = Buffer.byteLength(near) <= SOCKET_FOLDER_BYTES_MAX;
  const temporary = Buffer.byteLength(os.tmpdir()) <= SOCKET_FOLDER_BYTES_MAX / 2 ? os.tmpdir() : '/tmp';
  const folder = isShort ? near : await mkdtemp(path.join(temporary, SOCKET_FOLDER_PREFIX));
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  await changeOwner(user, folder);
  return folder;
}

/** Removes only folders that `makeSocketFolder` creates, whatever a file in DATA_DIR says. */
export async function removeSocketFolder({ root }: DatabaseLocation, folder: string): Promise<void> {
  const isOurs = folder === path.join(root, 'socket') || path.basename(folder).startsWith(SOCKET_FOLDER_PREFIX);
  if (isOurs) await rm(folder, { recursive: true, force: true });
}
