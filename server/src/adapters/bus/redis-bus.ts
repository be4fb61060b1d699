import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#log.ts';
import type { Bus } from './bus.ts';
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

/**
 * A bus over Redis publish/subscribe, which stores nothing. While Redis is down `publish` returns false, and the connection is
 * retried.
 */
export function openRedisBus({ url, site }: RedisBusOptions, log: Log): Bus {
  const self = randomBytes(8).toString('hex');
  const topics = createTopics(log);
  const stopping = new AbortController();
  const counts = { sent: 0, heard: 0, breaks: 0 };
  let line: RedisConnection | undefined;
  let isWarned = false;

  function hear(payload: string): void {
    const [, from, topic, text] = MESSAGE.exec(payload) ?? [];
    if (from === undefined || topic === undefined || text === undefined || from === self) return;
    counts.heard += 1;
    topics.hear({ topic, text, from });
  }

  function warn(error: unknown): void {
    if (!isWarned) log.warn({ err: error }, 'Redis connection lost');
    isWarned = true;
  }

  async function useConnection(opened: RedisConnection): Promise<void> {
    line = opened;
    isWarned = false;
    log.info('Connected to Redis');
    topics.tellOpen();
    const cause = await opened.lost;
    line = undefined;
    if (stopping.signal.aborted) return;
    counts.breaks += 1;
    warn(cause);
  }

  async function keepOpen(): Promise<void> {
    let pauseMs = RETRY_FIRST_MS;
    while (!stopping.signal.aborted) {
      try {
        const opened = await openRedisConnection({ url, channel: `karat:${site}`, hear });
        if (stopping.signal.aborted) return await opened.close();
        await useConnection(opened);
        pauseMs = RETRY_FIRST_MS;
      } catch (error) {
        warn(error);
      }
      // Jitter, so that processes do not reconnect at the same moment.
      const waitMs = pauseMs * (0.5 + Math.random());
      await sleep(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS);
    }
  }

  const done = keepOpen();

  return {
    publish(topic, sent) {
      if (line === undefined) return false;
      counts.sent += 1;
      line.publish(`${self} ${topic} ${JSON.stringify(sent)}`);
      return true;
    },
    subscribe: topics.subscribe,
    onOpen: topics.onOpen,
    figures: () => ({ open: Number(line !== undefined), ...counts }),
    async close() {
      stopping.abort();
      await line?.close();
      await done;
    },
  };
}
