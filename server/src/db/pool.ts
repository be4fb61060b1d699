import { Pool } from 'pg';
import { clientConfig, type Connection } from './connection.ts';
import type { Translator } from './failures.ts';
import { createSession, runTransaction, type Session, type Sql } from './session.ts';
import { wireTypes } from './statements.ts';

const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
/** For a server that is silent altogether; the server's own deadline comes first. */
const SILENCE_MS = 500;
/** For a look at all there ever was, on a slow machine. */
const SNAPSHOT_TIMEOUT_MS = 10 * 60_000;

type PoolOptions = {
  readonly connectionsMax: number;
  readonly settings?: string;
  readonly pipeline?: boolean;
  readonly statementTimeoutMs?: number;
};

export function createPool(connection: Connection, options: PoolOptions): Pool {
  const { connectionsMax, settings, pipeline = false, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const pool = new Pool({
    ...clientConfig(connection, settings),
    types: wireTypes,
    pipeline,
    max: connectionsMax,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    query_timeout: statementTimeoutMs + SILENCE_MS,
  });
  // A connection that breaks raises 'error' besides failing its query; unheard, that would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Lends a connection for the while. */
export async function useSession<T>(
  pool: Pool,
  translator: Translator,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw translator.unavailable(error);
  });
  const session = createSession(client, translator);
  try {
    return await use(session);
  } finally {
    session.release();
  }
}

/** Reads as long as it takes, on a connection of its own; see `Db.snapshot`. */
export async function takeSnapshot<T>(
  connection: Connection,
  translator: Translator,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const pool = createPool(connection, { connectionsMax: 1, statementTimeoutMs: SNAPSHOT_TIMEOUT_MS });
  const begin = 'begin isolation level repeatable read read only';
  try {
    const { result } = await useSession(pool, translator, (session) =>
      runTransaction(session, ({ sql }) => work(sql), begin),
    );
    return result;
  } finally {
    await pool.end();
  }
}
