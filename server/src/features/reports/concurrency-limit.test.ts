import { expect, test } from 'vitest';
import { createCachedReading } from '#cached-reading.ts';
import { createPendingReads } from '#testing/pending-reads.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

const REST = { freshMs: 5_000, restFactor: 20, keysMax: 50 };

/** Waits until all pending promises have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('runs two reports concurrently, queues the others in order and shares equal ones', async () => {
  const { started, read, finish } = createPendingReads();
  const runLimited = createConcurrencyLimit({ concurrentMax: 2, waitingMax: 3 });
  const [reports, returns] = [
    createCachedReading(read, { ...REST, runLimited }),
    createCachedReading(read, { ...REST, runLimited }),
  ];
  const results = [reports('a'), reports('b'), returns('c'), reports('d'), reports('a'), returns('c')];
  await settled();
  expect(started).toEqual(['a', 'b']);
  finish('b');
  await settled();
  expect(started).toEqual(['a', 'b', 'c']);
  finish('a');
  await settled();
  finish('c');
  finish('d');
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd', 'a', 'c']);
  expect(started).toEqual(['a', 'b', 'c', 'd']);
});

test('refuses when the queue is full, and frees the slot of a failure', async () => {
  const runLimited = createConcurrencyLimit({ concurrentMax: 1, waitingMax: 1 });
  const { read, finish } = createPendingReads();
  const first = runLimited(() => read('first'));
  const failed = runLimited(() => Promise.reject(new Error('away')));
  await expect(runLimited(() => read('third'))).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
  finish('first');
  await expect(first).resolves.toBe('first');
  await expect(failed).rejects.toThrow('away');
  const last = runLimited(() => read('last'));
  await settled();
  finish('last');
  await expect(last).resolves.toBe('last');
});

test('time in the queue does not prolong the cache time', async () => {
  let clock = 0;
  const runLimited = createConcurrencyLimit({ concurrentMax: 1, waitingMax: 1 });
  const { started, read, finish } = createPendingReads();
  const rested = createCachedReading(read, { ...REST, runLimited, now: () => clock });
  const [first, second] = [rested('first'), rested('second')];
  await settled();
  clock += 60_000;
  finish('first');
  await first;
  await settled();
  clock += 1_000;
  finish('second');
  await second;
  clock += 20_000;
  void rested('second');
  await settled();
  expect(started).toEqual(['first', 'second', 'second']);
});
