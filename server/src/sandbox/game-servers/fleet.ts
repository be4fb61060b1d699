import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Location, LOCATIONS } from '@karat/rules/rooms';
import type { Log } from '#log.ts';
import type { ReadyMessage, StartMessage } from './messages.ts';

const PROCESS = fileURLToPath(new URL('./main.ts', import.meta.url));
const HOST = '127.0.0.1';
const PASSWORD_BYTES = 18;
const RESTART_MS = 1_000;

export type FleetServer = { readonly location: Location; readonly address: string; readonly rconPassword: string };

/** The sandbox's game servers, one per location, in a child process. */
export type Fleet = {
  readonly servers: readonly FleetServer[];
  /** Undefined while the process is not running. */
  pid(): number | undefined;
  close(): Promise<void>;
};

type FleetOptions = { readonly log: Log; readonly roundsPerSecond: number };

function forkProcess(): ChildProcess {
  // The environment may contain secrets that the process does not need.
  return fork(PROCESS, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

/** Resolves to the ports once every server listens. */
function sendStart(child: ChildProcess, start: StartMessage): Promise<readonly number[]> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve((message as ReadyMessage).ports));
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Sandbox game servers did not start')));
    child.send(start, (error) => error !== null && reject(error));
  });
}

/** Starts the process, and restarts it after every crash. The servers keep their addresses but lose their matches. */
export async function startFleet({ log, roundsPerSecond }: FleetOptions): Promise<Fleet> {
  const rconPassword = randomBytes(PASSWORD_BYTES).toString('base64url');
  const closing = new AbortController();
  let servers: StartMessage['servers'] = LOCATIONS.map((location) => ({ location, port: 0 }));
  let child: ChildProcess | undefined;

  async function open(): Promise<void> {
    const forked = forkProcess();
    child = forked;
    try {
      const ports = await sendStart(forked, { rconPassword, roundsPerSecond, servers });
      servers = servers.map(({ location }, index) => ({ location, port: ports[index]! }));
    } catch (error) {
      forked.kill('SIGKILL');
      throw error;
    }
    forked.once('exit', () => void restart());
    forked.on('error', (error) => log.error({ err: error }, 'Sandbox game server process error'));
  }

  async function restart(): Promise<void> {
    child = undefined;
    while (!closing.signal.aborted) {
      log.warn('Sandbox game servers exited; restarting');
      await sleep(RESTART_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      try {
        return await open();
      } catch (error) {
        log.error({ err: error }, 'Sandbox game servers failed to restart');
      }
    }
  }

  await open();
  return {
    servers: servers.map(({ location, port }) => ({ location, address: `${HOST}:${port}`, rconPassword })),
    pid: () => child?.pid,
    async close() {
      closing.abort();
      const stopping = child;
      if (stopping === undefined || stopping.exitCode !== null || stopping.signalCode !== null) return;
      const gone = once(stopping, 'exit');
      stopping.kill('SIGKILL');
      await gone;
    },
  };
}
