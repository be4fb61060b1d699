import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Connection } from '#db/connection.ts';

const MAIN = path.resolve(import.meta.dirname, '../main.ts');

export type SiteProcess = {
  readonly origin: string;
  /** Every line of it so far. */
  readonly said: readonly string[];
  /** As the power cut does it: nothing is closed, nothing is said. */
  kill(): Promise<void>;
  /** As Ctrl-C does it. Resolves to the code it ended with. */
  stop(): Promise<number | null>;
  /** It lives and does nothing, while the system answers for its connections. */
  freeze(): void;
  thaw(): void;
};

type Variables = Readonly<Record<string, string>>;

/** What makes a site use a store that other processes use too, and share its secret with them. */
export function sharedDatabase(connection: Connection): Variables {
  const address =
    typeof connection === 'string'
      ? connection
      : `postgres://${connection.user}@store/${connection.database}?host=${encodeURIComponent(connection.host)}`;
  return { DATABASE_URL: address, SECRET: 'known to every process of these tests', DEMO: '0', LOG_LEVEL: 'info' };
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  // A frozen one hears nothing else.
  child.kill('SIGCONT');
  await once(child, 'close');
  return child.exitCode;
}

/**
 * The program itself in a process of its own, with its own store in a folder where no variable says otherwise; resolves
 * once it says that it is ready.
 */
export async function startSite(dataDir: string, variables: Variables = {}): Promise<SiteProcess> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const own = { NODE_ENV: 'development', PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: '1' };
  const env = { ...inherited, ...own, ...variables };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  createInterface(child.stderr).on('line', (line) => said.push(line));
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      said.push(line);
      const [address] = /http:\/\/[\w.]+:\d+/.exec(line) ?? [];
      // What it calls itself may be the address of a proxy.
      if (address !== undefined) resolve(env.PORT === '0' ? address : `http://localhost:${env.PORT}`);
    });
    child.once('close', () => reject(new Error(`the site did not start:\n${said.join('\n')}`)));
  });
  return {
    origin,
    said,
    kill: async () => void (await end(child, 'SIGKILL')),
    stop: () => end(child, 'SIGTERM'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}
