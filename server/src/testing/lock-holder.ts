import { Client } from 'pg';
import { onTestFinished, vi } from 'vitest';
import { clientConfig, type Connection } from '#db/connection.ts';
import type { Sql } from '#db/db.ts';

const WAIT_OPTIONS = { timeout: 60_000, interval: 5 };

/** A transaction on its own connection that holds a lock, so that others have to wait for it. */
export type LockHolder = {
  /** Runs the locking statement; resolves to its row count once the lock is acquired. */
  acquire(statement: string, values?: readonly unknown[]): Promise<number>;
  /** Whether another transaction waits for the lock. */
  isBlocking(): Promise<boolean>;
  /** Resolves once another transaction waits for the lock. */
  untilBlocking(): Promise<void>;
  release(): Promise<void>;
};

export async function openLockHolder(connection: Connection): Promise<LockHolder> {
  const [client, observer] = [new Client(clientConfig(connection)), new Client(clientConfig(connection))];
  for (const each of [client, observer]) {
    each.on('error', () => undefined);
    await each.connect();
    onTestFinished(() => each.end());
  }
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  async function isBlocking(): Promise<boolean> {
    const { rowCount } = await observer.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and $1 = any(pg_blocking_pids(pid))`,
      [rows[0]!.pid],
    );
    return (rowCount ?? 0) > 0;
  }

  return {
    isBlocking,
    untilBlocking: async () => void (await vi.waitUntil(isBlocking, WAIT_OPTIONS)),
    async acquire(statement, values = []) {
      await client.query('begin');
      const { rowCount } = await client.query(statement, [...values]);
      return rowCount ?? 0;
    },
    release: async () => void (await client.query('rollback')),
  };
}

/**
 * Waits until this many statements that match the pattern are blocked by a lock. Only those of this database count, because
 * other test files use the same server. PostgreSQL shows the first kilobyte of a statement.
 */
export async function untilBlocked(sql: Sql, pattern = '%', count = 1): Promise<void> {
  await vi.waitUntil(async () => {
    const blocked = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${pattern}`;
    return blocked.length >= count;
  }, WAIT_OPTIONS);
}
