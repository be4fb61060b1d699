import { Refusal } from '@karat/contract/refusal';

/** So many at once, then so many a second. */
export type Rate = { readonly burst: number; readonly perSecond: number };

export type RateLimiter = {
  /** Takes one; answers how many seconds to wait when there is none left, else 0. */
  take(key: string, rate: Rate): number;
};

type Limited = { readonly key: string; readonly rate: Rate; readonly message: string };

/** Takes one, or refuses with the message and the time to wait. */
export function assertRate(limits: RateLimiter, { key, rate, message }: Limited): void {
  const retryAfterSeconds = limits.take(key, rate);
  if (retryAfterSeconds > 0) throw new Refusal('too_many', message, { retryAfterSeconds });
}

/** A limiter whose buckets others may draw from as well. */
export type Buckets = RateLimiter & {
  /** Takes what somebody else has let pass, be it there or not: a bucket that owes serves nobody until it has made up for it. */
  spend(key: string, rate: Rate, count: number): void;
};

type Bucket = { left: number; at: number; fullAt: number };

/** Enough for every address of a busy hour. */
const BUCKETS_MAX = 50_000;

/** Token buckets in memory, on a clock that never goes back. */
export function createRateLimiter(now: () => number = () => performance.now()): Buckets {
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

  // Changed in place: it runs with every request, and moving entries about in a map costs more than the rest of it.
  function fill(key: string, { burst, perSecond }: Rate): Bucket {
    const at = now();
    const bucket = buckets.get(key) ?? newBucket(key, burst, at);
    bucket.left = Math.min(burst, bucket.left + ((at - bucket.at) / 1000) * perSecond);
    bucket.at = at;
    return bucket;
  }

  function draw(bucket: Bucket, { burst, perSecond }: Rate, count: number): void {
    bucket.left = Math.max(-burst, bucket.left - count);
    bucket.fullAt = bucket.at + ((burst - bucket.left) / perSecond) * 1000;
  }

  return {
    take(key, rate) {
      const bucket = fill(key, rate);
      const isServed = bucket.left >= 1;
      draw(bucket, rate, isServed ? 1 : 0);
      return isServed ? 0 : Math.ceil((1 - bucket.left) / rate.perSecond);
    },
    spend(key, rate, count) {
      draw(fill(key, rate), rate, count);
    },
  };
}
