import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import path from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { type Db, openDb } from '#db/db.ts';
import { createLog } from '#log.ts';
import type { TestPlayer } from './fixtures.ts';
import { createTestDatabase } from './database.ts';
import { temporaryFolder } from './folders.ts';
import { sharedDatabase, type SiteProcess, startSite } from './site-process.ts';
import { openTab, type Tab } from './tab.ts';

/** What a process that ends in peace leaves for the next: a start takes half the time, and here there are very many. */
const COMPILED = path.resolve(import.meta.dirname, '../../../node_modules/.cache/karat-compiled');

/** Below those that the system gives to whoever calls out, so that it is still free when a site that ended comes back. */
const PORTS = { min: 20_000, max: 32_000 };

export async function freePort(): Promise<string> {
  for (;;) {
    const port = randomInt(PORTS.min, PORTS.max);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => probe.close(resolve));
    if (isFree) return String(port);
  }
}

/** One store, and the processes that serve it: real ones, each at a port of its own. They end with the test. */
export async function startCluster(variables: Readonly<Record<string, string>>) {
  const database = await createTestDatabase();
  const dataDir = await temporaryFolder();
  const settings = { ...sharedDatabase(database.connection), NODE_COMPILE_CACHE: COMPILED, ...variables };
  const db = openDb({ connection: database.connection, log: createLog('silent') });
  const [sites, started]: [SiteProcess[], SiteProcess[]] = [[], []];
  const ports: string[] = [];
  onTestFinished(async () => {
    await Promise.all(started.map((site) => site.stop()));
    await db.close();
    await database.drop();
  });

  return {
    db,
    connection: database.connection,
    settings,
    sites,
    /** Any of them. */
    door: (): string => sites[Math.floor(Math.random() * sites.length)]!.origin,
    /** Starts one more, or another in the place of one that has ended; where a proxy stands before them, each finds its port again. */
    async start(place: number = sites.length): Promise<SiteProcess> {
      ports[place] ??= 'PUBLIC_URL' in variables ? await freePort() : '0';
      const site = await startSite(dataDir, { ...settings, PORT: ports[place] });
      started.push(site);
      sites[place] = site;
      return site;
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** How often the loop of that name has changed hands. */
export async function epochOf({ sql }: Db, name: string): Promise<number> {
  const [lease] = await sql<{ epoch: number }>`select epoch from leases where name = ${name}`;
  return lease?.epoch ?? 0;
}

export type Roles = { readonly owner: SiteProcess; readonly other: SiteProcess; readonly epoch: number };

/** Which of two processes leads the loop of that name, and which does not. */
export async function findLeader({ db, sites }: Cluster, name: string): Promise<Roles> {
  const found = await vi.waitUntil(
    async () => {
      const epoch = await epochOf(db, name);
      const leads = `"name":"${name}","epoch":${epoch},"msg":"this process leads a loop"`;
      const owner = sites.find(({ said }) => said.some((line) => line.includes(leads)));
      return owner && { owner, epoch };
    },
    { timeout: 60_000, interval: 20 },
  );
  return { ...found, other: sites.find((site) => site !== found.owner)! };
}

/** A connected tab of the player at that process. */
export async function openTabAt({ origin }: SiteProcess, { headers }: TestPlayer): Promise<Tab> {
  const tab = openTab(Number(new URL(origin).port), { token: headers.authorization.replace('Bearer ', '') });
  onTestFinished(() => tab.close());
  await tab.connected();
  return tab;
}
