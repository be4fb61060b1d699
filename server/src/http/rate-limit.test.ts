import { expect, test } from 'vitest';
import { createRateLimiter } from './rate-limit.ts';

test('allows the burst, then the rate per second', () => {
  let now = 0;
  const limiter = createRateLimiter(() => now);
  const rate = { burst: 3, perSecond: 2 };
  const take = (key = 'a') => limiter.take(key, rate);

  expect([take(), take(), take()]).toEqual([0, 0, 0]);
  expect(take()).toBe(1);
  now = 400;
  expect(take()).toBe(1);
  now = 500;
  expect(take()).toBe(0);
  expect(take('b')).toBe(0);
});

test('never accumulates more than the burst', () => {
  let now = 0;
  const limiter = createRateLimiter(() => now);
  const rate = { burst: 2, perSecond: 1 };
  now = 1_000_000;
  expect([1, 2, 3].map(() => limiter.take('a', rate))).toEqual([0, 0, 1]);
});

test('returns the exact waiting time of a slow rate', () => {
  const limiter = createRateLimiter(() => 0);
  limiter.take('a', { burst: 1, perSecond: 0.1 });
  expect(limiter.take('a', { burst: 1, perSecond: 0.1 })).toBe(10);
});

test('counts requests of other processes, up to one burst below zero', () => {
  let now = 0;
  const limiter = createRateLimiter(() => now);
  const rate = { burst: 3, perSecond: 1 };
  limiter.spend('a', rate, 2);
  expect([limiter.take('a', rate), limiter.take('a', rate)]).toEqual([0, 1]);
  limiter.spend('a', rate, 1_000);
  expect(limiter.take('a', rate)).toBe(4);
  now = 4_000;
  expect([limiter.take('a', rate), limiter.take('a', rate)]).toEqual([0, 1]);
});

test('does not release a limited address during a flood of others', () => {
  let now = 0;
  const limiter = createRateLimiter(() => now);
  const rate = { burst: 1, perSecond: 0.001 };
  limiter.take('held', rate);
  now = 1;
  // Each of these buckets is full again when the next request comes.
  for (let i = 0; i < 120_000; i++) {
    now += 0.01;
    limiter.take(`passing ${i}`, { burst: 10, perSecond: 1_000_000 });
  }
  expect(limiter.take('held', rate)).toBeGreaterThan(0);
});
