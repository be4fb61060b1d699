import { expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { drop } from '#testing/cases.tsx';
import { useLatestDrops } from './drops.ts';

test('lists drops newest first, each once, and removes the oldest', () => {
  dispatch('LIVE_DROP', { drops: [drop(1), drop(2)] });
  dispatch('LIVE_DROP', { drops: [drop(2), drop(3)] });
  expect(useLatestDrops.getState().drops?.map(({ id }) => id)).toEqual([3, 2, 1]);
  dispatch('LIVE_DROP', { drops: Array.from({ length: 40 }, (_, index) => drop(10 + index)) });
  expect(useLatestDrops.getState().drops?.map(({ id }) => id)).toEqual(
    Array.from({ length: 24 }, (_, index) => 49 - index),
  );
});
