import { expect, test } from 'vitest';
import { createCachedReading } from '#cached-reading.ts';
import { createPendingReads } from '#testing/pending-reads.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

const REST = { freshMs: 5_000, restFactor: 20, keysMax: 50 };

/** Waits until all pending promises have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('runs two reports at once, queues the others in order and shares equal ones', async () => {
  const { started: begun, read, finish: end } = createPendingReads();
  const inTurn = createConcurrencyLimit({ atOnceMax: 2, waitingMax: 3 });
  const [reports, returns] = [
    createCachedReading(read, { ...REST, inTurn }),
    createCachedReading(read, { ...REST, inTurn }),
  ];
  const asked = [reports('a'), reports('b'), returns('c'), reports('d'), reports('a'), returns('c')];
  await settled();
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  end('a');
  await settled();
  end('c');
  end('d');
  expect(await Promise.all(asked)).toEqual(['a', 'b', 'c', 'd', 'a', 'c']);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('refuses when the queue is full, and frees the slot of a failure', async () => {
  const inTurn = createConcurrencyLimit({ atOnceMax: 1, waitingMax: 1 });
  const { read, finish: end } = createPendingReads();
  const first = inTurn(() => read('first'));
  const failed = inTurn(() => Promise.reject(new Error('away')));
  await expect(inTurn(() => read('third'))).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
  end('first');
  await expect(first).resolves.toBe('first');
  await expect(failed).rejects.toThrow('away');
  const last = inTurn(() => read('last'));
  await settled();
  end('last');
  await expect(last).resolves.toBe('last');
});

test('time in the queue does not prolong the cache time', async () => {
  let clock = 0;
  const inTurn = createConcurrencyLimit({ atOnceMax: 1, waitingMax: 1 });
  const { started: begun, read, finish: end } = createPendingReads();
  const rested = createCachedReading(read, { ...REST, inTurn, now: () => clock });
  const [first, second] = [rested('first'), rested('second')];
  await settled();
  clock += 60_000;
  end('first');
  await first;
  await settled();
  clock += 1_000;
  end('second');
  await second;
  clock += 20_000;
  void rested('second');
  await settled();
  expect(begun).toEqual(['first', 'second', 'second']);
});
