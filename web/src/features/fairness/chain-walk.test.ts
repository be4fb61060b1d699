import { linkAfter } from '@karat/rules/fairness';
import { describe, expect, test } from 'vitest';
import { openRoundOf, roundOf } from '#testing/rounds.ts';
import { brokenLinks, walkChain, walkToEnd } from './chain-walk.ts';

test.each([1, 2, 64, 65, 1_000])('round %i leads to the published end, from its seed and from its hash', async (k) => {
  const { terminal } = roundOf(k);
  expect(await walkChain(walkToEnd(roundOf(k)))).toBe(terminal);
  expect(await walkChain(walkToEnd(openRoundOf(k)))).toBe(terminal);
});

test('does not reach the end from another number in the chain', async () => {
  expect(await walkChain(walkToEnd({ ...roundOf(5), k: 6 }))).not.toBe(roundOf(5).terminal);
});

test('yields to the page on a long walk, reports progress, and stops when aborted', async () => {
  const seen: number[] = [];
  const controller = new AbortController();
  const walking = walkChain(
    { link: 'a', steps: 100_000_000 },
    {
      signal: controller.signal,
      onProgress: (steps) => {
        seen.push(steps);
        if (seen.length === 3) controller.abort();
      },
    },
  );
  await expect(walking).rejects.toThrow('aborted');
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(await walkChain({ link: 'a', steps: 200 })).toBe(linkAfter('a', 200));
});

describe('rounds of one chain, in any order', () => {
  const rounds = [roundOf(40), openRoundOf(41), roundOf(2), roundOf(900), roundOf(40), openRoundOf(40)];
  const { terminal } = roundOf(1);

  test('lead to each other and to the published end', async () => {
    expect(await brokenLinks(terminal, rounds)).toEqual([]);
  });

  test('report a replaced round, and check later ones against the last good one', async () => {
    const exchanged = { ...roundOf(50), seed: roundOf(51).seed };
    expect(await brokenLinks(terminal, [...rounds, exchanged, roundOf(60)])).toEqual([50]);
  });

  test('all fail with another published end', async () => {
    expect(await brokenLinks(roundOf(7).seed, [roundOf(2), roundOf(3)])).toEqual([2, 3]);
  });
});
