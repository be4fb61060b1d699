import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { admin } from './admin.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const READY_MAX_MS = 180_000;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** A running site. */
type Running = { end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> };

type Variables = Readonly<Record<string, string>>;

async function start(variables: Variables): Promise<Running> {
  const env = {
    ...process.env,
    // Long enough for slow journeys to bet in, short enough to wait for the next.
    ROULETTE_BETTING_MS: '10000',
    // Slow enough to be watched, and to come to a server in time on a busy machine.
    SANDBOX_MATCH_SPEED: '2',
    ROOM_JOIN_MS: '20000',
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    ...variables,
  };
  const site = spawn(process.execPath, ['server/src/main.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  const ended = new Promise<void>((resolve) => site.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    const tell = (): void => reject(new Error(`The site did not start:\n${said.join('')}`));
    const late = setTimeout(tell, READY_MAX_MS);
    site.once('exit', tell);
    for (const stream of [site.stdout, site.stderr]) {
      stream.on('data', (data: Buffer) => {
        said.push(data.toString());
        if (!said.join('').includes('Karat is ready')) return;
        clearTimeout(late);
        resolve();
      });
    }
  });
  return {
    async end(signal) {
      site.kill(signal);
      await ended;
    },
  };
}

/** A site as an operator would start it, on a fresh DATA_DIR and a free port, that can be lost and come back. */
export async function launchSite(variables: Variables = {}) {
  const [port, dataDir] = [await freePort(), await mkdtemp(path.join(tmpdir(), 'karat-e2e-'))];
  const own = { ...variables, PORT: String(port), DATA_DIR: dataDir };
  let running = await start(own);
  return {
    origin: `http://localhost:${port}`,
    /** As a power cut does it. */
    kill: () => running.end('SIGKILL'),
    async startAgain(): Promise<void> {
      running = await start(own);
    },
    /** What an operator is told of the books, while the site runs; rejects where they are wrong. */
    async audit(): Promise<string> {
      const env = { ...process.env, ...own };
      const { stdout } = await promisify(execFile)(process.execPath, ['server/src/cli/audit.ts'], { cwd: ROOT, env });
      return stdout;
    },
    /** As an operator gives somebody the role, while the site runs; they have to sign in again. */
    async makeAdmin(username: string): Promise<void> {
      const env = { ...process.env, ...own };
      await promisify(execFile)(process.execPath, ['server/src/cli/make-admin.ts', username], { cwd: ROOT, env });
    },
    async stop(): Promise<void> {
      await running.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
