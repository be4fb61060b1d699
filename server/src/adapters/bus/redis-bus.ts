import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#log.ts';
import type { Bus, SharedSets } from './bus.ts';
import { openRedisConnection, type RedisConnection } from './redis-connection.ts';
import { createTopics } from './topics.ts';

const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 2_000;

type RedisBusOptions = {
  readonly url: string;
  /** Separates sites that share a Redis. */
  readonly site: string;
};

/** Sender, topic and content, so that a process skips its own messages without parsing them. */
const MESSAGE = /^(\w+) ([\w-]+) (.*)$/s;

/** Connects again and again; a connection that lasted begins with the shortest pause. */
async function repeatUntil(
  signal: AbortSignal,
  connect: () => Promise<void>,
  onFailed: (error: unknown) => void,
): Promise<void> {
  let pauseMs = RETRY_FIRST_MS;
  while (!signal.aborted) {
    try {
      await connect();
      pauseMs = RETRY_FIRST_MS;
    } catch (error) {
      onFailed(error);
    }
    // Jitter, so that processes do not reconnect at the same moment.
    const waitMs = pauseMs * (0.5 + Math.random());
    await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS);
  }
}

/**
 * A bus over Redis publish/subscribe, which stores nothing, with sets whose entries end by themselves. While Redis is down
 * `publish` returns false, sets reject, and the connection is retried.
 */
export function openRedisBus({ url, site }: RedisBusOptions, log: Log): Bus {
  const self = randomBytes(8).toString('hex');
  const topics = createTopics(log);
  const stopping = new AbortController();
  const counts = { sent: 0, received: 0, disconnects: 0 };
  let connection: RedisConnection | undefined;
  let isWarned = false;
  let isRefusalLogged = false;

  function onRefused(error: unknown): void {
    if (!isRefusalLogged) log.warn({ err: error }, 'Redis refused a command');
    isRefusalLogged = true;
  }

  async function useSets<Answer>(use: (sets: SharedSets) => Promise<Answer>): Promise<Answer> {
    if (connection === undefined) throw new Error('Redis is not connected');
    const { sets, isRefusal } = connection;
    return use(sets).catch((error: unknown) => {
      if (isRefusal(error)) onRefused(error);
      throw error;
    });
  }

  function onMessage(payload: string): void {
    const [, from, topic, text] = MESSAGE.exec(payload) ?? [];
    if (from === undefined || topic === undefined || text === undefined || from === self) return;
    counts.received += 1;
    topics.deliver({ topic, text, from });
  }

  function warn(error: unknown): void {
    if (!isWarned) log.warn({ err: error }, 'Redis connection lost');
    isWarned = true;
  }

  async function useConnection(opened: RedisConnection): Promise<void> {
    connection = opened;
    isWarned = false;
    log.info('Connected to Redis');
    topics.notifyOpen();
    const cause = await opened.lost;
    connection = undefined;
    if (stopping.signal.aborted) return;
    counts.disconnects += 1;
    warn(cause);
  }

  async function connectOnce(): Promise<void> {
    const opened = await openRedisConnection({ url, channel: `karat:${site}`, onMessage, onRefused });
    if (stopping.signal.aborted) await opened.close();
    else await useConnection(opened);
  }

  const done = repeatUntil(stopping.signal, connectOnce, warn);

  return {
    publish(topic, message) {
      if (connection === undefined) return false;
      counts.sent += 1;
      connection.publish(`${self} ${topic} ${JSON.stringify(message)}`);
      return true;
    },
    subscribe: topics.subscribe,
    onOpen: topics.onOpen,
    sets: {
      put: (...args) => useSets((sets) => sets.put(...args)),
      count: (set) => useSets((sets) => sets.count(set)),
      list: (set) => useSets((sets) => sets.list(set)),
      has: (...args) => useSets((sets) => sets.has(...args)),
    },
    figures: () => ({ open: Number(connection !== undefined), ...counts }),
    async close() {
      stopping.abort();
      await connection?.close();
      await done;
    },
  };
}
