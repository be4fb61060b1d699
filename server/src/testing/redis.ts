import { onTestFinished } from 'vitest';
import { openRedis } from './redis-process.ts';

/** Starts a Redis that the test can stop and start again. It stops with the test. */
export async function startRedis() {
  const redis = await openRedis();
  onTestFinished(redis.stop);
  return redis;
}
