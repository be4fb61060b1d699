import { expect, test } from 'vitest';
import { createRecentKeys } from './recent-keys.ts';

test('the first with a key does not wait; the next waits until it is served', async () => {
  const keys = createRecentKeys();
  const first = keys.take('a');
  expect(first.before).toBeUndefined();
  const second = keys.take('a');
  first.done();
  await expect(second.before).resolves.toBeUndefined();
});

test('whoever waits for a key is released though the key has been forgotten meanwhile', async () => {
  const keys = createRecentKeys(1);
  const first = keys.take('a');
  const waiting = keys.take('a');
  keys.take('b');
  expect(keys.take('a').before).toBeUndefined();
  first.done();
  await expect(waiting.before).resolves.toBeUndefined();
});
