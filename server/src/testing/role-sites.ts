import { openDb } from '#db/db.ts';
import { readEnv } from '#env.ts';
import { createLog } from '#log.ts';
import { PARTS, type ProcessRole } from '#roles.ts';
import { composeSite, type Site } from '#site.ts';
import { createBusHub } from './bus-hub.ts';
import { createTestDatabase } from './database.ts';
import { webApp } from './test-site.ts';

const SECRET = 'known to every process of these tests';

/** Sites with roles on one database, connected as by Redis. Their loops are not started. */
export async function createRoleSites(variables: Readonly<Record<string, string>> = {}) {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const database = await createTestDatabase();
  const hub = createBusHub(log);
  const sites: Site[] = [];
  const addresses = { DATABASE_URL: 'postgres://127.0.0.1:1/unused', REDIS_URL: 'redis://127.0.0.1:1' };

  return {
    connection: database.connection,
    lines,
    open(role: ProcessRole): Site {
      const env = readEnv({ PORT: '0', ROLE: role, SECRET, ...addresses, ...variables });
      const { pools, writableTables } = PARTS[role];
      const db = openDb({ connection: database.connection, log, pools, writableTables, waitMs: 15_000 });
      const site = composeSite({ env, log, db, secret: SECRET, webApp, bus: hub.join() });
      sites.push(site);
      return site;
    },
    async close(): Promise<void> {
      await Promise.all(sites.map((site) => site.close()));
      await Promise.all(sites.map(({ deps }) => deps.db.close()));
      await database.drop();
    },
  };
}
