import { expect, test } from 'vitest';
import { simulateWeek } from './week.ts';

/** Other ports than those of `npm run simulate`, which may run at the same time, and of `freePort`. */
const FIRST_PORT = 32_100;

test('a short week with six players and one kill has no breach', { timeout: 600_000 }, async () => {
  const output: string[] = [];
  const { results, books } = await simulateWeek({
    seed: 'a short week',
    players: 6,
    minutes: 0.2,
    kills: 1,
    firstPort: FIRST_PORT,
    print: (line) => void output.push(line),
  });
  expect(results.breaches).toEqual([]);
  expect(results.counts.done.get('/auth/signup')).toBe(6);
  expect([...results.counts.kills.values()]).toEqual([1]);
  expect(books).toMatchObject({ sum: 0, isHalted: false });
  expect(output.join('\n')).toContain('The books are right');
});
