import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#log.ts';
import type { Connection } from './connection.ts';
import { createErrorTranslator } from './errors.ts';
import { createListeners } from './listen.ts';
import { createLeases, type Lease } from './lease.ts';
import { createPool, type PoolOptions, takeSnapshot, useSession } from './pool.ts';
import { runTransaction, type Session, type Sql, type Tx } from './session.ts';

export type { Sql, Tx };

export type Db = {
  readonly sql: Sql;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A transaction for many players' work at once, on a pool that nothing else uses. */
  batch<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Listens to a channel; all channels share one connection, which reconnects by itself. Resolves to a stop function. Messages
   * during a disconnect are lost: `missed` is called after each reconnect.
   */
  listen(channel: string, onMessage: (payload: string) => void, onMissed?: () => void): Promise<() => Promise<void>>;
  /** Long reads on a pool that nothing else uses: every statement sees the same moment. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Runs the work in one process at a time, the one that holds the lease of that name; returns a stop function. The signal
   * aborts when the lease is lost or the process stops. Work that ends earlier is started again. A process may have lost the
   * lease without knowing it yet: writes that rely on it begin with `assertLease`.
   */
  lead(name: string, work: (signal: AbortSignal, lease: Lease) => Promise<void>): () => Promise<void>;
  /** Whether the database answers within a second. */
  isUp(): Promise<boolean>;
  figures(): { connections: number; idle: number; waiting: number; connectionsMax: number };
  close(): Promise<void>;
};

const POOL_CONNECTIONS_MAX = 6;
/**
 * Batches look up rows by key. Their statements are planned once, because planning costs as much as running; and by index,
 * because a plan made while a table was small would scan it for ever after.
 */
const BATCH_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

/** One connection per batch in flight. More would only share two cores among more processes. */
export const BATCH_CONNECTIONS_MAX = 2;
/** Connections for long reads: audits, reports, the public books. Further reads wait. */
const SNAPSHOT_CONNECTIONS_MAX = 2;
/** Long enough for a full scan of the history on a slow machine. */
const SNAPSHOT_TIMEOUT_MS = 10 * 60_000;
const SNAPSHOT_WAIT_MS = 10_000;
const SNAPSHOT_IDLE_MS = 5_000;
/** The two outside the pools are the connection of all leases and that of all channels. */
export const CONNECTIONS_MAX = POOL_CONNECTIONS_MAX + BATCH_CONNECTIONS_MAX + SNAPSHOT_CONNECTIONS_MAX + 2;
const PROBE_TIMEOUT_MS = 900;
const PROBE_FRESH_MS = 500;
const CLOSE_TIMEOUT_MS = 5_000;

function createPools(
  connection: Connection,
  { connectionsMax, waitMs }: Pick<PoolOptions, 'connectionsMax' | 'waitMs'>,
) {
  return {
    pool: createPool(connection, { connectionsMax, waitMs }),
    batchPool: createPool(connection, {
      connectionsMax: BATCH_CONNECTIONS_MAX,
      settings: BATCH_SETTINGS,
      pipeline: true,
    }),
    snapshotPool: createPool(connection, {
      connectionsMax: SNAPSHOT_CONNECTIONS_MAX,
      statementTimeoutMs: SNAPSHOT_TIMEOUT_MS,
      waitMs: SNAPSHOT_WAIT_MS,
      idleMs: SNAPSHOT_IDLE_MS,
    }),
  };
}

/** Opens lazily: the first statement connects. While the database is down, calls are refused with `unavailable`. */
export function openDb({
  connection,
  log,
  connectionsMax = POOL_CONNECTIONS_MAX,
  waitMs,
}: {
  connection: Connection;
  log: Log;
  connectionsMax?: number;
  waitMs?: number | undefined;
}): Db {
  const { pool, batchPool, snapshotPool } = createPools(connection, { connectionsMax, waitMs });
  const translator = createErrorTranslator(log);
  const leases = createLeases({ connection, log });
  const listeners = createListeners({ connection, log });

  function withSession<T>(use: (session: Session) => Promise<T>, from = pool): Promise<T> {
    return useSession(from, translator, use);
  }

  function runEffect(effect: () => void): void {
    try {
      effect();
    } catch (error) {
      log.error({ err: error }, 'Effect after a commit failed');
    }
  }

  async function transaction<T>(work: (tx: Tx) => Promise<T>, from = pool): Promise<T> {
    const { result, effects } = await withSession((session) => runTransaction(session, work), from);
    effects.forEach(runEffect);
    return result;
  }

  async function endPools(): Promise<void> {
    await Promise.all([pool.end(), batchPool.end(), snapshotPool.end()]);
  }

  let closing: Promise<unknown> | undefined;
  let probing: Promise<boolean> | undefined;
  async function probe(): Promise<boolean> {
    const answer = withSession((session) => session.run({ text: 'select 1' })).then(
      () => true,
      () => false,
    );
    return Promise.race([answer, sleep(PROBE_TIMEOUT_MS, false, { ref: false })]);
  }

  /** A recent answer is enough to report the database as up. A probe that queues behind other requests might time out. */
  async function isUp(): Promise<boolean> {
    if (performance.now() - translator.answeredAtMs < PROBE_FRESH_MS) return true;
    probing ??= probe().finally(() => (probing = undefined));
    return probing;
  }

  return {
    sql: (strings, ...values) => withSession((session) => session.sql(strings, ...values)),
    transaction: (work) => transaction(work),
    batch: (work) => transaction(work, batchPool),
    snapshot: (work) => takeSnapshot(snapshotPool, translator, work),
    lead: leases.lead,
    listen: (channel, onMessage, onMissed) => listeners.listen({ channel, onMessage, onMissed }),
    isUp,
    figures: () => ({
      connections: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      connectionsMax,
    }),
    async close() {
      closing ??= Promise.race([endPools(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      await closing;
    },
  };
}
