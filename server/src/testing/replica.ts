import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { clientConfig } from '#db/connection.ts';
import { findBinaries } from '#db/embedded/binaries.ts';
import { SHARED_ROOT } from '#db/embedded/location.ts';
import { DATABASE, type Installation, launch, type Postmaster, USER } from '#db/embedded/postmaster.ts';
import { changeOwner, chooseServerUser } from '#db/embedded/system-user.ts';
import { startEmbedded } from '#db/embedded.ts';
import { createLog } from '#log.ts';

/** Fast, and without patience for long reads of the replica that are in the way of what it replays. */
const SETTINGS = {
  shared_buffers: '64MB',
  wal_keep_size: '128MB',
  max_standby_streaming_delay: '0',
  autovacuum: 'off',
};

async function runOn(client: Client, statement: string): Promise<Record<string, string>> {
  const { rows } = await client.query<Record<string, string>>(statement);
  return rows[0] ?? {};
}

/** A base backup of a running server, with what makes it a standby. */
async function copyRunning(client: Client, dataFolder: string): Promise<void> {
  const { data_directory: source = '' } = await runOn(client, 'show data_directory');
  await runOn(client, `select pg_backup_start('replica', fast => true)`);
  execFileSync('cp', ['-a', source, dataFolder]);
  for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(path.join(dataFolder, name), { force: true });
  for (const name of await readdir(path.join(dataFolder, 'pg_wal')))
    await rm(path.join(dataFolder, 'pg_wal', name), { recursive: true });
  const { labelfile = '' } = await runOn(client, 'select labelfile from pg_backup_stop(wait_for_archive => false)');
  await writeFile(path.join(dataFolder, 'backup_label'), labelfile);
  await writeFile(path.join(dataFolder, 'standby.signal'), '');
}

async function installStandby(folder: string, primary: { host: string; user: string }): Promise<Installation> {
  const user = await chooseServerUser();
  const [dataFolder, socketFolder] = [path.join(folder, 'postgres'), path.join(folder, 'socket')];
  await mkdir(socketFolder);
  const client = new Client(clientConfig({ ...primary, database: DATABASE }));
  await client.connect();
  try {
    await copyRunning(client, dataFolder);
  } finally {
    await client.end();
  }
  for (const file of [socketFolder, ...['backup_label', 'standby.signal'].map((name) => path.join(dataFolder, name))])
    await changeOwner(user, file);
  return {
    binaries: await findBinaries(user, SHARED_ROOT, () => undefined),
    user,
    dataFolder,
    socketFolder,
    logFile: path.join(folder, 'postgres.log'),
    settings: {
      ...SETTINGS,
      listen_addresses: '',
      port: '5432',
      max_connections: '60',
      primary_conninfo: `host=${primary.host} port=5432 user=${primary.user}`,
    },
  };
}

/** A primary and a streaming replica of it, on the embedded binaries. The replica can be killed and started again. */
export async function openReplicated() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'karat-test-'));
  await chmod(folder, 0o711);
  const primary = await startEmbedded({
    dataDir: path.join(folder, 'primary'),
    log: createLog('silent'),
    settings: SETTINGS,
  });
  await mkdir(path.join(folder, 'replica'));
  await chmod(path.join(folder, 'replica'), 0o711);
  const installation = await installStandby(path.join(folder, 'replica'), primary.connection);
  let replica: Postmaster | undefined;

  async function start(): Promise<void> {
    replica = await launch(installation, new AbortController().signal);
  }

  await start();
  return {
    primary: primary.connection,
    replica: { host: installation.socketFolder, user: USER, database: DATABASE },
    start,
    async kill(): Promise<void> {
      if (replica === undefined) return;
      process.kill(replica.pid, 'SIGKILL');
      await replica.exited;
    },
    async close(): Promise<void> {
      await replica?.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
