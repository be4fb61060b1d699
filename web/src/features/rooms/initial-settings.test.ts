import { beforeEach, expect, test } from 'vitest';
import { readLastSettings } from './initial-settings.ts';
import { storeLastSettings } from './last-settings.ts';

beforeEach(() => localStorage.clear());

test('keeps the settings of the last room', () => {
  const settings = {
    map: 'aim_redline',
    player_count: '2v2',
    server_location: 'tokyo',
    ticketPrice: 1_000,
  } as const;
  storeLastSettings(settings);
  expect(readLastSettings()).toEqual(settings);
});

test.each([
  ['nothing', undefined],
  ['text that is not JSON', '{'],
  ['a map that no longer exists', JSON.stringify({ map: 'de_dust2', player_count: '1v1', server_location: 'tokyo' })],
  [
    'a fee above the maximum',
    JSON.stringify({ map: 'awp_lego', player_count: '1v1', server_location: 'tokyo', ticketPrice: 1e9 }),
  ],
])('starts with a free 1v1 if the browser stores %s', (_, stored) => {
  if (stored !== undefined) localStorage.setItem('roomSettings', stored);
  expect(readLastSettings()).toMatchObject({ map: 'awp_lego', player_count: '1v1', ticketPrice: 0 });
});
