import { expect, test } from 'vitest';
import { mission } from '#testing/missions.ts';
import { groupsOf, inSeenOrder, isClaimable, nextRenewal, summaryOf, timeLeft, withStandings } from './standings.ts';

test.each([
  [99, false, false],
  [100, false, true],
  [100, true, false],
  [0, false, false],
])('at %i percent, claimed %s, a reward can be taken: %s', (progress, isClaimed, expected) => {
  expect(isClaimable({ progress, isClaimed })).toBe(expected);
});

const standing = { id: 1, progress: 24, amount: 12, isClaimed: false };

test('the list with what was told of it is the list as it would be fetched', () => {
  const before = [mission(1), mission(2, { progress: 100, amount: 50 })];
  const told = [standing, { id: 2, progress: 100, amount: 50, isClaimed: true }];
  const fresh = [mission(1, { progress: 24, amount: 12 }), mission(2, { progress: 100, amount: 50, isClaimed: true })];
  expect(withStandings(before, told)).toEqual(fresh);
});

test.each([
  ['a mission that was not told of', [mission(1), mission(2)]],
  ['other missions than those', [mission(2)]],
  ['none of them', []],
])('a list with %s cannot be brought up to date', (_, missions) => {
  expect(withStandings(missions, [standing])).toBeUndefined();
});

test('missions stand by how often they can be done, the soonest over first, and empty groups are left out', () => {
  const renewsAt = '2026-03-04T00:00:00.000Z';
  const groups = groupsOf([mission(1), mission(2, { period: 'day', renewsAt }), mission(3)]);
  expect(groups.map(({ period, missions }) => [period, missions.map(({ id }) => id)])).toEqual([
    ['day', [2]],
    ['once', [1, 3]],
  ]);
  expect(groups[0]?.renewsAt).toBe(renewsAt);
});

test('the summary tells rewards that wait from those still to be earned', () => {
  const missions = [
    mission(1, { progress: 100, amount: 50, reward: 70 }),
    mission(2, { progress: 99, amount: 49, reward: 5 }),
    mission(3, { progress: 0, reward: 2 }),
    mission(4, { progress: 100, amount: 50, isClaimed: true }),
  ];
  expect(summaryOf(missions)).toEqual({ waiting: 1, waitingReward: 70, left: 2, leftReward: 7 });
});

test('the next renewal is the soonest', () => {
  const [day, week] = ['2026-03-04T00:00:00.000Z', '2026-03-09T00:00:00.000Z'];
  expect(nextRenewal([mission(1, { renewsAt: week }), mission(2, { renewsAt: day }), mission(3)])).toBe(day);
  expect(nextRenewal([mission(3)])).toBeUndefined();
});

test.each([
  ['2026-03-04T00:00:00.000Z', { days: 0, hours: 5, minutes: 12 }],
  ['2026-03-03T18:48:01.000Z', { days: 0, hours: 0, minutes: 1 }],
  ['2026-03-09T00:00:00.000Z', { days: 5, hours: 5, minutes: 12 }],
  ['2026-03-03T00:00:00.000Z', { days: 0, hours: 0, minutes: 0 }],
])('until %s there is this much left', (until, left) => {
  expect(timeLeft(until, Date.parse('2026-03-03T18:48:00.000Z'))).toEqual(left);
});

test('what has been seen keeps its place, and what comes later stands after it in the order of the list', () => {
  const missions = [mission(9), mission(3), mission(8), mission(1)];
  expect(inSeenOrder(missions, [1, 2, 3]).map(({ id }) => id)).toEqual([1, 3, 9, 8]);
});
