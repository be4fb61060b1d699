import { describe, expect, test } from 'vitest';
import { matchIdOf, parseMatchEvent } from './events.ts';

const stats = (kills: number, deaths: number) => ({ kills, deaths, assists: 0, damage: 300, '1k': 1, kast: 0, mvp: 2 });
const team = (name: string, score: number, players: readonly unknown[] = []) => ({
  id: name,
  name,
  series_score: 0,
  score,
  score_ct: 0,
  score_t: 0,
  players,
});
const alice = { steamid: '76561198000000001', name: 'alice', stats: stats(7, 3) };
const bob = { steamid: '76561198000000002', name: 'bob', stats: stats(3, 7) };
const players = [
  { steamId: alice.steamid, kills: 7, deaths: 3 },
  { steamId: bob.steamid, kills: 3, deaths: 7 },
];

const roundEnd = {
  event: 'round_end',
  matchid: 1_042,
  map_number: 0,
  round_number: 10,
  round_time: 0,
  reason: 8,
  winner: { side: '3', team: 'team2' },
  team1: team('alice', 7, [alice]),
  team2: team('bob', 3, [bob]),
};
const mapResult = {
  event: 'map_result',
  matchid: 1_042,
  map_number: 0,
  winner: { side: '2', team: 'team2' },
  team1: team('alice', 8),
  team2: team('bob', 3),
};
const seriesEnd = {
  event: 'series_end',
  matchid: 1_042,
  team1_series_score: 0,
  team2_series_score: 1,
  winner: { side: '2', team: 'team1' },
  time_until_restore: 10,
};

describe('reads the event', () => {
  test.each([
    [{ event: 'going_live', matchid: 1_042, map_number: 0 }, 'going_live:0:0', { kind: 'live' }],
    [roundEnd, 'round_end:0:10', { kind: 'round', score: { team1: 7, team2: 3 }, players, end: 'elimination' }],
    [mapResult, 'map_result:0:0', { kind: 'result', score: { team1: 8, team2: 3 }, players: [] }],
    [seriesEnd, 'series_end:0:0', { kind: 'series', maps: { team1: 0, team2: 1 } }],
    [{ event: 'team_ready', matchid: 1_042, team: 'team2' }, 'team_ready:team2', { kind: 'connected', team: 'team2' }],
    [
      { event: 'team_ready_status_changed', matchid: '1042', team: 'team1', ready: true, game_state: 'warmup' },
      'team_ready_status_changed:team1',
      { kind: 'connected', team: 'team1' },
    ],
  ])('$event', (payload, key, report) => {
    expect(parseMatchEvent(payload)).toEqual({ key, report });
  });
});

test.each([
  [8, 'elimination'],
  [9, 'elimination'],
  [12, 'time'],
  // The numbers of SourceMod, which get5 sends.
  [7, 'elimination'],
  [11, 'time'],
  [1, undefined],
  [16, undefined],
  ['8', undefined],
  [undefined, undefined],
])('a round that ended by reason %j ended by %s', (reason, end) => {
  const report = parseMatchEvent({ ...roundEnd, reason })!.report;
  expect('end' in report ? report.end : undefined).toBe(end);
});

test('a tied map is a tie, whatever winner the event names', () => {
  const drawn = { ...mapResult, team1: team('alice', 7), team2: team('bob', 7) };
  expect(parseMatchEvent(drawn)?.report).toMatchObject({ score: { team1: 7, team2: 7 } });
});

describe('ignores', () => {
  test.each([
    ['an unknown event', { event: 'server_health', matchid: 1 }],
    ['an event named like an inherited property', { event: 'constructor', matchid: 1 }],
    ['rounds without teams', { event: 'round_end', matchid: 1 }],
    ['invalid teams', { ...mapResult, team1: null, team2: 'bob' }],
    ['a negative score', { ...mapResult, team1: team('alice', -1) }],
    ['half a round', { ...mapResult, team1: team('alice', 7.5) }],
    ['an implausible score', { ...mapResult, team1: team('alice', 1e12) }],
    ['a score as text', { ...mapResult, team1: { ...team('alice', 8), score: '8' } }],
    ['a series without a score', { ...seriesEnd, team1_series_score: undefined }],
    ['a team that does not play', { event: 'team_ready', matchid: 1, team: 'spec' }],
    ['a team that is not ready', { event: 'team_ready_status_changed', matchid: 1, team: 'team1', ready: false }],
  ])('%s', (_, payload) => {
    expect(parseMatchEvent(payload)).toBeUndefined();
  });
});

test('leaves out only the players whose totals are unreadable', () => {
  const malformed = [
    null,
    7,
    { ...alice, steamid: 'BOT' },
    { ...alice, steamid: 76_561 },
    { ...alice, stats: null },
    { ...alice, stats: { kills: 2 ** 40, deaths: 0 } },
    { ...alice, stats: { kills: -1, deaths: 0 } },
    alice,
  ];
  expect(parseMatchEvent({ ...roundEnd, team1: team('alice', 7, malformed) })?.report).toMatchObject({ players });
  expect(
    parseMatchEvent({ ...roundEnd, team1: { ...team('alice', 7), players: { length: 3 } } })?.report,
  ).toMatchObject({ players: [players[1]] });
});

test('takes an invalid map or round number for the first', () => {
  expect(parseMatchEvent({ ...mapResult, map_number: '../', round_number: -5 })?.key).toBe('map_result:0:0');
});

describe('the match of an event', () => {
  test.each([
    [1_042, 1_042],
    ['1042', 1_042],
    [-1, undefined],
    [0, undefined],
    ['', undefined],
    ['1042 or 1=1', undefined],
    [1.5, undefined],
    [1e21, undefined],
    [null, undefined],
    [[1_042], undefined],
  ])('%j is %j', (matchid, id) => {
    expect(matchIdOf({ matchid })).toBe(id);
  });

  test.each([undefined, null, 'text', 7, []])('is missing in %j', (payload) => {
    expect(matchIdOf(payload)).toBeUndefined();
  });
});
