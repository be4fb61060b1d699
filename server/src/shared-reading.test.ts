import { expect, test } from 'vitest';
import { createSharedReading } from './shared-reading.ts';

function deferredReading() {
  const waiting: { resolve(value: number): void; reject(error: Error): void }[] = [];
  let startedCount = 0;
  const read = createSharedReading(() => {
    startedCount += 1;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    waiting.push({ resolve, reject });
    return promise;
  });
  return { read, waiting, begun: () => startedCount };
}

const tick = () => new Promise(setImmediate);

test('shares one read among concurrent callers', async () => {
  const { read, waiting, begun: startedCount } = deferredReading();
  const answers = Promise.all([read(), read(), read()]);
  await tick();
  waiting[0]!.resolve(7);
  expect(await answers).toEqual([7, 7, 7]);
  expect(startedCount()).toBe(1);
});

test('starts a new read for callers during a running one, after it has ended', async () => {
  const { read, waiting, begun: startedCount } = deferredReading();
  const early = read();
  await tick();
  const late = [read(), read()];
  await tick();
  expect(startedCount()).toBe(1);
  waiting[0]!.resolve(1);
  expect(await early).toBe(1);
  await tick();
  expect(startedCount()).toBe(2);
  waiting[1]!.resolve(2);
  expect(await Promise.all(late)).toEqual([2, 2]);
});

test('fails a shared read for its callers only, and reads again', async () => {
  const { read, waiting } = deferredReading();
  const failing = Promise.allSettled([read(), read()]);
  await tick();
  const later = read();
  waiting[0]!.reject(new Error('away'));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await tick();
  waiting[1]!.resolve(3);
  expect(await later).toBe(3);
});
