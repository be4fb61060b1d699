import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { systemCode } from '../system-error.ts';

/** A process and its start time: the system reuses pids. */
export type ProcessIdentity = { readonly pid: number; readonly start: string };

function readProc(file: string): string | undefined {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** One field of `ps`; undefined when there is no such process, or no `ps`. */
function readPs(pid: number, field: string): string | undefined {
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

/** The start time of a process, as opaque text; undefined when unknown. */
function readStartTime(pid: number): string | undefined {
  if (process.platform !== 'linux') return readPs(pid, 'lstart')?.replaceAll(/\W+/g, '-');
  const stat = readProc(`${pid}/stat`);
  // The name in brackets may contain anything, even brackets; the start time is the twentieth field after it.
  const start = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  const boot = readProc('sys/kernel/random/boot_id')?.slice(0, 8);
  return start === undefined ? undefined : `${boot}-${start}`;
}

/** A killed process whose parent has not collected it yet keeps its pid. */
function isZombie(pid: number): boolean {
  const stat = process.platform === 'linux' ? readProc(`${pid}/stat`) : undefined;
  const state = stat?.slice(stat.lastIndexOf(')') + 2)[0] ?? readPs(pid, 'state')?.[0];
  return state === 'Z';
}

export function isAlive(pid: number): boolean {
  return Number.isInteger(pid) && pid > 0 && exists(pid) && !isZombie(pid);
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, start: readStartTime(process.pid) ?? 'unknown' };
}

/** True in doubt: the lock of a live process must never be taken. */
export function isSameProcessAlive({ pid, start }: ProcessIdentity): boolean {
  if (!isAlive(pid)) return false;
  const now = readStartTime(pid);
  return now === undefined || start === 'unknown' || now === start;
}

function readWorkingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Whether a process is a PostgreSQL server that was started on a folder. */
export function isPostgresOn(pid: number, folder: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return readPs(pid, 'command')?.includes(`postgres -D ${folder} `) === true;
  const [program, ...args] = readProc(`${pid}/cmdline`)?.split('\0') ?? [];
  if (program === undefined || !program.endsWith('postgres')) return false;
  // The server keeps working in a folder that was moved. In a container reading its working folder may be denied.
  return args.includes(folder) || readWorkingFolder(pid) === realpathSync(folder);
}
