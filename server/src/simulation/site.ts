import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findLocation } from '#db/embedded/location.ts';
import { recordedPid } from '#db/embedded/stop-server.ts';
import type { Outages } from './outages.ts';
import { extractBugLine } from './log-bugs.ts';

const MAIN = path.resolve(import.meta.dirname, '../main.ts');
const START_TIMEOUT_MS = 120_000;
const POLL_MS = 100;
const READINESS_TIMEOUT_MS = 5_000;

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const canListen = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  await new Promise((resolve) => probe.close(resolve));
  return canListen;
}

/** The first free port from `first` upwards. */
export async function findPort(first: number): Promise<number> {
  let port = first;
  while (!(await isFree(port))) port++;
  return port;
}

async function until(condition: () => Promise<boolean>, timeoutMessage: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(timeoutMessage);
    await sleep(POLL_MS);
  }
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const reply = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(READINESS_TIMEOUT_MS) });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    return false;
  }
}

type SiteOptions = {
  readonly dataDir: string;
  readonly port: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly outages: Outages;
  /** Called for a bug in the log and for an unexpected exit. */
  readonly onProblem: (message: string) => void;
};

function spawnSite({ dataDir, port, variables }: SiteOptions, onLine: (line: string) => void): ChildProcess {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const siteVariables = { NODE_ENV: 'development', LOG_LEVEL: 'warn' };
  const place = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir };
  const env = { ...inherited, ...siteVariables, ...place, ...variables };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', onLine);
  return child;
}

/** Watches and kills the embedded database of the site in that data directory. */
function createDatabaseWatch(dataDir: string) {
  const pid = async (): Promise<number | undefined> =>
    recordedPid((await findLocation(dataDir, () => undefined)).dataFolder);
  return {
    /** Returns the pid of the killed process. */
    async kill(): Promise<number | undefined> {
      const running = await pid();
      if (running !== undefined) process.kill(running, 'SIGKILL');
      return running;
    },
    untilReplaced: (gone: number | undefined): Promise<void> =>
      until(async () => ![undefined, gone].includes(await pid()), 'the database did not restart'),
  };
}

/** Runs the site in a child process that can be killed and restarted, always with the same data directory and port. */
export function createSite(options: SiteOptions) {
  const { dataDir, port, outages, onProblem } = options;
  const origin = `http://127.0.0.1:${port}`;
  const log = createWriteStream(path.join(dataDir, 'site.log'), { flags: 'a' });
  const database = createDatabaseWatch(dataDir);
  let child: ChildProcess | undefined;
  // When this process exits, the site is terminated too, and shuts its database down cleanly.
  const terminateChild = (): void => void child?.kill('SIGTERM');
  process.once('exit', terminateChild);

  function handleLine(line: string): void {
    log.write(`${line}\n`);
    const bug = extractBugLine(line);
    if (bug !== undefined) onProblem(`the site logged a bug: ${bug}`);
  }

  async function untilReady(): Promise<void> {
    await until(async () => child === undefined || isReady(origin), 'the site did not restart');
    if (child === undefined) throw new Error('the site exited unexpectedly');
    outages.end();
  }

  async function start(): Promise<void> {
    const started = spawnSite(options, handleLine);
    child = started;
    started.once('exit', (code, signal) => {
      if (child !== started) return;
      child = undefined;
      outages.begin();
      onProblem(`the site exited unexpectedly (${signal ?? code})`);
    });
    await untilReady();
  }

  /** Ends the process on purpose, by a signal. */
  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const ending = child;
    child = undefined;
    outages.begin();
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = once(ending, 'exit');
    ending.kill(signal);
    // A suspended process does not handle SIGTERM.
    ending.kill('SIGCONT');
    await gone;
  }

  return {
    origin,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    /** Kills site and database at the same time. */
    async cutPower(): Promise<void> {
      await Promise.all([database.kill(), end('SIGKILL')]);
    },
    /** Kills the database; the site has to restart it. */
    async killDatabase(): Promise<void> {
      outages.begin();
      await database.untilReplaced(await database.kill());
      await untilReady();
    },
    async freezeFor(ms: number): Promise<void> {
      outages.begin();
      child?.kill('SIGSTOP');
      await sleep(ms);
      child?.kill('SIGCONT');
      await untilReady();
    },
    async close(): Promise<void> {
      process.off('exit', terminateChild);
      await new Promise<void>((resolve) => void log.end(resolve));
    },
  };
}

export type Site = ReturnType<typeof createSite>;
