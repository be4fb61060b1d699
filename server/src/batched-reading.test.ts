import { expect, test } from 'vitest';
import { createBatchedReading } from './batched-reading.ts';

function squares(keysMax?: number) {
  const batches: (readonly number[])[] = [];
  let failure: Error | undefined;
  const read = createBatchedReading<number, number>(
    async (keys) => {
      batches.push(keys);
      if (failure !== undefined) throw failure;
      return new Map(keys.filter((key) => key > 0).map((key) => [key, key * key]));
    },
    keysMax === undefined ? {} : { keysMax },
  );
  return { read, batches, fail: (error: Error | undefined) => void (failure = error) };
}

test('reads all keys of a turn together, each once, and answers each caller', async () => {
  const { read, batches } = squares();
  expect(await Promise.all([read(2), read(3), read(2), read(-1)])).toEqual([4, 9, 4, undefined]);
  expect(batches).toEqual([[2, 3, -1]]);
});

test('never answers from a read that began before the call', async () => {
  const { read, batches } = squares();
  await read(2);
  await read(2);
  expect(batches).toEqual([[2], [2]]);
});

test('splits large batches', async () => {
  const { read, batches } = squares(2);
  expect(await Promise.all([1, 2, 3, 4, 5].map(read))).toEqual([1, 4, 9, 16, 25]);
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

test('fails the callers of a failed read, and no later ones', async () => {
  const { read, fail } = squares();
  fail(new Error('away'));
  const outcomes = await Promise.allSettled([read(1), read(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fail(undefined);
  expect(await read(3)).toBe(9);
});
