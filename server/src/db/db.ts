import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#log.ts';
import type { Connection } from './connection.ts';
import { createTranslator } from './failures.ts';
import { createListeners } from './listen.ts';
import { createLeases, type Lease } from './lock.ts';
import { createPool, type PoolOptions, takeSnapshot, useSession } from './pool.ts';
import { runTransaction, type Session, type Sql, type Tx } from './session.ts';

export type { Sql, Tx };

export type Db = {
  readonly sql: Sql;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A transaction for many players' work at once, on connections that nothing else waits for. */
  batch<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Hears a channel, on one connection for all channels that comes back by itself; resolves to a stop function. What was
   * said while the connection was away is lost: `missed` is called each time it is back.
   */
  listen(channel: string, hear: (payload: string) => void, missed?: () => void): Promise<() => Promise<void>>;
  /** Reads as long as it takes, on connections that nothing else waits for: every statement sees the same moment. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Does the work in one process at a time, in whichever has the lock of that name; returns a stop function. The signal
   * says that it is time to end: the lock was lost, or the process stops. Work that ends before is begun anew. A process
   * may lead no more and not know it yet: writes that rely on leading begin with `assertLease`.
   */
  lead(name: string, work: (signal: AbortSignal, lease: Lease) => Promise<void>): () => Promise<void>;
  /** Whether the store answers, within a second. */
  isUp(): Promise<boolean>;
  figures(): { connections: number; idle: number; waiting: number; connectionsMax: number };
  close(): Promise<void>;
};

const POOL_CONNECTIONS_MAX = 6;
/**
 * What a batch asks is asked by key. Planned once, because planning costs as much as running; and by index, because a plan
 * made while a table was small would scan it for ever after.
 */
const BATCH_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

/** As many batches as are ever in flight. More connections would only share two cores among more processes. */
export const BATCH_CONNECTIONS_MAX = 2;
/** Long reads: audits, reports, the public books. One more waits for its turn. */
const SNAPSHOT_CONNECTIONS_MAX = 4;
/** For a look at all there ever was, on a slow machine. */
const SNAPSHOT_TIMEOUT_MS = 10 * 60_000;
const SNAPSHOT_WAIT_MS = 10_000;
const SNAPSHOT_IDLE_MS = 5_000;
/** The two besides the pools are that of all leases and that of all channels. */
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

/** Opens lazily: the first statement connects. A store that is away refuses with `unavailable` and is tried again. */
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
  const translator = createTranslator(log);
  const leases = createLeases({ connection, log });
  const listeners = createListeners({ connection, log });

  function withSession<T>(use: (session: Session) => Promise<T>, from = pool): Promise<T> {
    return useSession(from, translator, use);
  }

  function tell(effect: () => void): void {
    try {
      effect();
    } catch (error) {
      log.error({ err: error }, 'an effect after a commit failed');
    }
  }

  async function transaction<T>(work: (tx: Tx) => Promise<T>, from = pool): Promise<T> {
    const { result, effects } = await withSession((session) => runTransaction(session, work), from);
    effects.forEach(tell);
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

  /** A pool that is busy answering is up: a probe that had to queue behind the others would say otherwise. */
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
    listen: (channel, hear, missed) => listeners.listen({ channel, hear, missed }),
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
