import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { clientConfig } from '#db/connection.ts';
import { type Load, loadOf } from './http-load.ts';
import type { BenchStore } from './store.ts';

const run = promisify(execFile);

/** The throughput of the bare database with one call for each opening. */
export type Limit = (store: BenchStore, clients: number, seconds: number) => Promise<Load>;

/** Prepared statements over the driver, without our code. */
export const driverLimit: Limit = async (store, clients, seconds) => {
  const startMs = performance.now();
  const latenciesMs: number[] = [];
  async function keepOpening(): Promise<void> {
    const client = new Client(clientConfig(store.connection));
    await client.connect();
    while (performance.now() < startMs + seconds * 1000) {
      const player = store.firstPlayerId + Math.floor(Math.random() * store.players);
      const sentAtMs = performance.now();
      await client.query({ name: 'open', text: 'select open_singly($1, $2)', values: [player, store.caseName] });
      latenciesMs.push(performance.now() - sentAtMs);
    }
    await client.end();
  }
  await Promise.all(Array.from({ length: clients }, keepOpening));
  return loadOf(latenciesMs, performance.now() - startMs);
};

/** pgbench, the stricter of the two limits. */
export const pgbenchLimit: Limit = async (store, clients, seconds) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'karat-pgbench-'));
  try {
    const script = path.join(folder, 'open.sql');
    const last = store.firstPlayerId + store.players - 1;
    await writeFile(
      script,
      `\\set player random(${store.firstPlayerId}, ${last})\nselect open_singly(:player, '${store.caseName}');\n`,
    );
    const { host, user, database } = store.connection;
    const settings = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds), '-l'];
    const { stdout } = await run('pgbench', [...settings, '-f', script, '-h', host, '-U', user, database], {
      cwd: folder,
    });
    const logs = (await readdir(folder)).filter((name) => name.startsWith('pgbench_log'));
    const lines = (await Promise.all(logs.map((name) => readFile(path.join(folder, name), 'utf8')))).join('');
    const latenciesMs = lines
      .trim()
      .split('\n')
      .map((line) => Number(line.split(' ')[2]) / 1000);
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    return { ...loadOf(latenciesMs, seconds * 1000), perSecond };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** pgbench if it is installed, otherwise the driver. */
export async function findLimit(): Promise<{ name: string; limit: Limit }> {
  const isInstalled = await run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
  return isInstalled ? { name: 'pgbench', limit: pgbenchLimit } : { name: 'pg driver', limit: driverLimit };
}
