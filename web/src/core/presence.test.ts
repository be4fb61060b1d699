import { expect, test } from 'vitest';
import { dispatch } from './socket.ts';
import { usePresence } from './presence.ts';

test('stores the number of players online', () => {
  dispatch('ONLINE_COUNT', { count: 1_284 });
  expect(usePresence.getState().onlineCount).toBe(1_284);
});
