import { expect, test } from 'vitest';
import { mission } from '#testing/missions.ts';
import {
  groupsOf,
  inSeenOrder,
  isClaimable,
  nextReset,
  periodOrder,
  placeOf,
  summaryOf,
  timeLeft,
  withProgress,
} from './mission-progress.ts';

test.each([
  [99, false, false],
  [100, false, true],
  [100, true, false],
  [0, false, false],
])('at %i percent, claimed %s, lets a reward be claimed: %s', (progress, isClaimed, expected) => {
  expect(isClaimable({ progress, isClaimed })).toBe(expected);
});

const change = { id: 1, progress: 24, amount: 12, isClaimed: false };

test('updates the list as a fetch would', () => {
  const before = [mission(1), mission(2, { progress: 100, amount: 50 })];
  const changes = [change, { id: 2, progress: 100, amount: 50, isClaimed: true }];
  const fresh = [mission(1, { progress: 24, amount: 12 }), mission(2, { progress: 100, amount: 50, isClaimed: true })];
  expect(withProgress(before, changes)).toEqual(fresh);
});

test.each([
  ['a mission without an event', [mission(1), mission(2)]],
  ['other missions than those', [mission(2)]],
  ['none of them', []],
])('does not update a list with %s', (_, missions) => {
  expect(withProgress(missions, [change])).toBeUndefined();
});

test('groups missions by period, without empty groups', () => {
  const resetsAt = '2026-03-04T00:00:00.000Z';
  const missions = [mission(1), mission(2, { period: 'day', resetsAt }), mission(3)];
  const groups = groupsOf(missions, ['day', 'week', 'once']);
  expect(groups.map(({ period, missions }) => [period, missions.map(({ id }) => id)])).toEqual([
    ['day', [2]],
    ['once', [1, 3]],
  ]);
  expect(groups[0]?.resetsAt).toBe(resetsAt);
});

test('starts with one-time missions until all of them are claimed', () => {
  const daily = mission(2, { period: 'day' });
  const claimed = mission(1, { isClaimed: true, progress: 100 });
  expect(periodOrder([daily, claimed, mission(3)])).toEqual(['once', 'day', 'week']);
  expect(periodOrder([daily, claimed])).toEqual(['day', 'week', 'once']);
});

test.each([
  ['open_cases', '/cases'],
  ['daily:open_case:Night Market', '/case/Night%20Market'],
  ['sell_items', '/inventory'],
  ['list_items', '/market'],
  ['bet_roulette', '/roulette'],
  ['play_duels', '/'],
  ['weekly:wager', undefined],
  ['be_nice', undefined],
])('links %s to %s', (type, place) => {
  expect(placeOf({ type })).toBe(place);
});

test('distinguishes waiting rewards from those still to be earned', () => {
  const missions = [
    mission(1, { progress: 100, amount: 50, reward: 70 }),
    mission(2, { progress: 99, amount: 49, reward: 5 }),
    mission(3, { progress: 0, reward: 2 }),
    mission(4, { progress: 100, amount: 50, isClaimed: true }),
  ];
  expect(summaryOf(missions)).toEqual({ waiting: 1, waitingReward: 70, remaining: 2, remainingReward: 7 });
});

test('finds the earliest restart', () => {
  const [day, week] = ['2026-03-04T00:00:00.000Z', '2026-03-09T00:00:00.000Z'];
  expect(nextReset([mission(1, { resetsAt: week }), mission(2, { resetsAt: day }), mission(3)])).toBe(day);
  expect(nextReset([mission(3)])).toBeUndefined();
});

test.each([
  ['2026-03-04T00:00:00.000Z', { days: 0, hours: 5, minutes: 12 }],
  ['2026-03-03T18:48:01.000Z', { days: 0, hours: 0, minutes: 1 }],
  ['2026-03-09T00:00:00.000Z', { days: 5, hours: 5, minutes: 12 }],
  ['2026-03-03T00:00:00.000Z', { days: 0, hours: 0, minutes: 0 }],
])('computes the time left until %s', (until, remaining) => {
  expect(timeLeft(until, Date.parse('2026-03-03T18:48:00.000Z'))).toEqual(remaining);
});

test('keeps the place of shown missions, and appends new ones in list order', () => {
  const missions = [mission(9), mission(3), mission(8), mission(1)];
  expect(inSeenOrder(missions, [1, 2, 3]).map(({ id }) => id)).toEqual([1, 3, 9, 8]);
});
