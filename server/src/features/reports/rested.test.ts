import { expect, test } from 'vitest';
import { createRested } from './rested.ts';
import { createTurns } from './turns.ts';

test('what takes long is read once for all, and rests in proportion', async () => {
  let [clock, reads] = [0, 0];
  const read = createRested(
    async (key) => {
      reads += 1;
      clock += 1_000;
      if (key === 'bad') throw new Error('away');
      return reads;
    },
    { now: () => clock },
  );
  expect(await Promise.all([read('a'), read('a')])).toEqual([1, 1]);
  clock += 19_000;
  expect(await read('a')).toBe(1);
  clock += 2_000;
  expect(await read('a')).toBe(2);
  await expect(read('bad')).rejects.toThrow('away');
  await expect(read('bad')).rejects.toThrow('away');
  expect(reads).toBe(4);
});

/** Readings that end when they are told to. */
function heldReadings() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const read = (key: string) =>
    new Promise<string>((resolve) => {
      begun.push(key);
      ends.set(key, () => resolve(key));
    });
  return { begun, read, end: (key: string) => ends.get(key)!() };
}

/** All that can go on by itself has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('two readings are under way at once, the others wait in their order, and the same one is shared', async () => {
  const { begun, read, end } = heldReadings();
  const inTurn = createTurns({ atOnceMax: 2, waitingMax: 3 });
  const [reports, returns] = [createRested(read, { inTurn }), createRested(read, { inTurn })];
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
  const { read, end } = heldReadings();
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
  const { begun, read, end } = heldReadings();
  const rested = createRested(read, { inTurn, now: () => clock });
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

test('what is under way is not forgotten for what is asked after it', async () => {
  const { begun, read, end } = heldReadings();
  const rested = createRested(read);
  const slow = rested('slow');
  for (let each = 0; each < 60; each++) {
    const quick = rested(`quick ${each}`);
    end(`quick ${each}`);
    await quick;
  }
  const again = rested('slow');
  end('slow');
  expect(await Promise.all([slow, again])).toEqual(['slow', 'slow']);
  expect(begun.filter((key) => key === 'slow')).toHaveLength(1);
});
