import type { Client, Notification } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, openClient, type Settings } from './connection.ts';
import { isConnectionBroken } from './errors.ts';
import { wireTypes } from './statements.ts';

const CLOSE_TIMEOUT_MS = 1_000;

/** A connection outside the pools that several users share. */
export type SharedClient = {
  /** Statements run one after another. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Aborted when the connection is lost or closed. */
  readonly ended: AbortSignal;
  /** Closes the connection. A server that does not respond is not waited for. */
  close(): Promise<void>;
};

type SharedClientOptions = {
  readonly heartbeatMs: number;
  /** A statement that takes longer means a lost connection. */
  readonly answerTimeoutMs: number;
  readonly settings?: Settings;
  readonly onNotification?: (notification: Notification) => void;
};

/** Opens the connection, and detects by a heartbeat when it is cut without notice. */
export async function openSharedClient(connection: Connection, options: SharedClientOptions): Promise<SharedClient> {
  const { heartbeatMs, answerTimeoutMs: query_timeout, settings = {}, onNotification } = options;
  const client: Client = await openClient(connection, { types: wireTypes, query_timeout, settings });
  const ended = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  let heartbeat: Promise<unknown> | undefined;

  async function close(): Promise<void> {
    clearInterval(timer);
    ended.abort();
    const closed = client.end().catch(() => undefined);
    await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  async function run<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    ended.signal.throwIfAborted();
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } catch (error) {
      if (isConnectionBroken(error)) void close();
      throw error;
    }
  }

  function query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const next = last.then(() => run<Row>(text, values));
    last = next.catch(() => undefined);
    return next;
  }

  const timer = setInterval(() => {
    heartbeat ??= query('select 1')
      .catch(() => undefined)
      .finally(() => (heartbeat = undefined));
  }, heartbeatMs).unref();
  if (onNotification !== undefined) client.on('notification', onNotification);
  client.once('end', () => void close());
  return { query, ended: ended.signal, close };
}
