/** So many at once, then so many a second. */
export type Rate = { readonly burst: number; readonly perSecond: number };

export type RateLimiter = {
  /** Takes one; answers how many seconds to wait when there is none left, else 0. */
  take(key: string, rate: Rate): number;
};

type Bucket = { left: number; at: number };

/** Enough for every address of a busy hour; past it the oldest are forgotten, which only ever forgives. */
const BUCKETS_MAX = 50_000;

/** Token buckets in memory, on a clock that never goes back. */
export function createRateLimiter(now: () => number = () => performance.now()): RateLimiter {
  const buckets = new Map<string, Bucket>();

  return {
    take(key, { burst, perSecond }) {
      const at = now();
      const known = buckets.get(key);
      const left = known === undefined ? burst : Math.min(burst, known.left + ((at - known.at) / 1000) * perSecond);
      // Deleted and set again, so that the map's order is the order of last use.
      buckets.delete(key);
      if (buckets.size >= BUCKETS_MAX) {
        const [oldest] = buckets.keys();
        if (oldest !== undefined) buckets.delete(oldest);
      }
      const isServed = left >= 1;
      buckets.set(key, { left: isServed ? left - 1 : left, at });
      return isServed ? 0 : Math.ceil((1 - left) / perSecond);
    },
  };
}
