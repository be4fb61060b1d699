import { setTimeout as sleep } from 'node:timers/promises';
import { escapeIdentifier, type Notification } from 'pg';
import type { Log } from '#log.ts';
import type { Connection } from './connection.ts';
import { openSharedClient, type SharedClient } from './shared-client.ts';

const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 2_000;
const TIMEOUTS = { heartbeatMs: 10_000, answerTimeoutMs: 5_000 };

const listenTo = (channel: string): string => `listen ${escapeIdentifier(channel)}`;

type Listener = {
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  readonly onMissed: (() => void) | undefined;
};

/** Listeners by channel. A listener that throws does not affect the others. */
function createRegistry(log: Log) {
  const listeners = new Set<Listener>();

  function callSafely(channel: string, effect: () => void): void {
    try {
      effect();
    } catch (error) {
      log.error({ err: error, channel }, 'Channel listener failed');
    }
  }

  return {
    listeners,
    isUsed: (channel: string) => [...listeners].some((listener) => listener.channel === channel),
    notify({ channel, payload = '' }: Notification): void {
      for (const listener of listeners)
        if (listener.channel === channel) callSafely(channel, () => listener.onMessage(payload));
    },
    notifyMissed(): void {
      for (const { channel, onMissed } of listeners) if (onMissed !== undefined) callSafely(channel, onMissed);
    },
  };
}

/** Listens to any number of channels on one connection, which is open while there are listeners; see `Db.listen`. */
export function createListeners({ connection, log }: { readonly connection: Connection; readonly log: Log }) {
  const { listeners, isUsed, notify, notifyMissed } = createRegistry(log);
  let client: SharedClient | undefined;
  let opening: Promise<void> | undefined;
  let retrying: AbortController | undefined;

  async function openAll(): Promise<void> {
    const opened = await openSharedClient(connection, { ...TIMEOUTS, onNotification: notify });
    try {
      // Includes listeners that are added meanwhile.
      for (const { channel } of listeners) await opened.query(listenTo(channel));
      opened.ended.throwIfAborted();
    } catch (error) {
      await opened.close();
      throw error;
    }
    if (listeners.size === 0) return opened.close();
    client = opened;
    opened.ended.addEventListener('abort', () => onEnded(opened), { once: true });
  }

  function open(): Promise<void> {
    opening ??= openAll()
      .catch((error: unknown) => log.warn({ err: error, channels: listeners.size }, 'LISTEN connection failed'))
      .finally(() => (opening = undefined));
    return opening;
  }

  function onEnded(ended: SharedClient): void {
    if (client !== ended) return;
    client = undefined;
    void reopen();
  }

  /** Retries until the connection is back, then tells every listener that it may have missed messages. */
  async function reopen(): Promise<void> {
    const current = new AbortController();
    retrying = current;
    for (let pauseMs = RETRY_FIRST_MS; client === undefined; pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS)) {
      await sleep(pauseMs, undefined, { signal: current.signal, ref: false }).catch(() => undefined);
      if (!current.signal.aborted) await open();
      if (current.signal.aborted) return;
    }
    retrying = undefined;
    notifyMissed();
  }

  async function start({ channel }: Listener): Promise<void> {
    const opened = client;
    if (opened !== undefined) {
      // Without this channel the connection is useless: close it, so that it is opened again.
      await opened.query(listenTo(channel)).catch(() => opened.close());
    } else if (retrying === undefined) {
      await open();
      if (client === undefined && retrying === undefined) void reopen();
    }
  }

  async function unlisten(channel: string): Promise<void> {
    await client?.query(`unlisten ${escapeIdentifier(channel)}`).catch(() => undefined);
  }

  async function stop(listener: Listener): Promise<void> {
    listeners.delete(listener);
    if (listeners.size > 0) return isUsed(listener.channel) ? undefined : unlisten(listener.channel);
    retrying?.abort();
    retrying = undefined;
    const closing = client;
    client = undefined;
    await Promise.all([closing?.close(), opening]);
  }

  return {
    /** The first attempt to connect is awaited; when it fails, it is repeated in the background. */
    async listen(listener: Listener): Promise<() => Promise<void>> {
      listeners.add(listener);
      await start(listener);
      return () => stop(listener);
    },
  };
}
