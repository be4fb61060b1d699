import { Refusal } from '@karat/contract/refusal';

/** A token bucket: `burst` requests at once, then `perSecond`. */
export type Rate = { readonly burst: number; readonly perSecond: number };

export type RateLimiter = {
  /** Takes one token. Returns 0, or without a token the seconds to wait. */
  take(key: string, rate: Rate): number;
};

type Limited = { readonly key: string; readonly rate: Rate; readonly message: string };

/** Takes one token, or refuses with the message and the time to wait. */
export function assertRate(limits: RateLimiter, { key, rate, message }: Limited): void {
  const retryAfterSeconds = limits.take(key, rate);
  if (retryAfterSeconds > 0) throw new Refusal('too_many', message, { retryAfterSeconds });
}

/** A rate limiter that also counts requests served by other processes. */
export type BucketRateLimiter = RateLimiter & {
  /** Takes tokens for requests that another process served. The balance may become negative; then nothing is served until it recovers. */
  spend(key: string, rate: Rate, count: number): void;
};

type Bucket = { tokens: number; at: number; fullAt: number };

/** Buckets are changed in place, because this runs with every request, and moving map entries would cost more than the rest. */
function refill(bucket: Bucket, { burst, perSecond }: Rate, at: number): Bucket {
  bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
  bucket.at = at;
  return bucket;
}

function consume(bucket: Bucket, { burst, perSecond }: Rate, count: number): void {
  bucket.tokens = Math.max(-burst, bucket.tokens - count);
  bucket.fullAt = bucket.at + ((burst - bucket.tokens) / perSecond) * 1000;
}

/** Takes one token and returns 0, or without a token the seconds to wait. */
function takeFrom(bucket: Bucket, rate: Rate): number {
  const isServed = bucket.tokens >= 1;
  consume(bucket, rate, isServed ? 1 : 0);
  return isServed ? 0 : Math.ceil((1 - bucket.tokens) / rate.perSecond);
}

/** A bucket for one connection, which ends with it. Returns whether there was a token. */
export function createTokenBucket(rate: Rate): () => boolean {
  const at = performance.now();
  const bucket = { tokens: rate.burst, at, fullAt: at };
  return () => takeFrom(refill(bucket, rate, performance.now()), rate) === 0;
}

/** Enough for every address of a busy hour. */
const BUCKETS_MAX = 50_000;

/** Token buckets in memory, on a clock that never goes back. */
export function createRateLimiter(now: () => number = () => performance.now()): BucketRateLimiter {
  const buckets = new Map<string, Bucket>();

  /** A full bucket equals no bucket, so full ones are dropped first; when all are in use, the oldest are dropped. */
  function evict(at: number): void {
    for (const [key, bucket] of buckets) if (bucket.fullAt <= at) buckets.delete(key);
    let surplus = buckets.size - BUCKETS_MAX / 2;
    for (const key of buckets.keys()) {
      if (surplus-- <= 0) break;
      buckets.delete(key);
    }
  }

  function newBucket(key: string, tokens: number, at: number): Bucket {
    if (buckets.size >= BUCKETS_MAX) evict(at);
    const bucket = { tokens, at, fullAt: at };
    buckets.set(key, bucket);
    return bucket;
  }

  function bucketOf(key: string, rate: Rate): Bucket {
    const at = now();
    return refill(buckets.get(key) ?? newBucket(key, rate.burst, at), rate, at);
  }

  return {
    take: (key, rate) => takeFrom(bucketOf(key, rate), rate),
    spend: (key, rate, count) => consume(bucketOf(key, rate), rate, count),
  };
}
