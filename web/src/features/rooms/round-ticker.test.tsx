import type { Room, TimelineEntry } from '@karat/contract/rooms';
import { act, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { connectSocket } from '#core/socket.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { me, openRoom, region } from '#testing/room-page.tsx';
import { exampleRoom, exampleSeat, serverTime } from '#testing/rooms.ts';
import { roundsOf, sideOf } from './room-state.ts';

beforeAll(() => connectSocket());
beforeEach(() => {
  fakeSocket.simulateDisconnect();
  fakeSocket.emitted.length = 0;
});

const live: TimelineEntry = {
  id: 2,
  event: 'live',
  username: null,
  isSandbox: false,
  details: {},
  createdAt: serverTime(),
};
const round = (id: number, details: TimelineEntry['details']): TimelineEntry => ({
  id,
  event: 'round',
  username: null,
  isSandbox: false,
  details,
  createdAt: serverTime(),
});

const FIRST = round(3, { team1: 1, team2: 0, winner: 'team1', end: 'elimination', 'kills.team1.1': 1 });
const SECOND = round(4, { team1: 1, team2: 1, winner: 'team2', end: 'time' });

const ongoing = (timeline: TimelineEntry[], changed: Partial<Room> = {}): Room =>
  exampleRoom(5, {
    state: 'MATCH_ONGOING',
    startingSide: 't',
    players: [exampleSeat('deniz', { isSandbox: true }), me()],
    timeline,
    now: serverTime(-1_000),
    ...changed,
  });

const rows = () => within(screen.getByRole('list', { name: 'Rounds' })).getAllByRole('listitem');

test('shows rounds newest last, with side, kills, end and score, and adds those that arrive', async () => {
  const room = ongoing([live, FIRST]);
  await openRoom(room);
  const ticker = await region('Rounds');
  expect(within(ticker).getByText(/^Team 1/).textContent).toContain('T');
  expect(rows().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('deniz')]);
  act(() => fakeSocket.receive('ROOM_DATA', { ...room, now: serverTime(), timeline: [live, FIRST, SECOND] }));
  await expect.poll(() => rows().length).toBe(2);
  const [oldest, newest] = rows().map((row) => within(row));
  expect([newest!.getByText('Round 2'), newest!.getByText('CT'), newest!.getByText('Time ran out')]).toHaveLength(3);
  expect(newest!.queryByText('deniz')).toBeNull();
  expect([oldest!.getByText('Round 1'), oldest!.getByText('T'), oldest!.getByText('deniz')]).toHaveLength(3);
  expect([oldest!.getByText('sandbox'), oldest!.getByText('1 kill')]).toHaveLength(2);
});

test('announces the latest round politely while the match runs', async () => {
  const room = ongoing([live, FIRST]);
  await openRoom(room);
  const news = await screen.findByText('Round 1: Team 1 won. Score 1 : 0.');
  expect(news.getAttribute('aria-live')).toBe('polite');
  act(() => fakeSocket.receive('ROOM_DATA', { ...room, now: serverTime(), timeline: [live, FIRST, SECOND] }));
  await expect.poll(() => news.textContent).toBe('Round 2: Team 2 won. Score 1 : 1.');
});

test.each([
  ['before the match', ongoing([], { state: 'WAITING' }), /^The rounds appear here/],
  ['while the match starts', ongoing([], { state: 'MATCH_STARTING' }), /^The rounds appear here/],
  ['until the match is live', ongoing([]), /^The rounds appear here/],
  ['before the first round', ongoing([live]), 'The first round is being played.'],
])('has its place %s', async (_when, room, text) => {
  await openRoom(room);
  expect(within(await region('Rounds')).getByText(text)).toBeTruthy();
});

test('has no place after a match without rounds', async () => {
  await openRoom(ongoing([], { state: 'MATCH_CANCELLED' }));
  await region('Team 1');
  expect(screen.queryByRole('region', { name: 'Rounds' })).toBeNull();
});

test('adds a round below the others, which stay in place', async () => {
  const room = ongoing([live, FIRST, SECOND]);
  await openRoom(room);
  await region('Rounds');
  const before = rows();
  const third = round(5, { team1: 2, team2: 1, winner: 'team1', end: 'time' });
  act(() => fakeSocket.receive('ROOM_DATA', { ...room, now: serverTime(), timeline: [live, FIRST, SECOND, third] }));
  await expect.poll(() => rows().length).toBe(3);
  before.forEach((row, place) => expect(rows()[place]).toBe(row));
  expect(within(rows()[2]!).getByText('Round 3')).toBeTruthy();
});

test('stays after the match, and announces nothing then', async () => {
  await openRoom(ongoing([live, FIRST, SECOND], { state: 'MATCH_FINISHED', winner: 'team2' }));
  await region('Rounds');
  expect(rows()).toHaveLength(2);
  expect(screen.queryByText(/^Round 2: /)).toBeNull();
});

test('shows at most thirty rounds', async () => {
  const timeline = Array.from({ length: 40 }, (_, index) =>
    round(3 + index, { team1: index + 1, team2: 0, winner: 'team1' }),
  );
  await openRoom(ongoing([live, ...timeline]));
  await region('Rounds');
  expect(rows()).toHaveLength(30);
  expect(within(rows().at(-1)!).getByText('Round 40')).toBeTruthy();
});

test('reads what a report has, and nothing else', () => {
  const players = [
    exampleSeat('a'),
    exampleSeat('b'),
    exampleSeat('c', { team: 'team2' }),
    exampleSeat('d', { team: 'team2' }),
  ];
  const read = (details: TimelineEntry['details']) => roundsOf({ players, timeline: [round(3, details)] })[0]!;
  expect(read({ team1: 2, team2: 1 })).toMatchObject({ number: 3, winner: undefined, end: undefined, kills: [] });
  const full = read({
    team1: 0,
    team2: 1,
    winner: 'team2',
    end: 'elimination',
    'kills.team1.2': 1,
    'kills.team2.1': 2,
  });
  expect(full.kills.map(({ seat, count }) => [seat.username, count])).toEqual([
    ['b', 1],
    ['c', 2],
  ]);
  expect(read({ team1: 0, team2: 1, winner: 'team3', end: 'magic' })).toMatchObject({
    winner: undefined,
    end: undefined,
  });
});

test.each([
  ['ct', 'ct', 't'],
  ['t', 't', 'ct'],
  [null, undefined, undefined],
] as const)('if team 1 starts on %s, the sides are %s and %s', (startingSide, one, other) => {
  expect([sideOf({ startingSide }, 'team1'), sideOf({ startingSide }, 'team2')]).toEqual([one, other]);
});
