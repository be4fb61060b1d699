import { expect, test } from 'vitest';
import { createCachedReading } from '#cached-reading.ts';
import { createPendingReads } from '#testing/pending-reads.ts';
import { createTurns } from './turns.ts';

const REST = { freshMs: 5_000, restFactor: 20, keysMax: 50 };

/** All that can go on by itself has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('two readings are under way at once, the others wait in their order, and the same one is shared', async () => {
  const { started: begun, read, finish: end } = createPendingReads();
  const inTurn = createTurns({ atOnceMax: 2, waitingMax: 3 });
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

test('a line that is full sends away, and one that failed makes room', async () => {
  const inTurn = createTurns({ atOnceMax: 1, waitingMax: 1 });
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

test('a wait for its turn does not make a reading rest longer', async () => {
  let clock = 0;
  const inTurn = createTurns({ atOnceMax: 1, waitingMax: 1 });
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
