import { expect, test } from 'vitest';
import { dispatch } from './socket.ts';
import { usePresence } from './presence.ts';

test('stores the number of players online', () => {
  dispatch('ONLINE_COUNT', { count: 1_284, sandbox: 12 });
  expect(usePresence.getState().onlineCount).toEqual({ count: 1_284, sandbox: 12 });
});
