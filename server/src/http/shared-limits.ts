import type { Bus } from '#adapters/bus/bus.ts';
import type { BucketRateLimiter, Rate, RateLimiter } from './rate-limit.ts';

const TOPIC = 'limits';
const PUBLISH_AFTER_MS = 100;
/** In one message. Beyond it each process limits on its own. */
const KEYS_PUBLISHED_MAX = 5_000;

type Spent = readonly [key: string, count: number, burst: number, perSecond: number];

/**
 * A rate limit shared by all processes without waiting for them: each serves from its own buckets immediately, then publishes what
 * it served. Requests that two processes serve at the same moment make the balance negative, so the rate holds in the long run.
 */
export function shareLimits(
  bus: Bus,
  buckets: BucketRateLimiter,
  { publishAfterMs = PUBLISH_AFTER_MS } = {},
): RateLimiter {
  const unpublished = new Map<string, { readonly rate: Rate; count: number }>();
  let timer: NodeJS.Timeout | undefined;

  function publish(): void {
    timer = undefined;
    const message = [...unpublished].map(([key, { rate, count }]): Spent => [key, count, rate.burst, rate.perSecond]);
    unpublished.clear();
    bus.publish(TOPIC, message);
  }

  function record(key: string, rate: Rate): void {
    const entry = unpublished.get(key);
    if (entry !== undefined) entry.count += 1;
    else if (unpublished.size < KEYS_PUBLISHED_MAX) unpublished.set(key, { rate, count: 1 });
    timer ??= setTimeout(publish, publishAfterMs).unref();
  }

  bus.subscribe(TOPIC, (message) => {
    for (const [key, count, burst, perSecond] of message as readonly Spent[]) {
      buckets.spend(key, { burst, perSecond }, count);
    }
  });

  return {
    take(key, rate) {
      const waitSeconds = buckets.take(key, rate);
      if (waitSeconds === 0) record(key, rate);
      return waitSeconds;
    },
  };
}
