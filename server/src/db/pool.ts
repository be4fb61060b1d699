import { callbackify } from 'node:util';
import { Pool, type PoolClient } from 'pg';
import { applySettings, clientConfig, type Connection, type Settings } from './connection.ts';
import type { ErrorTranslator } from './errors.ts';
import { createSession, runTransaction, type Session, type Sql } from './session.ts';
import { wireTypes } from './statements.ts';

const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
/** Added to the server's own timeout, for a server that does not answer at all. */
const SILENCE_MS = 500;
const WAIT_MS = 2_000;
const IDLE_MS = 60_000;

/** Long enough for an audit of a month with a billion movements. */
export const LONG_READS = { statementTimeoutMs: 60 * 60_000, waitMs: 10_000, idleMs: 5_000 } as const;

export type PoolOptions = {
  readonly connectionsMax: number;
  readonly settings?: Settings;
  readonly pipeline?: boolean;
  readonly statementTimeoutMs?: number;
  /** How long a caller waits for a connection. */
  readonly waitMs?: number | undefined;
  readonly idleMs?: number;
};

/** The timeouts of a pooled connection, enforced by PostgreSQL. */
export function deadlineSettings(statementTimeoutMs = STATEMENT_TIMEOUT_MS): Settings {
  return {
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(LOCK_TIMEOUT_MS),
    idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_TIMEOUT_MS),
  };
}

export function createPool(connection: Connection, options: PoolOptions): Pool {
  const { connectionsMax, settings, pipeline = false, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const { waitMs = WAIT_MS, idleMs = IDLE_MS } = options;
  const pool = new Pool({
    ...clientConfig(connection),
    types: wireTypes,
    pipeline,
    max: connectionsMax,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: idleMs,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    // A new connection is handed out only after this callback.
    verify: callbackify((client: PoolClient) =>
      applySettings(client, { ...deadlineSettings(statementTimeoutMs), ...settings }),
    ),
  });
  // A broken connection emits 'error' in addition to failing its query; without a listener that would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Runs the callback with a connection of the pool. */
export async function useSession<T>(
  pool: Pool,
  translator: ErrorTranslator,
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

/** See `Db.snapshot`. */
export async function takeSnapshot<T>(
  pool: Pool,
  translator: ErrorTranslator,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const begin = 'begin isolation level repeatable read read only';
  const { result } = await useSession(pool, translator, (session) =>
    runTransaction(session, ({ sql }) => work(sql), begin),
  );
  return result;
}
