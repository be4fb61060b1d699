import { Refusal } from '@karat/contract/refusal';
import { DatabaseError } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createBatcher } from './batcher.ts';
import { runTransaction, type Session } from './session.ts';

type Element = { readonly playerId: number; readonly name: string };

const element = (playerId: number, name = `of ${playerId}`): Element => ({ playerId, name });

/** Batches that the test finishes by hand, one after another. */
function createManualBatches() {
  const startedBatches: { names: string[]; finish: () => void; fail: (error: unknown) => void }[] = [];
  const run = (batch: readonly Element[]): Promise<string[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    const names = batch.map(({ name }) => name);
    startedBatches.push({ names, finish: () => resolve(names.map((name) => `${name} done`)), fail: reject });
    return promise;
  };
  return { begun: startedBatches, run };
}

/** The error of a transaction that was rolled back. */
async function rolledBack(error: Error): Promise<Error> {
  const run = async () => ({ command: 'ROLLBACK' });
  const fail = async () => {
    throw error;
  };
  await expect(runTransaction({ isSpoiled: false, run } as unknown as Session, fail)).rejects.toBe(error);
  return error;
}

/** Long enough for a finished batch to start the next. */
async function nextTick(): Promise<void> {
  for (let ticks = 0; ticks < 3; ticks++) await new Promise((resolve) => setImmediate(resolve));
}

test('batches what arrives within a tick and answers in order', async () => {
  const { begun: startedBatches, run } = createManualBatches();
  const batcher = createBatcher(run);
  const outs = Promise.all([batcher.add(element(3)), batcher.add(element(1)), batcher.add(element(2))]);
  await nextTick();
  expect(startedBatches.map(({ names }) => names)).toEqual([['of 3', 'of 1', 'of 2']]);
  startedBatches[0]!.finish();
  expect(await outs).toEqual(['of 3 done', 'of 1 done', 'of 2 done']);
});

test('limits the size and the number of batches in flight', async () => {
  const { begun: startedBatches, run } = createManualBatches();
  const batcher = createBatcher(run, { sizeMax: 2, inFlightMax: 2 });
  const outs = Promise.all([1, 2, 3, 4, 5].map((playerId) => batcher.add(element(playerId))));
  await nextTick();
  expect(startedBatches.map(({ names }) => names)).toEqual([
    ['of 1', 'of 2'],
    ['of 3', 'of 4'],
  ]);
  expect(batcher.figures()).toMatchObject({ waiting: 1, inFlight: 2 });
  startedBatches[0]!.finish();
  startedBatches[1]!.finish();
  await nextTick();
  startedBatches[2]!.finish();
  expect(await outs).toHaveLength(5);
});

describe('while a batch is in flight, the next one gathers elements', () => {
  const gather = async (options: { readonly sizeMax: number }, first: readonly number[]) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { begun: startedBatches, run } = createManualBatches();
    const batcher = createBatcher(run, { inFlightMax: 3, gatherMs: 5, ...options });
    const outs: Promise<string>[] = [];
    const add = async (...playerIds: readonly number[]) => {
      outs.push(...playerIds.map((playerId) => batcher.add(element(playerId))));
      await nextTick();
    };
    await add(...first);
    const names = () => startedBatches.map((batch) => batch.names);
    return { startedBatches, outs, add, names };
  };

  test('until the first one has waited', async () => {
    const { startedBatches, outs, add, names } = await gather({ sizeMax: 9 }, [1, 2]);
    expect(names()).toEqual([['of 1', 'of 2']]);
    await add(3);
    vi.advanceTimersByTime(4);
    await nextTick();
    expect(names()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(names()[1]).toEqual(['of 3']);
    for (const { finish } of startedBatches) finish();
    expect(await Promise.all(outs)).toHaveLength(3);
  });

  test('until it is as large as what is in flight', async () => {
    const { startedBatches, outs, add, names } = await gather({ sizeMax: 9 }, [1, 2]);
    await add(3);
    expect(names()).toHaveLength(1);
    await add(4);
    expect(names()[1]).toEqual(['of 3', 'of 4']);
    await add(5, 6, 7);
    expect(names()).toHaveLength(2);
    startedBatches[0]!.finish();
    await nextTick();
    expect(names()[2]).toEqual(['of 5', 'of 6', 'of 7']);
    for (const { finish } of startedBatches) finish();
    expect(await Promise.all(outs)).toHaveLength(7);
  });

  test('until it is full', async () => {
    const { startedBatches, outs, add, names } = await gather({ sizeMax: 2 }, [1, 2, 3, 4]);
    expect(names()).toEqual([
      ['of 1', 'of 2'],
      ['of 3', 'of 4'],
    ]);
    await add(5);
    expect(names()).toHaveLength(2);
    await add(6);
    expect(names()[2]).toEqual(['of 5', 'of 6']);
    for (const { finish } of startedBatches) finish();
    expect(await Promise.all(outs)).toHaveLength(6);
  });
});

