import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { canEnter, giveTo, ordinaryAccount, type Account } from './account.ts';

/** Where the data is and who owns it. `root` is DATA_DIR, unless the account cannot reach that. */
export type Place = { readonly root: string; readonly dataFolder: string; readonly account: Account };

export const SHARED_ROOT = '/var/lib/karat';
const MARKER = 'place';
const SOCKET_FOLDER_BYTES_MAX = 85;

export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** DATA_DIR belongs to us. Where another account runs PostgreSQL, that one may pass through it, not look around. */
export async function prepareDataDir(dataDir: string): Promise<string> {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  if (!(await exists(dataDir))) await mkdir(dataDir, { recursive: true, mode });
  return realpath(dataDir);
}

/** Data that is there already decides who runs the server: its owner. */
async function ownerOf(dataFolder: string, fallback: Account): Promise<Account> {
  if (fallback === undefined || !(await exists(dataFolder))) return fallback;
  const { uid, gid } = await stat(dataFolder);
  return uid === 0 ? fallback : { uid, gid };
}

/** Data of a DATA_DIR that was since removed is not this one's: it is kept, aside. */
async function moveAside(root: string, say: (sentence: string) => void): Promise<void> {
  const aside = `${root}.${new Date().toISOString().replaceAll(':', '-')}`;
  await rename(root, aside);
  say(`Data of an earlier, removed folder was found and put aside in ${aside}.`);
}

async function placeElsewhere(dataDir: string, say: (sentence: string) => void): Promise<string> {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const root = path.join(SHARED_ROOT, hash);
  if (await exists(root)) await moveAside(root, say);
  await mkdir(root, { recursive: true, mode: 0o711 });
  await writeFile(path.join(dataDir, MARKER), `${root}\n`);
  say(`The account that runs PostgreSQL cannot reach ${dataDir}: the database is kept in ${root}.`);
  return root;
}

/** Decided once for a DATA_DIR and written down there, so that data does not depend on the modes of a later day. */
export async function findPlace(dataDir: string, say: (sentence: string) => void): Promise<Place> {
  const ordinary = await ordinaryAccount();
  const marked = await readFile(path.join(dataDir, MARKER), 'utf8').catch(() => undefined);
  const at = async (root: string): Promise<Place> => {
    const dataFolder = path.join(root, 'postgres');
    return { root, dataFolder, account: await ownerOf(dataFolder, ordinary) };
  };
  if (marked !== undefined) return at(marked.trim());
  const here = await at(dataDir);
  if (here.account === undefined || (await canEnter(here.account, dataDir))) return here;
  return at(await placeElsewhere(dataDir, say));
}

/** A folder for the socket, closed to others. A deep one would not fit into the address of a socket. */
export async function makeSocketFolder({ root, account }: Place): Promise<string> {
  const near = path.join(root, 'socket');
  await rm(near, { recursive: true, force: true });
  const isShort = Buffer.byteLength(near) <= SOCKET_FOLDER_BYTES_MAX;
  const temporary = Buffer.byteLength(os.tmpdir()) <= SOCKET_FOLDER_BYTES_MAX - 16 ? os.tmpdir() : '/tmp';
  const folder = isShort ? near : await mkdtemp(path.join(temporary, 'karat-'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await giveTo(account, folder);
  return folder;
}
