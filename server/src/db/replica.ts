import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@karat/contract/refusal';
import { createLog, type Log } from '#log.ts';
import { type Connection, openClient } from './connection.ts';
import { createErrorTranslator, type ErrorTranslator } from './errors.ts';
import { createPool, LONG_READS, takeSnapshot, useSession } from './pool.ts';
import type { Sql } from './session.ts';

/** Reads that may be some seconds behind. */
export type Reader = {
  /** Everything that was committed before this moment is there. */
  readonly asOf: Date;
  readonly sql: Sql;
  /** Every statement sees the same moment. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
};

/** DATABASE_REPLICA_URL is the address of another database; the message is for the operator. */
export class UnsuitableReplica extends Error {}

/** A replica that is further behind is not used: its figures would surprise, and audits rely on it. */
const LAG_MAX_MS = 20_000;
/** After a failure everything is read from the primary for this long. */
const REST_MS = 10_000;
/** A replica usually has everything within this time. */
const CATCH_UP_MS = 30;
const CATCH_UP_ATTEMPTS = 3;
/** Connections to the replica: for single statements, and for long reads. */
export const REPLICA_POOLS = { sql: 2, snapshots: 2 } as const;

type Position = { readonly isReplica: boolean; readonly isCaughtUp: boolean; readonly lastCommitAt: string | null };

export type ReplicaFigures = { readonly isUsed: boolean; readonly lagSeconds: number };

export type Replica = {
  /** A reader on the replica; undefined while it is not to be used. */
  reader(): Promise<Reader | undefined>;
  figures(): Promise<ReplicaFigures>;
  close(): Promise<void>;
};

async function selectClusterId(connection: Connection): Promise<string | undefined> {
  const client = await openClient(connection, { query_timeout: 5_000 });
  try {
    const { rows } = await client.query<{ id: string }>(
      `select system_identifier::text as id from pg_control_system()
       where has_function_privilege('pg_control_system()', 'execute')`,
    );
    return rows[0]?.id;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Throws if the replica is one of another database. One that cannot be reached now may be used later. */
export async function assertReplicaOf(primary: Connection, replica: Connection, log: Log): Promise<void> {
  const [primaryId, replicaId] = [
    await selectClusterId(primary),
    await selectClusterId(replica).catch((error: unknown) => {
      log.warn({ err: error }, 'Replica cannot be reached');
      return undefined;
    }),
  ];
  if (primaryId === undefined || replicaId === undefined || primaryId === replicaId) return;
  throw new UnsuitableReplica('The server at DATABASE_REPLICA_URL is not a replica of the one at DATABASE_URL.');
}

/** Reports failures of the replica, which are no failures of the site. */
function createTranslator(onFailure: (error: unknown) => void): ErrorTranslator {
  const inner = createErrorTranslator(createLog('silent'));
  return {
    translate(error) {
      const translated = inner.translate(error);
      if (translated instanceof Refusal && translated.code === 'unavailable') onFailure(error);
      return translated;
    },
    unavailable(error) {
      onFailure(error);
      return inner.unavailable(error);
    },
    recordSuccess: inner.recordSuccess,
    get answeredAtMs() {
      return inner.answeredAtMs;
    },
  };
}

type ReplicaOptions = {
  readonly connection: Connection;
  /** The database that it is a replica of. */
  readonly primary: Pick<Reader, 'sql' | 'snapshot'>;
  readonly log: Log;
  readonly lagMaxMs?: number;
  readonly restMs?: number;
};

/** A streaming replica, for reads that may be some seconds behind. While it is down or too far behind, it is not used. */
export function createReplica(options: ReplicaOptions): Replica {
  const { connection, primary, log, lagMaxMs = LAG_MAX_MS, restMs = REST_MS } = options;
  const pool = createPool(connection, { connectionsMax: REPLICA_POOLS.sql });
  const snapshotPool = createPool(connection, { connectionsMax: REPLICA_POOLS.snapshots, ...LONG_READS });
  const translator = createTranslator((error) => rest('Replica failed', { err: error }));
  const sql: Sql = (strings, ...values) => useSession(pool, translator, (session) => session.sql(strings, ...values));
  let restsUntilMs = -Infinity;
  let isUsed = true;

  function rest(reason: string, details: object): void {
    restsUntilMs = performance.now() + restMs;
    if (isUsed) log.warn(details, `${reason}; reading from the primary`);
    isUsed = false;
  }

  /** The position of the replica, compared with what the primary had committed before. */
  async function readPosition(): Promise<{ position: Position; committedAt: Date }> {
    const committedAt = new Date();
    const [written] = await primary.sql<{ lsn: string }>`select pg_current_wal_flush_lsn()::text as lsn`;
    for (let attempt = 1; ; attempt += 1) {
      const [position] = await sql<Position>`
        select pg_is_in_recovery() as "isReplica", pg_last_xact_replay_timestamp() as "lastCommitAt",
               coalesce(pg_last_wal_replay_lsn() >= ${written!.lsn}::pg_lsn, false) as "isCaughtUp"`;
      if (position!.isCaughtUp || attempt === CATCH_UP_ATTEMPTS) return { position: position!, committedAt };
      await sleep(CATCH_UP_MS);
    }
  }

  /** The moment that reads show at least, taken before them; undefined if it is not known. A primary is never behind. */
  async function readAsOf(): Promise<{ isReplica: boolean; asOf: Date | undefined }> {
    const { position, committedAt } = await readPosition();
    const { isReplica, isCaughtUp, lastCommitAt } = position;
    if (isCaughtUp || !isReplica) return { isReplica, asOf: committedAt };
    return { isReplica, asOf: lastCommitAt === null ? undefined : new Date(lastCommitAt) };
  }

  const lagMsOf = (asOf: Date | undefined): number =>
    asOf === undefined ? Infinity : Math.max(0, Date.now() - asOf.getTime());

  /** Decides whether to use the replica, and logs when that changes. */
  async function check(): Promise<{ asOf: Date | undefined; isUsed: boolean; lagMs: number }> {
    const { isReplica, asOf } = await readAsOf();
    const lagMs = lagMsOf(asOf);
    const isUsable = isReplica && lagMs <= lagMaxMs;
    if (!isUsable) rest(isReplica ? 'Replica is behind' : 'The server is no replica any more', { lagMs });
    else if (!isUsed) log.info({ lagMs }, 'Replica is used again');
    isUsed = isUsable;
    return { asOf, isUsed, lagMs };
  }

  /** A long read that the replica ends or cannot serve is repeated on the primary, which is at least as new. */
  async function snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    try {
      return await takeSnapshot(snapshotPool, translator, work);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'unavailable') return primary.snapshot(work);
      throw error;
    }
  }

  return {
    async reader() {
      if (performance.now() < restsUntilMs) return undefined;
      const checked = await check().catch(() => undefined);
      return checked?.isUsed === true ? { asOf: checked.asOf!, sql, snapshot } : undefined;
    },
    async figures() {
      const checked = await check().catch(() => undefined);
      return { isUsed: checked?.isUsed === true, lagSeconds: (checked?.lagMs ?? Infinity) / 1_000 };
    },
    async close() {
      await Promise.all([pool.end(), snapshotPool.end()]);
    },
  };
}
