import { onTestFinished, vi } from 'vitest';
import { type Db, openDb } from '#db/db.ts';
import { createLog } from '#log.ts';
import type { TestPlayer } from './fixtures.ts';
import { createTestDatabase } from './database.ts';
import { temporaryFolder } from './folders.ts';
import { sharedDatabase, type SiteProcess, startSite } from './site-process.ts';
import { openTab, type Tab } from './tab.ts';
import { freePort } from './free-port.ts';

/** Processes that share one database, each on its own port. They stop with the test. */
export async function startCluster(variables: Readonly<Record<string, string>>) {
  const database = await createTestDatabase();
  const dataDir = await temporaryFolder();
  const settings = { ...sharedDatabase(database.connection), ...variables };
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
    /** The origin of a random process. */
    anyOrigin: (): string => sites[Math.floor(Math.random() * sites.length)]!.origin,
    /**
     * Starts a process with settings of its own, or restarts the one at `place`. With PUBLIC_URL set, a restarted process keeps its
     * port.
     */
    async start(place: number = sites.length, own: Readonly<Record<string, string>> = {}): Promise<SiteProcess> {
      ports[place] ??= 'PUBLIC_URL' in variables ? await freePort() : '0';
      const site = await startSite(dataDir, { ...settings, PORT: ports[place], ...own });
      started.push(site);
      sites[place] = site;
      return site;
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** The epoch of a loop's lease; 0 if the loop has not run. */
export async function readEpoch({ sql }: Db, name: string): Promise<number> {
  const [lease] = await sql<{ epoch: number }>`select epoch from leases where name = ${name}`;
  return lease?.epoch ?? 0;
}

export type Leadership = { readonly leader: SiteProcess; readonly follower: SiteProcess; readonly epoch: number };

/** Waits until one of two processes leads the loop, and tells which. */
export async function findLeader({ db, sites }: Cluster, name: string): Promise<Leadership> {
  const found = await vi.waitUntil(
    async () => {
      const epoch = await readEpoch(db, name);
      const leads = `"name":"${name}","epoch":${epoch},"msg":"Lease taken"`;
      const leader = sites.find(({ output }) => output.some((line) => line.includes(leads)));
      return leader && { leader, epoch };
    },
    { timeout: 60_000, interval: 20 },
  );
  return { ...found, follower: sites.find((site) => site !== found.leader)! };
}

/** Opens a connected tab of the player at a process. */
export async function openTabOn({ origin }: SiteProcess, { headers }: TestPlayer): Promise<Tab> {
  const tab = openTab(Number(new URL(origin).port), { token: headers.authorization.replace('Bearer ', '') });
  onTestFinished(() => tab.close());
  await tab.connected();
  return tab;
}
