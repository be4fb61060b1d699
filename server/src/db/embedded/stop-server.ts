import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode } from '../system-error.ts';
import { isAlive, isPostgresOn } from './processes.ts';

const POLL_MS = 20;
const FAST_STOP_MS = 10_000;
const IMMEDIATE_STOP_MS = 5_000;

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error;
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

/** A fast shutdown rolls back and checkpoints; an immediate one leaves recovery to the next start. Neither loses a commit. */
export async function stopServer(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await isGoneWithin(pid, FAST_STOP_MS)) return;
  signal(pid, 'SIGQUIT');
  if (await isGoneWithin(pid, IMMEDIATE_STOP_MS)) return;
  signal(pid, 'SIGKILL');
  await isGoneWithin(pid, IMMEDIATE_STOP_MS);
}

/** The pid that a server left in its folder; undefined when it stopped properly. */
export async function recordedPid(dataFolder: string): Promise<number | undefined> {
  const text = await readFile(path.join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  const pid = text === undefined ? NaN : Number(text.split('\n', 1)[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/** Stops a server whose parent process was killed. A pid that now belongs to another program is left alone. */
export async function stopOrphan(dataFolder: string): Promise<void> {
  const pid = await recordedPid(dataFolder);
  if (pid !== undefined && isPostgresOn(pid, dataFolder)) await stopServer(pid);
}
