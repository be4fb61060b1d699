import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { systemCode } from '../system-error.ts';

/** A process and when it began: the number alone is given to another one day. */
export type ProcessMark = { readonly pid: number; readonly start: string };

function readProc(file: string): string | undefined {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** One field of `ps`; undefined when there is no such process, or no `ps`. */
function askPs(pid: number, field: string): string | undefined {
  try {
    const text = execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' });
    return text.trim() || undefined;
  } catch {
    return undefined;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

/** When a process began, as opaque text; undefined when that cannot be told. */
function startOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return askPs(pid, 'lstart')?.replaceAll(/\W+/g, '-');
  const stat = readProc(`${pid}/stat`);
  // The name in brackets may hold anything, brackets too; the start is the twentieth field after it.
  const start = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  const boot = readProc('sys/kernel/random/boot_id')?.slice(0, 8);
  return start === undefined ? undefined : `${boot}-${start}`;
}

/** A killed process that nobody has waited for yet keeps its number and does nothing. */
function isZombie(pid: number): boolean {
  const stat = process.platform === 'linux' ? readProc(`${pid}/stat`) : undefined;
  const state = stat?.slice(stat.lastIndexOf(')') + 2)[0] ?? askPs(pid, 'state')?.[0];
  return state === 'Z';
}

export function isAlive(pid: number): boolean {
  return Number.isInteger(pid) && pid > 0 && exists(pid) && !isZombie(pid);
}

export function ownMark(): ProcessMark {
  return { pid: process.pid, start: startOf(process.pid) ?? 'unknown' };
}

/** In doubt yes: what a live process holds is never taken from it. */
export function isSameProcessAlive({ pid, start }: ProcessMark): boolean {
  if (!isAlive(pid)) return false;
  const now = startOf(pid);
  return now === undefined || start === 'unknown' || now === start;
}

function workingFolderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Whether a process is a PostgreSQL server that was started on a folder. */
export function isPostgresOf(pid: number, folder: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return askPs(pid, 'command')?.includes(`postgres -D ${folder} `) === true;
  const [program, ...args] = readProc(`${pid}/cmdline`)?.split('\0') ?? [];
  if (program === undefined || !program.endsWith('postgres')) return false;
  // A folder that was moved meanwhile is still where the server works; in a container that may not be asked.
  return args.includes(folder) || workingFolderOf(pid) === realpathSync(folder);
}
