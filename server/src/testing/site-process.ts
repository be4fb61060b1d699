import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Connection } from '#db/connection.ts';

const MAIN = path.resolve(import.meta.dirname, '../main.ts');
/** Compiled modules, which halve the time of a start. */
export const COMPILE_CACHE = path.resolve(import.meta.dirname, '../../../node_modules/.cache/karat-compiled');

export type SiteProcess = {
  readonly origin: string;
  /** All lines of stdout and stderr so far. */
  readonly output: readonly string[];
  /** Resolves when the process has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** SIGKILL: nothing is closed. */
  kill(): Promise<void>;
  /** SIGTERM. Resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Suspends the process. The kernel still accepts connections for it. */
  freeze(): void;
  thaw(): void;
};

type Variables = Readonly<Record<string, string>>;

/** A connection as a URL for DATABASE_URL. */
export function addressOf(connection: Connection): string {
  if (typeof connection === 'string') return connection;
  return `postgres://${connection.user}@store/${connection.database}?host=${encodeURIComponent(connection.host)}`;
}

/** Environment of processes that share one database and one secret. */
export function sharedDatabase(connection: Connection): Variables {
  return {
    DATABASE_URL: addressOf(connection),
    SECRET: 'known to every process of these tests',
    DEMO: '0',
    LOG_LEVEL: 'info',
  };
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  // A suspended process does not handle SIGTERM.
  child.kill('SIGCONT');
  await once(child, 'close');
  return child.exitCode;
}

/**
 * Starts `main.ts` in a child process; resolves once it prints its address. Without DATABASE_URL in `variables` it uses an
 * embedded database in `dataDir`.
 */
export async function startSite(
  dataDir: string,
  variables: Variables = {},
  onLine: (line: string) => void = () => undefined,
): Promise<SiteProcess> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const siteVariables = {
    NODE_ENV: 'development',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: '1',
    RESIDENTS: 'off',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  };
  const env = { ...inherited, ...siteVariables, ...variables };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  const addLine = (line: string): void => {
    output.push(line);
    onLine(line);
  };
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  createInterface(child.stderr).on('line', addLine);
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      addLine(line);
      const [address] = /http:\/\/[\w.]+:\d+/.exec(line) ?? [];
      // The printed address may be that of a proxy.
      if (address !== undefined) resolve(env.PORT === '0' ? address : `http://localhost:${env.PORT}`);
    });
    child.once('close', () => reject(new Error(`the site did not start:\n${output.join('\n')}`)));
  });
  return {
    origin,
    output,
    exited,
    kill: async () => void (await end(child, 'SIGKILL')),
    stop: () => end(child, 'SIGTERM'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}
