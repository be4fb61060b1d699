import { expect, test } from 'vitest';
import {
  isActive,
  LOCATIONS,
  MAPS,
  PLAYER_COUNTS,
  potShares,
  ROOM_STATES,
  ROOM_TRANSITIONS,
  seatsPerTeam,
  seatsTotal,
  stateAfter,
  statesBefore,
  winnerOf,
} from './rooms.ts';

const LEGAL: readonly string[] = [
  'WAITING start MATCH_STARTING',
  'WAITING void MATCH_CANCELLED',
  'MATCH_STARTING go MATCH_ONGOING',
  'MATCH_STARTING void MATCH_CANCELLED',
  'MATCH_ONGOING finish MATCH_FINISHED',
  'MATCH_ONGOING void MATCH_CANCELLED',
];

test('maps, player counts and locations are those of the specification', () => {
  expect(MAPS).toEqual(['awp_lego', 'aim_redline']);
  expect(PLAYER_COUNTS).toEqual(['1v1', '2v2']);
  expect(LOCATIONS).toEqual([
    'beauharnois',
    'new_york_city',
    'los_angeles',
    'miami',
    'tokyo',
    'warsaw',
    'dusseldorf',
    'istanbul',
    'bucharest',
  ]);
});

test('allows exactly these transitions', () => {
  const found = ROOM_STATES.flatMap((state) =>
    ROOM_TRANSITIONS.flatMap((step) => {
      const after = stateAfter(state, step);
      return after === undefined ? [] : [`${state} ${step} ${after}`];
    }),
  );
  expect(found.toSorted()).toEqual(LEGAL.toSorted());
});

test('lists the states from which a transition is allowed', () => {
  for (const step of ROOM_TRANSITIONS) {
    expect(statesBefore(step)).toEqual(ROOM_STATES.filter((state) => stateAfter(state, step) !== undefined));
  }
});

test('every active room can be cancelled, and nothing follows a finished or cancelled room', () => {
  expect(ROOM_STATES.filter((state) => !isActive(state))).toEqual(['MATCH_FINISHED', 'MATCH_CANCELLED']);
  for (const state of ROOM_STATES.filter(isActive)) expect(stateAfter(state, 'void')).toBe('MATCH_CANCELLED');
});

test.each([
  ['1v1', 1, 2],
  ['2v2', 2, 4],
] as const)('%s has %i seats per team and %i in total', (count, team, total) => {
  expect([seatsPerTeam(count), seatsTotal(count)]).toEqual([team, total]);
});

test('a pot is paid out completely, and the house takes at least five percent, rounded down', () => {
  for (const count of PLAYER_COUNTS) {
    for (let price = 1; price <= 2_000; price++) {
      const [pot, winners] = [price * seatsTotal(count), seatsPerTeam(count)];
      const { each, rake } = potShares(pot, winners);
      expect(each * winners + rake).toBe(pot);
      expect(rake).toBeGreaterThanOrEqual(Math.floor(pot * 0.05));
      expect(rake).toBeLessThan(Math.floor(pot * 0.05) + winners);
      expect(each).toBeGreaterThanOrEqual(price);
    }
  }
});

test.each([
  [100, 1, { each: 95, rake: 5 }],
  [1, 1, { each: 1, rake: 0 }],
  [2_002, 2, { each: 951, rake: 100 }],
])('a pot of %i between %i', (pot, winners, shares) => {
  expect(potShares(pot, winners)).toEqual(shares);
});

test('the higher score wins, and no one in a draw', () => {
  expect(winnerOf({ team1: 8, team2: 3 })).toBe('team1');
  expect(winnerOf({ team1: 3, team2: 8 })).toBe('team2');
  expect(winnerOf({ team1: 7, team2: 7 })).toBeUndefined();
});
