import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { clientConfig, withDatabase } from '#db/connection.ts';
import type { Db } from '#db/db.ts';
import { startLoops } from '#loops.ts';
import { connectionsMaxOf, PARTS, PROCESS_ROLES, type ProcessRole } from '#roles.ts';
import { createRoleSites } from '#testing/role-sites.ts';

const OPERATING = path.resolve(import.meta.dirname, '../../docs/operating.md');
const ROLES = path.resolve(import.meta.dirname, '../../docs/roles.md');
const LOOPS_MIN = 9;
const POLLING = { timeout: 60_000, interval: 20 };

/** Counts the connections of this process to a database, over a connection to another database. */
async function openCounter(database: string): Promise<() => Promise<number>> {
  const config = clientConfig(withDatabase(inject('postgres'), 'postgres'));
  const client = new Client(config);
  await client.connect();
  onTestFinished(() => client.end());
  return async () => {
    const { rows } = await client.query<{ total: number }>(
      'select count(*)::int4 as total from pg_stat_activity where datname = $1 and application_name = $2',
      [database, config.application_name],
    );
    return rows[0]!.total;
  };
}

/** More transactions than connections, each of which keeps its connection until the end. */
function keepBusy(db: Db, role: ProcessRole, end: Promise<void>): Promise<unknown> {
  const { pools } = PARTS[role];
  const times = <T>(work: () => Promise<T>) => Array.from({ length: 12 }, () => work().catch(() => undefined));
  return Promise.all([
    ...times(() => db.transaction(() => end)),
    ...(pools.batches > 0 ? times(() => db.batch(() => end)) : []),
    ...(pools.snapshots > 0 ? times(() => db.snapshot(() => end)) : []),
  ]);
}

test.each(PROCESS_ROLES)(
  'a process with the role %s opens as many connections as the manual says, even when busy',
  { timeout: 120_000 },
  async (role) => {
    const sites = await createRoleSites();
    onTestFinished(sites.close);
    const { deps } = sites.open(role);
    const { db } = deps;
    const [row] = await db.sql<{ name: string }>`select current_database() as name`;
    const countConnections = await openCounter(row!.name);
    if (PARTS[role].loops) {
      onTestFinished(startLoops(deps));
      await vi.waitUntil(async () => (await db.sql`select from leases`).length >= LOOPS_MIN, POLLING);
    }
    const over = Promise.withResolvers<void>();
    const busy = keepBusy(db, role, over.promise);
    const counts = new Set<number>();
    await vi.waitUntil(async () => {
      counts.add(await countConnections());
      return counts.has(connectionsMaxOf(role));
    }, POLLING);
    for (let attempt = 0; attempt < 20; attempt += 1) counts.add(await countConnections());
    over.resolve();
    await busy;
    expect(Math.max(...counts)).toBe(connectionsMaxOf(role));
  },
);

test('the manual states the number of connections of a process', () => {
  expect(readFileSync(OPERATING, 'utf8')).toContain(`Each process holds up to ${connectionsMaxOf('all')} connections`);
  const page = readFileSync(ROLES, 'utf8');
  for (const role of PROCESS_ROLES)
    expect(page).toMatch(new RegExp(`\\| \`${role}\` .*\\| ${connectionsMaxOf(role)} \\|`));
});
