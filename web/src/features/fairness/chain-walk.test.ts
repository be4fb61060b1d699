import { linkAfter } from '@karat/rules/fairness';
import { describe, expect, test } from 'vitest';
import { exampleOpenRound, exampleRound } from '#testing/rounds.ts';
import { brokenLinks, walkChain, walkToEnd } from './chain-walk.ts';

test.each([1, 2, 64, 65, 1_000])('round %i leads to the published end, from its seed and from its hash', async (k) => {
  const { terminal } = exampleRound(k);
  expect(await walkChain(walkToEnd(exampleRound(k)))).toBe(terminal);
  expect(await walkChain(walkToEnd(exampleOpenRound(k)))).toBe(terminal);
});

test('does not reach the end from another number in the chain', async () => {
  expect(await walkChain(walkToEnd({ ...exampleRound(5), k: 6 }))).not.toBe(exampleRound(5).terminal);
});

test('yields to the page on a long walk, reports progress, and stops when aborted', async () => {
  const progress: number[] = [];
  const controller = new AbortController();
  const walk = walkChain(
    { link: 'a', steps: 100_000_000 },
    {
      signal: controller.signal,
      onProgress: (steps) => {
        progress.push(steps);
        if (progress.length === 3) controller.abort();
      },
    },
  );
  await expect(walk).rejects.toThrow('aborted');
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(await walkChain({ link: 'a', steps: 200 })).toBe(linkAfter('a', 200));
});

describe('rounds of one chain, in any order', () => {
  const rounds = [
    exampleRound(40),
    exampleOpenRound(41),
    exampleRound(2),
    exampleRound(900),
    exampleRound(40),
    exampleOpenRound(40),
  ];
  const { terminal } = exampleRound(1);

  test('lead to each other and to the published end', async () => {
    expect(await brokenLinks(terminal, rounds)).toEqual([]);
  });

  test('report a replaced round, and check later ones against the last good one', async () => {
    const exchanged = { ...exampleRound(50), seed: exampleRound(51).seed };
    expect(await brokenLinks(terminal, [...rounds, exchanged, exampleRound(60)])).toEqual([50]);
  });

  test('all fail with another published end', async () => {
    expect(await brokenLinks(exampleRound(7).seed, [exampleRound(2), exampleRound(3)])).toEqual([2, 3]);
  });
});
