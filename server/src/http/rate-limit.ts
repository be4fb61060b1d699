/** So many at once, then so many a second. */
export type Rate = { readonly burst: number; readonly perSecond: number };

export type RateLimiter = {
  /** Takes one; answers how many seconds to wait when there is none left, else 0. */
  take(key: string, rate: Rate): number;
};

type Bucket = { left: number; at: number; fullAt: number };

/** Enough for every address of a busy hour. */
const BUCKETS_MAX = 50_000;

/** Token buckets in memory, on a clock that never goes back. */
export function createRateLimiter(now: () => number = () => performance.now()): RateLimiter {
  const buckets = new Map<string, Bucket>();

  /** A bucket that has filled up again says no more than none at all; when all are in use, the oldest are forgiven. */
  function makeRoom(at: number): void {
    for (const [key, bucket] of buckets) if (bucket.fullAt <= at) buckets.delete(key);
    let surplus = buckets.size - BUCKETS_MAX / 2;
    for (const key of buckets.keys()) {
      if (surplus-- <= 0) break;
      buckets.delete(key);
    }
  }

  function newBucket(key: string, left: number, at: number): Bucket {
    if (buckets.size >= BUCKETS_MAX) makeRoom(at);
    const bucket = { left, at, fullAt: at };
    buckets.set(key, bucket);
    return bucket;
  }

  return {
    // Changed in place: it runs with every request, and moving entries about in a map costs more than the rest of it.
    take(key, { burst, perSecond }) {
      const at = now();
      const bucket = buckets.get(key) ?? newBucket(key, burst, at);
      bucket.left = Math.min(burst, bucket.left + ((at - bucket.at) / 1000) * perSecond);
      bucket.at = at;
      const isServed = bucket.left >= 1;
      if (isServed) bucket.left -= 1;
      bucket.fullAt = at + ((burst - bucket.left) / perSecond) * 1000;
      return isServed ? 0 : Math.ceil((1 - bucket.left) / perSecond);
    },
  };
}
