import type { Bus } from '#adapters/bus/bus.ts';
import type { BucketRateLimiter, Rate, RateLimiter } from './rate-limit.ts';

const TOPIC = 'limits';
const GATHER_MS = 100;
/** In one message. Beyond it each process limits on its own. */
const KEYS_TOLD_MAX = 5_000;

type Spent = readonly [key: string, count: number, burst: number, perSecond: number];

/**
 * A rate limit shared by all processes without waiting for them: each serves from its own buckets at once, then publishes what
 * it served. Requests that two processes serve at the same moment make the balance negative, so the rate holds in the long run.
 */
export function shareLimits(bus: Bus, buckets: BucketRateLimiter, { gatherMs = GATHER_MS } = {}): RateLimiter {
  const passed = new Map<string, { readonly rate: Rate; count: number }>();
  let timer: NodeJS.Timeout | undefined;

  function tell(): void {
    timer = undefined;
    const told = [...passed].map(([key, { rate, count }]): Spent => [key, count, rate.burst, rate.perSecond]);
    passed.clear();
    bus.publish(TOPIC, told);
  }

  function note(key: string, rate: Rate): void {
    const known = passed.get(key);
    if (known !== undefined) known.count += 1;
    else if (passed.size < KEYS_TOLD_MAX) passed.set(key, { rate, count: 1 });
    timer ??= setTimeout(tell, gatherMs).unref();
  }

  bus.subscribe(TOPIC, (sent) => {
    for (const [key, count, burst, perSecond] of sent as readonly Spent[]) {
      buckets.spend(key, { burst, perSecond }, count);
    }
  });

  return {
    take(key, rate) {
      const waitSeconds = buckets.take(key, rate);
      if (waitSeconds === 0) note(key, rate);
      return waitSeconds;
    },
  };
}
