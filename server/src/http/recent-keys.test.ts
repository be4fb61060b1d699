import { expect, test } from 'vitest';
import { createRecentKeys } from './recent-keys.ts';

test('makes a repeated key wait until the first request is served', async () => {
  const keys = createRecentKeys();
  const first = keys.take('a');
  expect(first.before).toBeUndefined();
  const second = keys.take('a');
  first.done();
  await expect(second.before).resolves.toBeUndefined();
});

test('releases a waiting repeat even if its key was evicted', async () => {
  const keys = createRecentKeys(1);
  const first = keys.take('a');
  const waiting = keys.take('a');
  expect(keys.take('b').before).toBeUndefined();
  expect(keys.take('c').before).toBeUndefined();
  expect(keys.take('a').before).toBeUndefined();
  first.done();
  await expect(waiting.before).resolves.toBeUndefined();
});
