import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Db, openDb } from '#db/db.ts';
import { createLog } from '#log.ts';
import { extractBugLine } from '#simulation/log-bugs.ts';
import { STAFF } from '#simulation/staff.ts';
import { freePort } from '#testing/free-port.ts';
import { openPostgres, type PostgresProcess } from '#testing/postgres-process.ts';
import { haproxyText, openProxy } from '#testing/proxy-process.ts';
import { openRedis } from '#testing/redis-process.ts';
import { sharedDatabase, type SiteProcess, startSite } from '#testing/site-process.ts';
import { until } from '#testing/until.ts';

/** How long it takes to create and start a database on an idle machine. */
const CREATION_MS = 3_000;
/** Long enough for the load balancer to notice that a process stops. */
const DRAIN_MS = 3_000;

type Variables = Readonly<Record<string, string>>;

export type FleetOptions = {
  readonly processes: number;
  /** The folder of PostgreSQL's programs; without it those of the npm package. */
  readonly postgresPrograms?: string | undefined;
  /** Called for a bug in a log and for an unexpected exit. */
  readonly onProblem: (message: string) => void;
};

type Addresses = { readonly databaseUrl: string; readonly redisUrl: string; readonly origin: string };

/** Settings of all processes. Game servers that do not exist, because no trial plays duels. */
function settingsOf(addresses: Addresses, slowness: number): Variables {
  const gameServers = [{ location: 'istanbul', address: '127.0.0.1:9', rconPassword: 'none' }];
  return {
    ...sharedDatabase(addresses.databaseUrl),
    REDIS_URL: addresses.redisUrl,
    PUBLIC_URL: addresses.origin,
    TRUST_PROXY: 'on',
    DEMO: '1',
    PLATFORM: 'sandbox',
    ADMIN_USERNAME: STAFF.username,
    ADMIN_PASSWORD: STAFF.password,
    GAME_SERVERS: JSON.stringify(gameServers),
    DRAIN_MS: String(Math.min(60_000, Math.round(DRAIN_MS * slowness))),
    ROULETTE_BETTING_MS: '1200',
    ROULETTE_SPIN_MS: '400',
    ROULETTE_PAUSE_MS: '100',
  };
}

/** One process of the site: always on the same port. */
export type Place = {
  readonly name: string;
  readonly origin: string;
  isRunning(): boolean;
  process(): SiteProcess;
  start(changed?: Variables): Promise<void>;
  /** SIGTERM. Resolves to the exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
};

type PlaceOptions = Pick<FleetOptions, 'onProblem'> & {
  readonly number: number;
  readonly port: string;
  readonly folder: string;
  readonly settings: Variables;
};

function createPlace({ number, port, folder, settings, onProblem }: PlaceOptions): Place {
  const name = `process ${number}`;
  const log = createWriteStream(path.join(folder, `process-${number}.log`), { flags: 'a' });
  let current: SiteProcess | undefined;

  function onLine(line: string): void {
    log.write(`${line}\n`);
    const bug = extractBugLine(line);
    if (bug !== undefined) onProblem(`${name} logged a bug: ${bug}`);
  }

  function running(): SiteProcess {
    if (current === undefined) throw new Error(`${name} is not running`);
    return current;
  }

  function release(): SiteProcess | undefined {
    const released = current;
    current = undefined;
    return released;
  }

  return {
    name,
    origin: `http://127.0.0.1:${port}`,
    isRunning: () => current !== undefined,
    process: running,
    async start(changed = {}) {
      const started = await startSite(folder, { ...settings, ...changed, PORT: port }, onLine);
      current = started;
      void started.exited.then(() => {
        if (current === started) onProblem(`${name} exited unexpectedly`);
      });
    },
    stop: async () => (await release()?.stop()) ?? null,
    async kill() {
      await release()?.kill();
    },
    freeze: () => running().freeze(),
    thaw: () => running().thaw(),
  };
}

/** Where HAProxy's statistics have the status of a server. */
const STATUS_CELL = 17;

/** Sends a command to HAProxy's runtime interface. */
async function askBalancer(socketFile: string, command: string): Promise<string> {
  const socket = connect(socketFile);
  socket.write(`${command}\n`);
  return text(socket);
}

/** HAProxy with the configuration of the repository, and an interface for commands. */
async function openBalancer(folder: string, { port, origins }: { port: string; origins: readonly string[] }) {
  const socketFile = path.join(folder, 'haproxy.sock');
  const control = `global\n  stats socket ${socketFile} mode 600 level admin\n\n`;
  const stop = await openProxy({ name: 'haproxy', text: control + haproxyText({ port, origins }), port, folder });
  /** What it knows of the processes. Each is in several groups: for calls, for live connections, and for the time without a database. */
  async function readServers(): Promise<{ group: string; server: string; isUp: boolean }[]> {
    const lines = (await askBalancer(socketFile, 'show stat')).split('\n');
    return lines.flatMap((line) => {
      const cells = line.split(',');
      const [group = '', server = ''] = cells;
      return /^karat\d+$/.test(server) ? [{ group, server, isUp: cells[STATUS_CELL] === 'UP' }] : [];
    });
  }
  return {
    stop,
    /** Whether it sends requests to the process with that number, counted from 0. */
    uses: async (place: number): Promise<boolean> =>
      (await readServers()).every(
        ({ group, server, isUp }) => isUp || group === 'karat_alive' || server !== `karat${place + 1}`,
      ),
    /** Cuts all connections between clients and processes. */
    async cutConnections(): Promise<void> {
      for (const { group, server } of await readServers())
        await askBalancer(socketFile, `shutdown sessions server ${group}/${server}`);
    },
  };
}

export type Fleet = {
  readonly folder: string;
  /** The address of the load balancer. */
  readonly origin: string;
  readonly db: Db;
  readonly settings: Variables;
  readonly postgres: PostgresProcess;
  readonly redis: Awaited<ReturnType<typeof openRedis>>;
  readonly balancer: Awaited<ReturnType<typeof openBalancer>>;
  readonly places: readonly Place[];
  /** At least 1: how many times slower than an idle machine this one is. */
  readonly slowness: number;
  /** Resolves once the load balancer sends requests to the process. */
  untilUsed(place: Place): Promise<void>;
  /** Stops everything. With `keep`, the folder with the database and all logs stays. */
  stop(options: { readonly keep: boolean }): Promise<void>;
};

type Closers = (() => Promise<unknown>)[];

async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers.toReversed())
    await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
}

