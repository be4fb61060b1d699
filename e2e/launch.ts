import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { admin } from './admin.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const READY_MAX_MS = 180_000;

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

type Running = { end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> };

type Variables = Readonly<Record<string, string>>;

async function startProcess(variables: Variables): Promise<Running> {
  const env = {
    ...process.env,
    // Long enough to bet in on a slow machine, short enough to wait for the next round.
    ROULETTE_BETTING_MS: '10000',
    // Slow enough to observe, and to join a server in time on a busy machine.
    SANDBOX_MATCH_SPEED: '2',
    ROOM_JOIN_MS: '20000',
    // Journeys compare what only their own players do.
    RESIDENTS: 'off',
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    // Shared, so that only the first start compiles.
    NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/karat-compiled'),
    ...variables,
  };
  const site = spawn(process.execPath, ['server/src/main.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  const ended = new Promise<void>((resolve) => site.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    const fail = (): void => reject(new Error(`The site did not start:\n${output.join('')}`));
    const timeout = setTimeout(fail, READY_MAX_MS);
    site.once('exit', fail);
    for (const stream of [site.stdout, site.stderr]) {
      stream.on('data', (data: Buffer) => {
        output.push(data.toString());
        if (!output.join('').includes('Karat is ready')) return;
        clearTimeout(timeout);
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

/** Starts a site with a new DATA_DIR on a free port. It can be killed and started again. */
export async function launchSite(variables: Variables = {}) {
  const [port, dataDir] = [await findFreePort(), await mkdtemp(path.join(tmpdir(), 'karat-e2e-'))];
  const siteVariables = { ...variables, PORT: String(port), DATA_DIR: dataDir };
  let running = await startProcess(siteVariables);
  return {
    origin: `http://localhost:${port}`,
    /** SIGKILL. */
    kill: () => running.end('SIGKILL'),
    async startAgain(): Promise<void> {
      running = await startProcess(siteVariables);
    },
    /** Runs the audit command while the site runs; rejects if it finds a breach. */
    async audit(): Promise<string> {
      const env = { ...process.env, ...siteVariables };
      const { stdout } = await promisify(execFile)(process.execPath, ['server/src/cli/audit.ts'], { cwd: ROOT, env });
      return stdout;
    },
    /** Makes a player an admin while the site runs. They have to sign in again. */
    async makeAdmin(username: string): Promise<void> {
      const env = { ...process.env, ...siteVariables };
      await promisify(execFile)(process.execPath, ['server/src/cli/make-admin.ts', username], { cwd: ROOT, env });
    },
    /** Makes a player one of the sandbox. The site remembers callers for a moment, so do it before their first call. */
    async makeSandboxPlayer(username: string): Promise<void> {
      const env = { ...process.env, ...siteVariables };
      const program = 'server/src/testing/sandbox-player-process.ts';
      await promisify(execFile)(process.execPath, [program, username], { cwd: ROOT, env });
    },
    async stop(): Promise<void> {
      await running.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
