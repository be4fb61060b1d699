import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLiveFixture, type LiveFixture } from '#testing/live-fixture.ts';

let site: LiveFixture;
const loads: number[][] = [];
const counts = new Map<number, number>();
let failures = 0;

const hiddenIdsOf = (playerId: number) => ({ hiddenIds: Array.from({ length: counts.get(playerId) ?? 0 }, () => 0) });

beforeAll(async () => {
  site = await createLiveFixture();
  site.live.onRefresh('HIDDEN_PLAYERS', (playerIds) => {
    loads.push([...playerIds]);
    if (failures-- > 0) return Promise.reject(new Error('database down'));
    return Promise.resolve(new Map(playerIds.map((playerId) => [playerId, hiddenIdsOf(playerId)])));
  });
});
afterEach(() => {
  site.closeTabs();
  loads.splice(0);
});
afterAll(() => site.close());

function change(playerId: number): void {
  counts.set(playerId, (counts.get(playerId) ?? 0) + 1);
  site.live.scheduleRefresh([playerId], 'HIDDEN_PLAYERS');
}

test('loads once for all players and changes within the throttle period', async () => {
  const [ada, ben] = [await site.signIn(), await site.signIn()];
  const [hers, his] = [await site.connectTab(ada.token), await site.connectTab(ben.token)];
  for (let at = 0; at < 50; at++) change(ada.playerId);
  change(ben.playerId);
  expect((await hers.next('HIDDEN_PLAYERS')).hiddenIds).toHaveLength(50);
  expect((await his.next('HIDDEN_PLAYERS')).hiddenIds).toHaveLength(1);
  expect(loads).toEqual([[ada.playerId, ben.playerId]]);
  expect(hers.receivedCount('HIDDEN_PLAYERS')).toBe(0);
});

test('loads nothing for players who are not connected', async () => {
  const [away, here] = [await site.signIn(), await site.signIn()];
  const tab = await site.connectTab(here.token);
  change(away.playerId);
  change(here.playerId);
  await tab.next('HIDDEN_PLAYERS');
  expect(loads).toEqual([[here.playerId]]);
});

test('logs a failed load and sends the next change', async () => {
  const { playerId, token } = await site.signIn();
  const tab = await site.connectTab(token);
  failures = 1;
  change(playerId);
  await expect.poll(() => site.logged.join('')).toContain('Live refresh failed');
  change(playerId);
  expect((await tab.next('HIDDEN_PLAYERS')).hiddenIds).toHaveLength(2);
});

test('ignores events without a loader, and loads nothing after close', async () => {
  const ending = await createLiveFixture();
  const { playerId, token } = await ending.signIn();
  await ending.connectTab(token);
  ending.live.scheduleRefresh([playerId], 'MISSION_PROGRESS');
  const loadedIds: (readonly number[])[] = [];
  ending.live.onRefresh('HIDDEN_PLAYERS', (playerIds) => {
    loadedIds.push(playerIds);
    return Promise.resolve(new Map());
  });
  ending.live.scheduleRefresh([playerId], 'HIDDEN_PLAYERS');
  await ending.close();
  ending.live.scheduleRefresh([playerId], 'HIDDEN_PLAYERS');
  expect(loadedIds).toEqual([]);
});
