import { describe, expect, test } from 'vitest';
import { parseAvailable, parseMatchStatus } from './match-plugin.ts';

const team = (fields: object) => ({ name: 'a "{', series_score: 0, connected_clients: -1, side: 'ct', ...fields });
const live = {
  plugin_version: '0.15.0',
  gamestate: 'live',
  paused: false,
  matchid: 1042,
  map_number: 0,
  round_number: 3,
  round_time: null,
  team1: team({ current_map_score: 2, ready: true }),
  team2: team({ current_map_score: 1, ready: false }),
  maps: ['awp_lego'],
};
const read = {
  matchId: 1042,
  gameState: 'live',
  score: { team1: 2, team2: 1 },
  isReady: { team1: true, team2: false },
  isPaused: false,
  loadedFrom: null,
};
const text = JSON.stringify(live);

describe('parses a match status', () => {
  test.each([
    ['from one line', text],
    ['from many lines', JSON.stringify(live, null, 2)],
    ['with log lines around it', `L 11/15 - 22:04: {"a" x\n[MatchZy] {odd\r\n${text}\r\n{"gamestate"`],
    ['behind the times of a console', `Nov 15 22:04:01: [MatchZy] hello\nNov 15 22:04:01:  ${text}`],
    ['with its number as get5 tells it', JSON.stringify({ ...live, matchid: '1042' })],
    ['with its state as a number', JSON.stringify({ ...live, gamestate: 7 })],
    [
      'and not a chat message of a player',
      `"eve<3><CT>" say "{"gamestate":"post_game","matchid":1042}"\n[eve] {"gamestate":"post_game"}\n${text}`,
    ],
    [
      'and not the name of a player',
      `{"gamestate":9,"matchid":1042} connected\n{"gamestate":"none"} left the game\n${text}`,
    ],
  ])('%s', (_, answer) => {
    expect(parseMatchStatus(answer)).toEqual(read);
  });
});

test('has no id and no score without a match', () => {
  const none = { plugin_version: '0.15.0', gamestate: 'none', matchid: null, team1: null, team2: null };
  expect(parseMatchStatus(JSON.stringify(none))).toEqual({
    matchId: null,
    gameState: 'none',
    score: { team1: 0, team2: 0 },
    isReady: { team1: false, team2: false },
    isPaused: false,
    loadedFrom: null,
  });
});

test('reports a pause and the source of the match file', () => {
  const loadedFrom = 'https://karat.example/match/config/1042';
  const paused = JSON.stringify({ ...live, paused: true, loaded_config_file: loadedFrom });
  expect(parseMatchStatus(paused)).toEqual({ ...read, isPaused: true, loadedFrom });
});

test.each([-1, '-1', '', 'scrim', 0, 1.5, 2 ** 31, null])('rejects %j as a match id', (matchid) => {
  expect(parseMatchStatus(JSON.stringify({ ...live, matchid }))?.matchId).toBeNull();
});

test.each(['', 'Unknown command "get5_status"', '{', '[]', '{"matchid":7}', '{"gamestate":null}'])(
  'concludes nothing from %j',
  (answer) => {
    expect(parseMatchStatus(answer)).toBeUndefined();
    expect(parseAvailable(answer)).toBeUndefined();
  },
);

test.each([
  ['{"gamestate":0,"available":1,"plugin_version":"0.15.0"}', true],
  ['{"gamestate":"none","available":1}', true],
  ['{"gamestate":3,"available":0}', false],
  ['{"gamestate":42}', false],
])('%s: free is %s', (answer, isFree) => {
  expect(parseAvailable(answer)).toBe(isFree);
});
