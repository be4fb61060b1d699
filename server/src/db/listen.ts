import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Log } from '#log.ts';
import { clientConfig, type Connection } from './connection.ts';

const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 2_000;
/** A connection cut without a word is found by asking. */
const HEARTBEAT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 5_000;

type Listening = {
  readonly connection: Connection;
  readonly log: Log;
  readonly channel: string;
  readonly hear: (payload: string) => void;
  readonly missed: (() => void) | undefined;
};

async function openListener({ connection, channel }: Listening, hear: (payload: string) => void): Promise<Client> {
  const client = new Client({ ...clientConfig(connection), query_timeout: ANSWER_TIMEOUT_MS });
  client.on('error', () => undefined);
  client.on('notification', ({ payload }) => hear(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

/** Resolves when the connection is gone, however quietly. */
export async function untilLost(client: Client, { askEveryMs = HEARTBEAT_MS } = {}): Promise<void> {
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  let asking: Promise<unknown> | undefined;
  const heartbeat = setInterval(() => {
    asking ??= client
      .query('select 1')
      .catch(() => client.end().catch(() => undefined))
      .finally(() => (asking = undefined));
  }, askEveryMs);
  heartbeat.unref();
  await ended.finally(() => clearInterval(heartbeat));
}

/** Hears a channel until stopped. The first attempt is awaited; a failed one is tried again in the background. */
export async function listen(listening: Listening): Promise<() => Promise<void>> {
  const { log, channel } = listening;
  const stopping = new AbortController();
  let client: Client | undefined;
  let isBack = false;

  const hear = (payload: string): void => tell(() => listening.hear(payload));
  function tell(effect: () => void): void {
    try {
      effect();
    } catch (error) {
      log.error({ err: error, channel }, 'a listener failed');
    }
  }

  async function open(): Promise<void> {
    try {
      client = await openListener(listening, hear);
    } catch (error) {
      log.warn({ err: error, channel }, 'the store cannot be listened to');
    }
  }

  async function keepOpen(): Promise<void> {
    let pauseMs = RETRY_FIRST_MS;
    while (!stopping.signal.aborted) {
      if (client === undefined) {
        isBack = true;
        await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
        pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS);
        if (!stopping.signal.aborted) await open();
        continue;
      }
      if (isBack && listening.missed !== undefined) tell(listening.missed);
      pauseMs = RETRY_FIRST_MS;
      await untilLost(client);
      client = undefined;
    }
  }

  await open();
  const done = keepOpen();
  return async () => {
    stopping.abort();
    await client?.end().catch(() => undefined);
    await done;
  };
}
