import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { clientConfig, withDatabase } from '#db/connection.ts';
import { CONNECTIONS_MAX } from '#db/db.ts';
import { startLoops } from '#loops.ts';
import { createTestSite } from '#testing/test-site.ts';

const OPERATING = path.resolve(import.meta.dirname, '../../docs/operating.md');
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

test('opens as many connections as the manual says, even when busy', { timeout: 120_000 }, async () => {
  const site = await createTestSite();
  onTestFinished(() => site.close());
  const { db } = site.deps;
  const [row] = await db.sql<{ name: string }>`select current_database() as name`;
  const countConnections = await openCounter(row!.name);
  const stopLoops = startLoops(site.deps);
  onTestFinished(stopLoops);
  await vi.waitUntil(async () => (await db.sql`select from leases`).length >= LOOPS_MIN, POLLING);

  // More of them than connections, and each keeps its connection.
  const over = Promise.withResolvers<void>();
  const times = <T>(work: () => Promise<T>) => Array.from({ length: 12 }, () => work().catch(() => undefined));
  const busy = [
    ...times(() => db.transaction(() => over.promise)),
    ...times(() => db.batch(() => over.promise)),
    ...times(() => db.snapshot(() => over.promise)),
  ];
  const counts = new Set<number>();
  await vi.waitUntil(async () => {
    counts.add(await countConnections());
    return counts.has(CONNECTIONS_MAX);
  }, POLLING);
  for (let attempt = 0; attempt < 20; attempt += 1) counts.add(await countConnections());
  over.resolve();
  await Promise.all(busy);
  expect(Math.max(...counts)).toBe(CONNECTIONS_MAX);
});

test('the manual states the number of connections of a process', () => {
  expect(readFileSync(OPERATING, 'utf8')).toContain(`Each process holds up to ${CONNECTIONS_MAX} connections`);
});
