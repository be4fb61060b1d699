import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';

/** Tests that need Redis are skipped where it is not installed; those on `bus-hub.ts` still run. */
export const isRedisInstalled = spawnSync('redis-server', ['--version']).status === 0;

const SETTINGS = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];

/** Starts a Redis that can be stopped and started again. */
export async function openRedis() {
  const port = await freePort();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn('redis-server', ['--port', port, ...SETTINGS], { stdio: ['ignore', 'pipe', 'ignore'] });
    child = started;
    await new Promise<void>((resolve, reject) => {
      createInterface(started.stdout).on('line', (line) => /ready to accept/i.test(line) && resolve());
      started.once('close', () => reject(new Error('Redis did not start')));
    });
  }

  async function stop(): Promise<void> {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'close');
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => child?.pid,
    start,
    stop,
    /** Suspends the process. The kernel still accepts connections for it. */
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
}
