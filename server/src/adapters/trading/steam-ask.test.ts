import { expect, test } from 'vitest';
import { ask } from './steam-ask.ts';

test('a call that never comes back fails like a platform that does not answer', async () => {
  await expect(ask(() => undefined, 20)).rejects.toMatchObject({ why: 'unavailable' });
});

test('an answer in time is the answer, and one that comes too late is nobody’s', async () => {
  await expect(ask<number>((done) => done(null, 7), 20)).resolves.toBe(7);
  let answer: ((error: Error | null, result: number) => void) | undefined;
  await expect(ask<number>((done) => (answer = done), 20)).rejects.toMatchObject({ why: 'unavailable' });
  expect(() => answer!(new Error('too late'), 0)).not.toThrow();
});

test('what a library throws at once is translated as well', async () => {
  const broken = () => {
    throw new Error('HTTP error 429');
  };
  await expect(ask(broken)).rejects.toMatchObject({ why: 'busy' });
});
