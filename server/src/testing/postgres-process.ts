import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Binaries, findBinaries } from '#db/embedded/binaries.ts';
import { initialise } from '#db/embedded/initialise.ts';
import { SHARED_ROOT } from '#db/embedded/location.ts';
import { DATABASE, type Installation, launch, type Postmaster, USER } from '#db/embedded/postmaster.ts';
import { changeOwner, chooseServerUser } from '#db/embedded/system-user.ts';
import { freePort } from './free-port.ts';

/** Durable, as in production. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: '150',
  shared_buffers: '256MB',
  max_wal_size: '1GB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

type PostgresOptions = {
  /** Accounts other than ours must be able to enter it. */
  readonly folder: string;
  /** The folder with `postgres` and `initdb`; without it those of the npm package. */
  readonly programs?: string | undefined;
};

/** Starts a PostgreSQL with a new database that listens on TCP, and can be killed and started again. */
export async function openPostgres({ folder, programs }: PostgresOptions) {
  const user = await chooseServerUser();
  const port = await freePort();
  const socketFolder = path.join(folder, 'socket');
  await mkdir(socketFolder);
  await changeOwner(user, socketFolder);
  const binaries: Binaries =
    programs === undefined
      ? await findBinaries(user, SHARED_ROOT, () => undefined)
      : { postgres: path.join(programs, 'postgres'), initdb: path.join(programs, 'initdb') };
  const installation: Installation = {
    binaries,
    user,
    dataFolder: path.join(folder, 'postgres'),
    socketFolder,
    logFile: path.join(folder, 'postgres.log'),
    settings: { ...SETTINGS, port },
  };
  await initialise(installation);
  let running: Postmaster | undefined;

  async function start(): Promise<void> {
    running = await launch(installation, new AbortController().signal);
  }

  await start();
  return {
    url: `postgres://${USER}@127.0.0.1:${port}/${DATABASE}`,
    pid: () => running?.pid,
    start,
    /** SIGKILL. The next start recovers what was committed. */
    async kill(): Promise<void> {
      if (running === undefined) return;
      process.kill(running.pid, 'SIGKILL');
      await running.exited;
      running = undefined;
    },
    async stop(): Promise<void> {
      await running?.stop();
      running = undefined;
    },
  };
}

export type PostgresProcess = Awaited<ReturnType<typeof openPostgres>>;
