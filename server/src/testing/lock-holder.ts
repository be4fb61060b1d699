import { Client } from 'pg';
import { onTestFinished, vi } from 'vitest';
import { clientConfig, type Connection } from '#db/connection.ts';
import type { Sql } from '#db/db.ts';

const patiently = { timeout: 60_000, interval: 5 };

/** A stranger's transaction that keeps a lock, for as long as a test wants others to wait for it. */
export type LockHolder = {
  /** Resolves once the lock is had. */
  take(statement: string, values?: readonly unknown[]): Promise<number>;
  /** Whether somebody waits for what is held. */
  isBlocking(): Promise<boolean>;
  /** Resolves once somebody does. */
  untilBlocking(): Promise<void>;
  release(): Promise<void>;
};

export async function openLockHolder(connection: Connection): Promise<LockHolder> {
  const [client, onlooker] = [new Client(clientConfig(connection)), new Client(clientConfig(connection))];
  for (const each of [client, onlooker]) {
    each.on('error', () => undefined);
    await each.connect();
    onTestFinished(() => each.end());
  }
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  async function isBlocking(): Promise<boolean> {
    const { rowCount } = await onlooker.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and $1 = any(pg_blocking_pids(pid))`,
      [rows[0]!.pid],
    );
    return (rowCount ?? 0) > 0;
  }

  return {
    isBlocking,
    untilBlocking: async () => void (await vi.waitUntil(isBlocking, patiently)),
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
