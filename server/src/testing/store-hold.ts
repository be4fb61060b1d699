import { Client } from 'pg';
import { onTestFinished, vi } from 'vitest';
import { clientConfig, type Connection } from '#db/connection.ts';
import type { Sql } from '#db/db.ts';

const patiently = { timeout: 60_000, interval: 5 };

/** A stranger's transaction that keeps a lock, for as long as a test wants others to wait for it. */
export type Hold = {
  /** Resolves once the lock is had. */
  take(statement: string, values?: readonly unknown[]): Promise<number>;
  release(): Promise<void>;
};

export async function openHold(connection: Connection): Promise<Hold> {
  const client = new Client(clientConfig(connection));
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return {
    async take(statement, values = []) {
      await client.query('begin');
      const { rowCount } = await client.query(statement, [...values]);
      return rowCount ?? 0;
    },
    release: async () => void (await client.query('rollback')),
  };
}

/** Until a statement that reads like this waits for a lock. The store shows the first kilobyte of it. */
export async function untilWaiting(sql: Sql, pattern: string): Promise<void> {
  await vi.waitUntil(async () => {
    const waiting = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${pattern}`;
    return waiting.length > 0;
  }, patiently);
}
