import { expect, test } from 'vitest';
import { callSteam } from './steam-call.ts';

test('fails as unavailable when a call never calls back', async () => {
  await expect(callSteam(() => undefined, 20)).rejects.toMatchObject({ reason: 'unavailable' });
});

test('returns an answer in time and ignores a late one', async () => {
  await expect(callSteam<number>((done) => done(null, 7), 20)).resolves.toBe(7);
  let answer: ((error: Error | null, result: number) => void) | undefined;
  await expect(callSteam<number>((done) => (answer = done), 20)).rejects.toMatchObject({ reason: 'unavailable' });
  expect(() => answer!(new Error('too late'), 0)).not.toThrow();
});

test('translates synchronous errors', async () => {
  const broken = () => {
    throw new Error('HTTP error 429');
  };
  await expect(callSteam(broken)).rejects.toMatchObject({ reason: 'busy' });
});
