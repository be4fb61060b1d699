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
import { bugIn } from './site-log.ts';

const MAIN = path.resolve(import.meta.dirname, '../main.ts');
const BACK_MAX_MS = 120_000;
const LOOK_EVERY_MS = 100;
const LOOK_MAX_MS = 5_000;
/** What a process that ends in peace leaves for the next: a start takes half the time. */
const COMPILED = path.resolve(import.meta.dirname, '../../../node_modules/.cache/karat-compiled');

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const isIt = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  await new Promise((resolve) => probe.close(resolve));
  return isIt;
}

/** The first that nobody has taken, from this one up. */
export async function findPort(first: number): Promise<number> {
  let port = first;
  while (!(await isFree(port))) port++;
  return port;
}

async function until(isSo: () => Promise<boolean>, says: string): Promise<void> {
  const deadline = performance.now() + BACK_MAX_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(says);
    await sleep(LOOK_EVERY_MS);
  }
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const reply = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(LOOK_MAX_MS) });
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
  /** Hears what should never be: a bug in the log, an end that nobody asked for. */
  readonly onTrouble: (says: string) => void;
};

function spawnSite({ dataDir, port, variables }: SiteOptions, hear: (line: string) => void): ChildProcess {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const place = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir };
  const own = { NODE_ENV: 'development', LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: COMPILED };
  const env = { ...inherited, ...own, ...place, ...variables };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', hear);
  return child;
}

/** What becomes of the store of the site in that folder, seen from outside. */
function createStoreWatch(dataDir: string) {
  const pid = async (): Promise<number | undefined> =>
    recordedPid((await findLocation(dataDir, () => undefined)).dataFolder);
  return {
    /** Answers which one it was. */
    async kill(): Promise<number | undefined> {
      const running = await pid();
      if (running !== undefined) process.kill(running, 'SIGKILL');
      return running;
    },
    untilAnotherThan: (gone: number | undefined): Promise<void> =>
      until(async () => ![undefined, gone].includes(await pid()), 'the store does not come back'),
  };
}

/** The program itself, in a process that can be killed and started again, on one folder and one port. */
export function createSite(options: SiteOptions) {
  const { dataDir, port, outages, onTrouble } = options;
  const origin = `http://127.0.0.1:${port}`;
  const log = createWriteStream(path.join(dataDir, 'site.log'), { flags: 'a' });
  const store = createStoreWatch(dataDir);
  let child: ChildProcess | undefined;
  // Whoever is told to stop takes the site along, which then stops its store in peace.
  const takeAlong = (): void => void child?.kill('SIGTERM');
  process.once('exit', takeAlong);

  function hear(line: string): void {
    log.write(`${line}\n`);
    const bug = bugIn(line);
    if (bug !== undefined) onTrouble(`the site logged a bug: ${bug}`);
  }

  async function untilReady(): Promise<void> {
    await until(async () => child === undefined || isReady(origin), 'the site does not come back');
    if (child === undefined) throw new Error('the site has ended by itself');
    outages.end();
  }

  async function start(): Promise<void> {
    const started = spawnSite(options, hear);
    child = started;
    started.once('exit', (code, signal) => {
      if (child !== started) return;
      child = undefined;
      outages.begin();
      onTrouble(`the site has ended by itself (${signal ?? code})`);
    });
    await untilReady();
  }

  /** Ends the process by a signal, and takes it that this was meant. */
  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const ending = child;
    child = undefined;
    outages.begin();
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = once(ending, 'exit');
    ending.kill(signal);
    // A frozen one hears nothing else.
    ending.kill('SIGCONT');
    await gone;
  }

  return {
    origin,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    /** Site and store in the same moment. */
    async cutPower(): Promise<void> {
      await Promise.all([store.kill(), end('SIGKILL')]);
    },
    /** Kills the store under the site, which has to start it again. */
    async loseStore(): Promise<void> {
      outages.begin();
      await store.untilAnotherThan(await store.kill());
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
      process.off('exit', takeAlong);
      await new Promise<void>((resolve) => void log.end(resolve));
    },
  };
}

export type Site = ReturnType<typeof createSite>;
