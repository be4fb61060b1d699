import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode } from '../system-error.ts';
import { isSameProcessAlive, ownIdentity, type ProcessIdentity } from './processes.ts';

/** Another process uses the same data. */
export class DataDirInUse extends Error {
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(`The data in ${folder} is in use by process ${pid}. Stop it first, or set DATA_DIR to another folder.`);
    this.pid = pid;
  }
}

type Claim = ProcessIdentity & { readonly file: string; readonly isHeld: boolean };

const WAIT_MS = 1_500;
const NAME = /^(?<pid>\d+)\.(?<start>[\w-]+)$/;

function fileOf(folder: string, { pid, start }: ProcessIdentity): string {
  return path.join(folder, `${pid}.${start}`);
}

/** The claims of live processes; removes those of dead ones. Names are never reused, so no live claim is removed. */
async function liveClaims(folder: string): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const name of await readdir(folder)) {
    const { pid, start } = NAME.exec(name)?.groups ?? {};
    if (pid === undefined || start === undefined) continue;
    const file = path.join(folder, name);
    const mark = { pid: Number(pid), start };
    if (!isSameProcessAlive(mark)) await rm(file, { force: true });
    else claims.push({ ...mark, file, isHeld: (await readFile(file, 'utf8').catch(() => '')) === 'held' });
  }
  return claims;
}

/** The process that holds the lock of this folder; undefined when there is none. */
export async function findHolder(dataDir: string): Promise<number | undefined> {
  const claims = await liveClaims(path.join(dataDir, 'lock')).catch(() => []);
  return claims.find(({ isHeld }) => isHeld)?.pid;
}

/**
 * Locks the folder for this process. Each process first writes its own claim and then looks for others, so of two at once at
 * least one sees the other. A stale lock never has to be broken.
 */
export async function acquireLock(dataDir: string): Promise<() => Promise<void>> {
  const folder = path.join(dataDir, 'lock');
  await mkdir(folder, { recursive: true });
  const ownClaim = fileOf(folder, ownIdentity());
  const release = (): Promise<void> => rm(ownClaim, { force: true });
  const deadlineMs = performance.now() + WAIT_MS;

  for (;;) {
    await writeFile(ownClaim, '', { flag: 'wx' }).catch((error: unknown) => {
      throw systemCode(error) === 'EEXIST' ? new DataDirInUse(dataDir, process.pid) : error;
    });
    const [other, ...furtherClaims] = (await liveClaims(folder)).filter(({ file }) => file !== ownClaim);
    if (other === undefined) {
      await writeFile(ownClaim, 'held').catch(async (error: unknown) => {
        await release();
        throw error;
      });
      return release;
    }
    await release();
    const holder = [other, ...furtherClaims].find(({ isHeld }) => isHeld);
    if (holder !== undefined || performance.now() > deadlineMs) throw new DataDirInUse(dataDir, (holder ?? other).pid);
    await sleep(20 + Math.random() * 100);
  }
}
