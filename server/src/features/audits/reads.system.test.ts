import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { clientConfig, withDatabase } from '#db/connection.ts';
import { fillBooks, type Shape } from '../../../bench/audit/fill.ts';
import { checkBooks } from './audits.ts';

const FEW = 4_000;
const TIMES_MORE = 4;

/** The number of rows and index entries that a full audit reads. A count, because a duration depends on the machine. */
async function readsOfAudit(shape: Shape, rows: number): Promise<number> {
  const server = withDatabase(inject('postgres'), 'postgres');
  const name = `audit_${shape}_${rows}_${process.pid}`;
  const db = await fillBooks(server, name, { shape, rows });
  onTestFinished(async () => {
    await db.close();
    const client = new Client(clientConfig(server));
    await client.connect();
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  });
  return db.snapshot(async (sql) => {
    await sql`set local max_parallel_workers_per_gather = 0`;
    const { findings } = await checkBooks(sql, 'full');
    expect(findings.flatMap((finding) => finding.breaches)).toEqual([]);
    const [row] = await sql<{ reads: number }>`
      select sum(pg_stat_get_xact_tuples_returned(oid))::int8 as reads from pg_class
      where relkind in ('r', 'i') and relnamespace in ('public'::regnamespace, 'months'::regnamespace)`;
    return row!.reads;
  });
}

test.each<[string, Shape]>([
  ['many small players', 'small'],
  ['few large players', 'large'],
  ['small players among few large ones, with outdated planner statistics', 'mixed'],
])('a full audit reads in proportion to the ledger: %s', { timeout: 60_000 }, async (_, shape) => {
  const [few, many] = [await readsOfAudit(shape, FEW), await readsOfAudit(shape, FEW * TIMES_MORE)];
  expect(many / few).toBeLessThan(TIMES_MORE);
});
