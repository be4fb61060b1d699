import type { MatchFile } from '@karat/contract/matches';
import { MAPS } from '@karat/rules/rooms';
import { describe, expect, test } from 'vitest';
import type { Match } from '#features/rooms/rooms.ts';
import { readMatchFile } from '#sandbox/game-servers/match-file.ts';
import { matchFile } from './match-file.ts';

const setting = {
  webhookUrl: 'https://karat.example/match/events',
  key: 'a'.repeat(64),
  mapIds: { awp_lego: '3070251264', aim_redline: '3199551320' },
  isSandboxServer: false,
};

const seat = (team: 'team1' | 'team2', at: number, username: string) => ({
  team,
  steamId: `7656119800000000${at}`,
  username,
  elo: 1_000 + 100 * at,
});

const duel: Match = {
  id: 1_042,
  map: 'awp_lego',
  playerCount: '1v1',
  state: 'MATCH_STARTING',
  startingSide: 'ct',
  keyHash: null,
  password: null,
  seats: [seat('team1', 1, 'alice'), seat('team2', 2, 'bob')],
};
const pairs: Match = {
  ...duel,
  playerCount: '2v2',
  startingSide: 't',
  seats: [
    seat('team1', 1, 'alice'),
    seat('team1', 2, 'anna'),
    seat('team2', 3, 'bob'),
    seat('team2', 4, 'Ünal.Işık"; quit'),
  ],
};

/** Lists values that the plugin would refuse or misinterpret. */
function faultsOf(file: MatchFile): string[] {
  const faults: string[] = [];
  const expectThat = (isSo: boolean, fault: string): void => void (isSo || faults.push(fault));
  expectThat(Number.isInteger(file.matchid) && file.matchid > 0 && file.matchid < 2 ** 31, 'matchid');
  expectThat(file.num_maps <= file.maplist.length && file.map_sides.length >= file.num_maps, 'maps');
  for (const map of file.maplist) expectThat(/^\w+$/.test(map), `map ${map}`);
  for (const team of [file.team1, file.team2]) {
    expectThat(/^[A-Za-z0-9 _-]+$/.test(team.name), `name ${team.name}`);
    expectThat(!Array.isArray(team.players), 'players as a list');
    expectThat(Object.keys(team.players).length === file.players_per_team, 'players');
    for (const steamId of Object.keys(team.players)) expectThat(/^7656119\d{10}$/.test(steamId), steamId);
    for (const name of Object.values(team.players)) expectThat(/^[A-Za-z0-9 _-]+$/.test(name), `player ${name}`);
  }
  expectThat(file.team1.name !== file.team2.name, 'two teams of one name');
  for (const [name, value] of Object.entries(file.cvars)) {
    expectThat(/^[a-z_0-9]+$/.test(name) && !/["\r\n\0]/.test(value), `cvar ${name}`);
  }
  return faults;
}

test('1v1: the file has what the plugin reads, and reports go to the site', () => {
  expect(matchFile(duel, setting)).toMatchObject({
    matchid: 1_042,
    team1: { id: 'team1', name: 'alice', players: { '76561198000000001': 'alice' } },
    team2: { id: 'team2', name: 'bob', players: { '76561198000000002': 'bob' } },
    num_maps: 1,
    maplist: ['3070251264'],
    map_sides: ['team1_ct'],
    players_per_team: 1,
    min_players_to_ready: 1,
    spectators: { players: {} },
    cvars: {
      hostname: 'Karat #1042',
      matchzy_remote_log_url: 'https://karat.example/match/events',
      matchzy_remote_log_header_key: 'Authorization',
      matchzy_remote_log_header_value: `Bearer ${'a'.repeat(64)}`,
      mp_maxrounds: '15',
      mp_halftime: '0',
      mp_overtime_enable: '0',
      mp_ct_default_primary: 'weapon_awp',
    },
  });
});

test('2v2: both players are in their team, which starts on the side of the coin toss', () => {
  expect(matchFile(pairs, setting)).toMatchObject({
    team1: { name: 'alice - anna' },
    team2: { name: 'bob - UnalIsik quit' },
    players_per_team: 2,
    min_players_to_ready: 2,
    wingman: false,
    map_sides: ['team1_t'],
  });
});

describe('the plugin accepts', () => {
  const hostile = ['"; quit', '\n', '🎲🎲', 'İıŞşĞğ', 'x'.repeat(60), '__proto__'];
  const named = hostile.map((name) => ({ ...duel, seats: [seat('team1', 1, name), seat('team2', 2, `${name}.`)] }));
  test.each([duel, pairs, ...MAPS.map((map) => ({ ...duel, map })), ...named])('%#', (match) => {
    const file = matchFile(match, setting);
    expect(faultsOf(file)).toEqual([]);
    expect(readMatchFile(JSON.stringify(file))).toMatchObject({ matchId: 1_042, team1Side: match.startingSide });
  });
});

test('gives no weapons on maps with weapons on the ground', () => {
  const { cvars } = matchFile({ ...duel, map: 'aim_redline' }, setting);
  expect([cvars['mp_ct_default_primary'], cvars['mp_t_default_primary']]).toEqual(['', '']);
});

test('only a server of the sandbox gets the ratings', () => {
  expect(Object.keys(matchFile(pairs, setting).cvars).filter((name) => name.startsWith('sandbox_'))).toEqual([]);
  expect(matchFile(pairs, { ...setting, isSandboxServer: true }).cvars).toMatchObject({
    sandbox_rating_team1: '1150',
    sandbox_rating_team2: '1350',
  });
});

test('no text written by players is in the variables', () => {
  const quiet = matchFile({ ...duel, seats: [seat('team1', 1, 'evil'), seat('team2', 2, 'worse')] }, setting);
  expect(quiet.cvars).toEqual(matchFile(duel, setting).cvars);
});