async function startServers({ postgresPrograms }: FleetOptions, folder: string, closers: Closers) {
  const sinceMs = performance.now();
  const postgres = await openPostgres({ folder, programs: postgresPrograms });
  const slowness = Math.max(1, (performance.now() - sinceMs) / CREATION_MS);
  closers.push(postgres.stop);
  const db = openDb({ connection: postgres.url, log: createLog('silent') });
  closers.push(() => db.close());
  const redis = await openRedis();
  closers.push(redis.stop);
  return { postgres, db, redis, slowness };
}

async function startIn(folder: string, options: FleetOptions, closers: Closers): Promise<Omit<Fleet, 'stop'>> {
  const { processes, onProblem } = options;
  const { postgres, db, redis, slowness } = await startServers(options, folder, closers);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = settingsOf({ databaseUrl: postgres.url, redisUrl: redis.url, origin }, slowness);
  const places: Place[] = [];
  for (let number = 1; number <= processes; number++) {
    places.push(createPlace({ number, port: await freePort(), folder, settings, onProblem }));
  }
  closers.push(() => Promise.all(places.map((place) => place.stop())));
  // The first alone, because it creates the tables and the demo.
  await places[0]!.start();
  await Promise.all(places.slice(1).map((place) => place.start()));
  const balancer = await openBalancer(folder, { port, origins: places.map((place) => place.origin) });
  closers.push(balancer.stop);
  const untilUsed = async (place: Place): Promise<void> => {
    const at = places.indexOf(place);
    await until(`the load balancer to use ${place.name}`, () => balancer.uses(at));
  };
  for (const place of places) await untilUsed(place);
  return { folder, origin, db, settings, postgres, redis, balancer, places, slowness, untilUsed };
}

/** Starts PostgreSQL, Redis, a load balancer and the processes of one site, in a temporary folder. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'karat-fleet-'));
  // Lets the account that runs PostgreSQL reach the files in it.
  await chmod(folder, 0o755);
  const closers: Closers = [];
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 10 });
  try {
    const fleet = await startIn(folder, options, closers);
    return {
      ...fleet,
      async stop({ keep }) {
        await closeAll(closers);
        if (!keep) await remove();
      },
    };
  } catch (error) {
    await closeAll(closers);
    await remove();
    throw error;
  }
}
