import { expect, test } from 'vitest';
import { tell } from './channel.ts';
import { usePresence } from './presence.ts';

test('stores the number of players online', () => {
  tell('ONLINE_COUNT', { count: 1_284 });
  expect(usePresence.getState().onlineCount).toBe(1_284);
});
