import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dispatch } from './socket.ts';
import { useOnlineCount } from './presence.ts';

test('stores the number of players online', () => {
  const { result } = renderHook(() => useOnlineCount());
  act(() => dispatch('ONLINE_COUNT', { count: 1_284, sandbox: 12 }));
  expect(result.current).toEqual({ count: 1_284, sandbox: 12 });
});
