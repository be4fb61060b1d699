import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Log } from '#log.ts';
import type { Connection } from './connection.ts';
import { createErrorTranslator, type ErrorTranslator } from './errors.ts';
import { createListeners } from './listen.ts';
import { createLeases, type Lease, LEASES_CHANNEL } from './lease.ts';
import { createPool, LONG_READS, takeSnapshot, useSession } from './pool.ts';
import { createReplica, type Reader, type ReplicaFigures } from './replica.ts';
import { runTransaction, type Session, type Sql, type Tx } from './session.ts';
import { createUncertainCommits } from './uncertain-commits.ts';
import { createWriteAccess } from './write-access.ts';

export type { Reader, Sql, Tx };

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
   * For what may be some seconds old, such as reports: reads from the replica if there is one, otherwise from the database itself.
   * Nothing that decides about diamonds may read here.
   */
  reader(): Promise<Reader>;
  /** Undefined without a replica. */
  readonly replicaFigures: (() => Promise<ReplicaFigures>) | undefined;
  /**
   * Runs the work in one process at a time, the one that holds the lease of that name; returns a stop function. The signal
   * aborts when the lease is lost or the process stops. Work that ends earlier is started again. A process may have lost the
   * lease without knowing it yet: writes that rely on it begin with `assertLease`.
   */
  lead(name: string, work: (signal: AbortSignal, lease: Lease) => Promise<void>): () => Promise<void>;
  /**
   * Calls the listener after transactions that may have been committed, although they failed with `unavailable`: their effects did
   * not run. Called when the database answers again; returns a stop function.
   */
  onUncertainCommit(listener: () => void): () => void;
  /** Whether the database answers within a second. */
  isUp(): Promise<boolean>;
  figures(): { connections: number; idle: number; waiting: number; connectionsMax: number };
  close(): Promise<void>;
};

/** How many connections each pool opens at most. With 0 the process has no such transactions. */
export type PoolSizes = { readonly calls: number; readonly batches: number; readonly snapshots: number };

/** One connection per batch in flight. More would only share two cores among more processes. */
export const BATCH_CONNECTIONS_MAX = 2;
const POOL_SIZES: PoolSizes = { calls: 6, batches: BATCH_CONNECTIONS_MAX, snapshots: 2 };
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

const PROBE_TIMEOUT_MS = 900;
const PROBE_FRESH_MS = 500;
const CLOSE_TIMEOUT_MS = 5_000;

type DbOptions = {
  readonly connection: Connection;
  readonly log: Log;
  readonly replica?: Connection | undefined;
  readonly pools?: Partial<PoolSizes>;
  /** How long a caller waits for a connection. */
  readonly waitMs?: number | undefined;
  /** The only tables that statements may change; undefined: all. */
  readonly writableTables?: readonly string[] | undefined;
};

function createPools({ connection, pools, waitMs, writableTables }: DbOptions) {
  const { calls, batches, snapshots } = { ...POOL_SIZES, ...pools };
  const access = writableTables === undefined ? {} : { default_transaction_read_only: 'on' };
  const batchOptions = { connectionsMax: batches, settings: { ...BATCH_SETTINGS, ...access }, pipeline: true };
  return {
    pool: createPool(connection, { connectionsMax: calls, waitMs, settings: access }),
    batchPool: batches === 0 ? undefined : createPool(connection, batchOptions),
    snapshotPool: snapshots === 0 ? undefined : createPool(connection, { connectionsMax: snapshots, ...LONG_READS }),
  };
}

function assertPool(pool: Pool | undefined): Pool {
  assert(pool !== undefined, 'this process has no connections for such transactions');
  return pool;
}

/** A recent answer is enough to report the database as up. A probe that queues behind other requests might time out. */
function createProbe(translator: ErrorTranslator, ask: () => Promise<void>): () => Promise<boolean> {
  let probing: Promise<boolean> | undefined;

  async function probe(): Promise<boolean> {
    const answer = ask().then(
      () => true,
      () => false,
    );
    return Promise.race([answer, sleep(PROBE_TIMEOUT_MS, false, { ref: false })]);
  }

  return async () => {
    if (performance.now() - translator.answeredAtMs < PROBE_FRESH_MS) return true;
    probing ??= probe().finally(() => (probing = undefined));
    return probing;
  };
}

function runEffects(effects: readonly (() => void)[], log: Log): void {
  for (const effect of effects) {
    try {
      effect();
    } catch (error) {
      log.error({ err: error }, 'Effect after a commit failed');
    }
  }
}

/** Opens lazily: the first statement connects. While the database is down, calls are refused with `unavailable`. */
export function openDb(options: DbOptions): Db {
  const { connection, log, writableTables } = options;
  const { pool, batchPool, snapshotPool } = createPools(options);
  const access = writableTables === undefined ? undefined : createWriteAccess(writableTables);
  const translator = createErrorTranslator(log);
  const listeners = createListeners({ connection, log });
  const onPublished = (listener: () => void) =>
    listeners.listen({ channel: LEASES_CHANNEL, onMessage: listener, onMissed: listener });
  const leases = createLeases({ connection, log, onPublished });

  function withSession<T>(use: (session: Session) => Promise<T>, from = pool): Promise<T> {
    return useSession(from, translator, use);
  }

  async function transaction<T>(work: (tx: Tx) => Promise<T>, from = pool): Promise<T> {
    const done = withSession(
      (session) =>
        access === undefined
          ? runTransaction(session, work)
          : runTransaction(access.limit(session), work, 'begin read write'),
      from,
    );
    const { result, effects } = await uncertainCommits.watch(done);
    runEffects(effects, log);
    return result;
  }

  async function endPools(): Promise<void> {
    await Promise.all([replica?.close(), ...[pool, batchPool, snapshotPool].map((each) => each?.end())]);
  }

  const sql: Sql = (strings, ...values) => withSession((session) => session.sql(strings, ...values));

  async function limitedSql<Row extends object>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> {
    const isWrite = access?.isWrite(strings) === true;
    return isWrite ? transaction((tx) => tx.sql<Row>(strings, ...values)) : sql<Row>(strings, ...values);
  }

  const snapshot = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    takeSnapshot(assertPool(snapshotPool), translator, work);
  const replica =
    options.replica === undefined
      ? undefined
      : createReplica({ connection: options.replica, primary: { sql, snapshot }, log });

  let closing: Promise<unknown> | undefined;
  const probe = createProbe(translator, async () => {
    await withSession((session) => session.run({ text: 'select 1' }));
  });
  const uncertainCommits = createUncertainCommits(probe);

  return {
    sql: access === undefined ? sql : limitedSql,
    transaction: (work) => transaction(work),
    batch: async (work) => transaction(work, assertPool(batchPool)),
    snapshot,
    reader: async () => (await replica?.reader()) ?? { asOf: new Date(), sql, snapshot },
    replicaFigures: replica?.figures,
    lead: leases.lead,
    listen: (channel, onMessage, onMissed) => listeners.listen({ channel, onMessage, onMissed }),
    onUncertainCommit: uncertainCommits.onUncertain,
    isUp: probe,
    figures: () => ({
      connections: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      connectionsMax: pool.options.max,
    }),
    async close() {
      uncertainCommits.close();
      closing ??= Promise.race([endPools(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      await closing;
    },
  };
}
