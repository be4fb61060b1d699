import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { Connection } from '#db/connection.ts';
import { temporaryFolder } from './folders.ts';
import { freePort } from './free-port.ts';

const PROGRAM = ['pgbouncer', '/usr/sbin/pgbouncer'].find((name) => spawnSync(name, ['--version']).status === 0);

/** Tests that need PgBouncer are skipped where it is not installed. */
export const isPgBouncerInstalled = PROGRAM !== undefined;

type Pooling = { readonly mode: 'session' | 'transaction' | 'statement'; readonly settings?: readonly string[] };

function targetOf(connection: Connection): string {
  if (typeof connection !== 'string') return `host=${connection.host} port=5432 user=${connection.user}`;
  const { hostname, port, username, password } = new URL(connection);
  return `host=${hostname} port=${port || 5432} user=${username} password=${password}`;
}

/** Starts PgBouncer in front of a database; resolves to an address for `DATABASE_URL`. It stops with the test. */
export async function startPgBouncer(connection: Connection, { mode, settings = [] }: Pooling): Promise<string> {
  const [port, folder] = [await freePort(), await temporaryFolder()];
  const database = typeof connection === 'string' ? new URL(connection).pathname.slice(1) : connection.database;
  const lines = [
    '[databases]',
    `* = ${targetOf(connection)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    ...settings,
  ];
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(file, `${lines.join('\n')}\n`);
  await chmod(folder, 0o755);
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child: ChildProcess = spawn(PROGRAM!, [...account, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  });
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stderr!).on('line', (line) => {
      output.push(line);
      if (line.includes('process up')) resolve();
    });
    child.once('close', () => reject(new Error(`PgBouncer did not start:\n${output.join('\n')}`)));
  });
  return `postgres://anybody@127.0.0.1:${port}/${database}`;
}
