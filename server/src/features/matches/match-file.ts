import type { MatchFile } from '@karat/contract/matches';
import { type RoomMap, seatsPerTeam, type Team, TEAMS } from '@karat/rules/rooms';
import assert from 'node:assert/strict';
import type { Match } from '#features/rooms/rooms.ts';

const NAME_LENGTH_MAX = 32;

/** Fifteen rounds without halves: the first team with eight wins, and no match ends in a tie. */
const DUEL_CVARS = {
  mp_maxrounds: '15',
  mp_halftime: '0',
  mp_overtime_enable: '0',
  mp_match_can_clinch: '1',
  mp_freezetime: '3',
  mp_roundtime: '1',
  mp_roundtime_defuse: '1',
  mp_buytime: '0',
  mp_free_armor: '2',
  mp_give_player_c4: '0',
  mp_round_restart_delay: '3',
  mp_weapons_allow_map_placed: '1',
  mp_startmoney: '0',
};

const primary = (weapon: string) => ({ mp_ct_default_primary: weapon, mp_t_default_primary: weapon });

/** On maps with weapons on the ground, players get none. */
const MAP_CVARS: Readonly<Record<RoomMap, Readonly<Record<string, string>>>> = {
  awp_lego: primary('weapon_awp'),
  aim_redline: primary(''),
};

/** The plugin allows only these characters. Letters with diacritics lose the diacritics. */
function cleanName(name: string): string {
  const plain = name.normalize('NFKD').replaceAll('ı', 'i');
  return plain
    .replaceAll(/[^A-Za-z0-9 _-]/g, '')
    .trim()
    .slice(0, NAME_LENGTH_MAX);
}

type SeatedPlayer = { readonly steamId: string; readonly name: string };

function seatedPlayersOf({ seats }: Match, team: Team): SeatedPlayer[] {
  return seats
    .filter((seat) => seat.team === team)
    .map(({ steamId, username }) => {
      assert(steamId !== null, 'A seat has no Steam id');
      return { steamId, name: cleanName(username) || 'Player' };
    });
}

function namesOf(seated: Readonly<Record<Team, readonly SeatedPlayer[]>>): Record<Team, string> {
  const joined = (team: Team): string => seated[team].map(({ name }) => name).join(' - ');
  const [team1, team2] = [joined('team1'), joined('team2')];
  // Cleaning may have removed what distinguished the two names.
  return team1 === team2 ? { team1: `${team1} 1`, team2: `${team2} 2` } : { team1, team2 };
}

export type MatchFileOptions = {
  /** The URL for the reports of the server, and its key: the one that it fetched this file with. */
  readonly webhookUrl: string;
  readonly key: string;
  readonly mapIds: Readonly<Record<RoomMap, string>>;
  /** Whether the server belongs to the sandbox, which plays the match itself. */
  readonly isSandboxServer: boolean;
};

/** The ratings that the sandbox needs for a likely match. A real server would not know these variables. */
function ratingCvars({ seats }: Match): Record<string, string> {
  const ratingOf = (team: Team): string => {
    const ratings = seats.filter((seat) => seat.team === team).map(({ elo }) => elo);
    return String(Math.round(ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length));
  };
  return Object.fromEntries(TEAMS.map((team) => [`sandbox_rating_${team}`, ratingOf(team)]));
}

/** The server executes variables as they are, so they must not contain text written by players. */
function cvarsOf(match: Match, { webhookUrl, key, isSandboxServer }: MatchFileOptions): Record<string, string> {
  const { id, map } = match;
  return {
    hostname: `Karat #${id}`,
    matchzy_remote_log_url: webhookUrl,
    matchzy_remote_log_header_key: 'Authorization',
    matchzy_remote_log_header_value: `Bearer ${key}`,
    ...DUEL_CVARS,
    ...MAP_CVARS[map],
    ...(isSandboxServer ? ratingCvars(match) : {}),
  };
}

/** The match in the format of MatchZy and get5. */
export function matchFile(match: Match, options: MatchFileOptions): MatchFile {
  const { id, map, playerCount, startingSide } = match;
  assert(startingSide !== null, `Match ${id} has no starting side`);
  const seated = { team1: seatedPlayersOf(match, 'team1'), team2: seatedPlayersOf(match, 'team2') };
  const names = namesOf(seated);
  const teamOf = (team: Team) => ({
    id: team,
    name: names[team],
    players: Object.fromEntries(seated[team].map(({ steamId, name }) => [steamId, name])),
  });
  const perTeam = seatsPerTeam(playerCount);
  return {
    matchid: id,
    team1: teamOf('team1'),
    team2: teamOf('team2'),
    num_maps: 1,
    maplist: [options.mapIds[map]],
    map_sides: [`team1_${startingSide}`],
    players_per_team: perTeam,
    min_players_to_ready: perTeam,
    clinch_series: true,
    wingman: false,
    spectators: { players: {} },
    cvars: cvarsOf(match, options),
  };
}
