import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Log } from '#log.ts';
import { clientConfig, type Connection } from './connection.ts';
import { untilLost } from './listen.ts';

/** How long a process that is not first waits before it asks again. */
const ASK_AGAIN_MS = 5_000;
const ANSWER_TIMEOUT_MS = 5_000;

type Leading = {
  readonly connection: Connection;
  readonly log: Log;
  readonly name: string;
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly askAgainMs?: number;
};

/** A connection that holds the lock for as long as it lives; undefined while another process has it. */
async function takeLock({ connection, name }: Leading): Promise<Client | undefined> {
  const client = new Client({ ...clientConfig(connection), query_timeout: ANSWER_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ isTaken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isTaken"',
      [`karat/lead/${name}`],
    );
    if (rows[0]?.isTaken === true) return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  await client.end();
  return undefined;
}

/** Works while the lock is held, and ends both. */
async function workUnder(client: Client, { name, log, work }: Leading, stopping: AbortSignal): Promise<void> {
  const lost = new AbortController();
  const gone = untilLost(client).finally(() => lost.abort());
  try {
    await work(AbortSignal.any([stopping, lost.signal]));
  } catch (error) {
    if (!stopping.aborted && !lost.signal.aborted) log.error({ err: error, name }, 'a loop failed');
  }
  await client.end().catch(() => undefined);
  await gone;
}

/** Does the work in one process at a time, again and again until stopped; see `Db.lead`. */
export function lead(leading: Leading): () => Promise<void> {
  const { log, name, askAgainMs = ASK_AGAIN_MS } = leading;
  const stopping = new AbortController();

  async function keepAsking(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const client = await takeLock(leading);
        if (client !== undefined) await workUnder(client, leading, stopping.signal);
      } catch (error) {
        log.warn({ err: error, name }, 'the lock of a loop cannot be had');
      }
      await sleep(askAgainMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  const done = keepAsking();
  return async () => {
    stopping.abort();
    await done;
  };
}
