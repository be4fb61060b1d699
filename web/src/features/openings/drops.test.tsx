import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { drop } from '#testing/cases.tsx';
import { stubServer } from '#testing/test-utils.tsx';
import { useDrops, useLatestDrops } from './drops.ts';

const ids = () => useLatestDrops.getState().drops?.map(({ id }) => id);

test('fetches again after a failure, lists drops newest first, each once, and removes the oldest', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stubServer({});
  renderHook(() => useDrops());
  await waitFor(() => expect(log).toHaveBeenCalled());
  log.mockRestore();
  expect(ids()).toBeUndefined();
  stubServer({ 'GET /case/getLatestDrops': { body: { data: [drop(1)] } } });
  act(() => dispatch('TOPICS', { topics: ['LIVE_DROP'] }));
  await waitFor(() => expect(ids()).toEqual([1]));

  act(() => dispatch('LIVE_DROP', { drops: [drop(1), drop(2)] }));
  act(() => dispatch('LIVE_DROP', { drops: [drop(2), drop(3)] }));
  expect(ids()).toEqual([3, 2, 1]);
  act(() => dispatch('LIVE_DROP', { drops: Array.from({ length: 40 }, (_, index) => drop(10 + index)) }));
  expect(ids()).toEqual(Array.from({ length: 24 }, (_, index) => 49 - index));
});
