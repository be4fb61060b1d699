import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#log.ts';
import type { Bus } from './bus.ts';
import { openRedisLine, type RedisLine } from './redis-line.ts';
import { createTopics } from './topics.ts';

const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 2_000;

type Place = {
  readonly url: string;
  /** Sites that share a Redis are told apart by it. */
  readonly site: string;
};

/** Who says it, under which topic, and what: so that a process passes over its own words without reading them. */
const MESSAGE = /^(\w+) ([\w-]+) (.*)$/s;

/**
 * Speaks through the publish and subscribe of Redis, which keeps nothing. Redis may come and go: who publishes is told that
 * nobody hears, and the way is opened again by itself.
 */
export function openRedisBus({ url, site }: Place, log: Log): Bus {
  const self = randomBytes(8).toString('hex');
  const topics = createTopics(log);
  const stopping = new AbortController();
  const counts = { sent: 0, heard: 0, breaks: 0 };
  let line: RedisLine | undefined;
  let isWarned = false;

  function hear(payload: string): void {
    const [, from, topic, text] = MESSAGE.exec(payload) ?? [];
    if (from === undefined || topic === undefined || text === undefined || from === self) return;
    counts.heard += 1;
    topics.hear({ topic, text, from });
  }

  function warn(error: unknown): void {
    if (!isWarned) log.warn({ err: error }, 'Redis is away: other processes are told nothing');
    isWarned = true;
  }

  async function useLine(opened: RedisLine): Promise<void> {
    line = opened;
    isWarned = false;
    log.info('other processes are spoken to through Redis');
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
        const opened = await openRedisLine({ url, channel: `karat:${site}`, hear });
        if (stopping.signal.aborted) return await opened.close();
        await useLine(opened);
        pauseMs = RETRY_FIRST_MS;
      } catch (error) {
        warn(error);
      }
      // Spread, so that not all processes come at the same moment.
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