test('makes a player wait for their own element in flight, but not other players', async () => {
  const { begun: startedBatches, run } = createManualBatches();
  const batcher = createBatcher(run, { gatherMs: 0 });
  const first = batcher.add(element(1, 'first'));
  await nextTick();
  const second = batcher.add(element(1, 'second'));
  const other = batcher.add(element(2, 'other'));
  await nextTick();
  expect(startedBatches.map(({ names }) => names)).toEqual([['first'], ['other']]);
  startedBatches[0]!.finish();
  await first;
  await nextTick();
  expect(startedBatches[2]!.names).toEqual(['second']);
  startedBatches[1]!.finish();
  startedBatches[2]!.finish();
  expect(await Promise.all([second, other])).toEqual(['second done', 'other done']);
});

test('retries elements alone after a rollback and reports each error', async () => {
  const error = await rolledBack(new DatabaseError('deadlock detected', 1, 'error'));
  const alone: string[] = [];
  const batcher = createBatcher<Element, string>(async (batch) => {
    if (batch.length > 1) throw error;
    alone.push(batch[0]!.name);
    if (batch[0]!.name === 'bad') throw error;
    return [`${batch[0]!.name} done`];
  });
  const outs = await Promise.allSettled(
    [1, 2, 3].map((id) => batcher.add(element(id, id === 2 ? 'bad' : `good ${id}`))),
  );
  expect(alone).toEqual(['good 1', 'bad', 'good 3']);
  expect(outs).toEqual([
    { status: 'fulfilled', value: 'good 1 done' },
    { status: 'rejected', reason: error },
    { status: 'fulfilled', value: 'good 3 done' },
  ]);
});

test('does not retry after a lost connection, because the commit may have happened', async () => {
  let runs = 0;
  const lost = new Refusal('unavailable', 'The service is briefly unavailable. Please try again.');
  const batcher = createBatcher<Element, string>(async () => {
    runs++;
    throw lost;
  });
  const outs = await Promise.allSettled([batcher.add(element(1)), batcher.add(element(2))]);
  expect(runs).toBe(1);
  expect(outs.every((out) => out.status === 'rejected' && out.reason === lost)).toBe(true);
});

test('stops retrying single elements when the database is unavailable', async () => {
  let runs = 0;
  const error = await rolledBack(new Refusal('unavailable', 'The service is briefly unavailable. Please try again.'));
  const batcher = createBatcher<Element, string>(async () => {
    runs++;
    throw error;
  });
  const outs = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => batcher.add(element(index))));
  expect(runs).toBe(3);
  expect(outs.every((out) => out.status === 'rejected' && (out.reason as Refusal).code === 'unavailable')).toBe(true);
});

test('refuses requests when the queue is full', async () => {
  const { begun: startedBatches, run } = createManualBatches();
  const batcher = createBatcher(run, { waitingMax: 2 });
  const outs = [batcher.add(element(1)), batcher.add(element(2))];
  await expect(batcher.add(element(3))).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
  await nextTick();
  startedBatches[0]!.finish();
  await Promise.all(outs);
});

test('drains running and waiting elements', async () => {
  const { begun: startedBatches, run } = createManualBatches();
  const batcher = createBatcher(run, { sizeMax: 1, inFlightMax: 1 });
  await batcher.drain();
  const done: string[] = [];
  const outs = [1, 2].map(async (id) => done.push(await batcher.add(element(id))));
  const drained = batcher.drain().then(() => [...done]);
  await nextTick();
  startedBatches[0]!.finish();
  await nextTick();
  startedBatches[1]!.finish();
  await Promise.all(outs);
  expect(await drained).toEqual(['of 1 done', 'of 2 done']);
});
