import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = path.resolve(import.meta.dirname, '../main.ts');

export type SiteProcess = {
  readonly origin: string;
  /** As the power cut does it: nothing is closed, nothing is said. */
  kill(): Promise<void>;
  /** As Ctrl-C does it. */
  stop(): Promise<void>;
};

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'close');
}

/** The program itself in a process of its own, with its own store in a folder; resolves once it says that it is ready. */
export async function startSite(dataDir: string): Promise<SiteProcess> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = { ...inherited, NODE_ENV: 'development', PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: '1' };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  createInterface(child.stderr).on('line', (line) => said.push(line));
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      said.push(line);
      const [address] = /http:\/\/localhost:\d+/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('close', () => reject(new Error(`the site did not start:\n${said.join('\n')}`)));
  });
  return { origin, kill: () => end(child, 'SIGKILL'), stop: () => end(child, 'SIGTERM') };
}
