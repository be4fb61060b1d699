import { expect, test } from 'vitest';
import { liveAWeek } from './life.ts';

/** Apart from those of a simulation that somebody runs meanwhile. */
const FIRST_PORT = 24_350;

test('a few people and one kill make a clean week', { timeout: 600_000 }, async () => {
  const said: string[] = [];
  const { tally, books } = await liveAWeek({
    seed: 'a small life',
    players: 6,
    minutes: 0.2,
    kills: 1,
    firstPort: FIRST_PORT,
    say: (line) => void said.push(line),
  });
  expect(tally.breaches).toEqual([]);
  expect(tally.counts.done.get('/auth/signup')).toBe(6);
  expect([...tally.counts.kills.values()]).toEqual([1]);
  expect(books).toMatchObject({ sum: 0, isHalted: false });
  expect(said.join('\n')).toContain('The books are right');
});
