import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#log.ts';
import { createBusHub } from '#testing/bus-hub.ts';
import { createRateLimiter, type Rate } from './rate-limit.ts';
import { shareLimits } from './shared-limits.ts';

const RATE: Rate = { burst: 4, perSecond: 1 };
const log = createLog('silent');
let hub: ReturnType<typeof createBusHub>;

beforeEach(() => {
  vi.useFakeTimers();
  hub = createBusHub(log);
});
afterEach(() => void vi.useRealTimers());

function startTwo() {
  const join = () => shareLimits(hub.join(), createRateLimiter());
  return { first: join(), second: join() };
}

const advance = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

test('counts a request of one process in the other, for the same key only', async () => {
  const { first, second } = startTwo();
  expect([1, 2, 3, 4].map(() => first.take('a', RATE))).toEqual([0, 0, 0, 0]);
  expect(first.take('a', RATE)).toBe(1);
  await advance(100);
  expect(second.take('a', RATE)).toBe(1);
  expect(second.take('b', RATE)).toBe(0);
});

test('does not count refused requests in the other process', async () => {
  const { first, second } = startTwo();
  for (let at = 0; at < 50; at += 1) first.take('a', RATE);
  await advance(1_100);
  expect(second.take('a', RATE)).toBe(0);
});

test('compensates for requests that both serve at the same moment', async () => {
  const { first, second } = startTwo();
  for (const each of [first, second]) for (let at = 0; at < 4; at += 1) expect(each.take('a', RATE)).toBe(0);
  await advance(100);
  expect(first.take('a', RATE)).toBe(5);
  await advance(4_800);
  expect([first.take('a', RATE), second.take('a', RATE)]).toEqual([1, 1]);
});

test('allows two processes no more than one in the long run', async () => {
  const { first, second } = startTwo();
  let served = 0;
  for (let tick = 0; tick < 1_000; tick += 1) {
    for (const each of [first, second]) served += Number(each.take('a', RATE) === 0);
    await advance(50);
  }
  // Fifty seconds at one a second, the burst, and what two processes may serve before they learn of each other.
  expect(served).toBeGreaterThan(45);
  expect(served).toBeLessThanOrEqual(50 + 2 * RATE.burst);
});

test('limits each process separately while the bus is down', async () => {
  const { first, second } = startTwo();
  hub.shut();
  for (const each of [first, second]) {
    expect([1, 2, 3, 4, 5].map(() => each.take('a', RATE))).toEqual([0, 0, 0, 0, 1]);
    await advance(100);
  }
});
