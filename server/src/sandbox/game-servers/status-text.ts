import { type Team, TEAMS } from '@karat/rules/rooms';
import type { Match } from './match.ts';

const PLUGIN_VERSION = '0.15.0';
const GAME_STATES = { none: 0, warmup: 3, live: 7, post_game: 9 } as const;
/** A SteamID64 minus this base is the account number. */
const ACCOUNT_BASE = 76_561_197_960_265_728n;
const SPAWNING_MS = 200;

export type ServerText = {
  readonly hostname: string;
  readonly map: string;
  readonly port: number;
  readonly match: Match | undefined;
};

type Row = { readonly id: number; readonly steamId: string; readonly name: string; readonly sinceMs: number };

function rowsOf(match: Match | undefined): Row[] {
  if (match === undefined) return [];
  const players = TEAMS.flatMap((team) => match.file().teams[team].players);
  return players.flatMap(({ steamId, name }, index) => {
    const connectedAtMs = match.state.connectedAtMs.get(steamId);
    return connectedAtMs === undefined
      ? []
      : [{ id: index + 2, steamId, name, sinceMs: performance.now() - connectedAtMs }];
  });
}

function clock(sinceMs: number): string {
  const seconds = Math.floor(sinceMs / 1000);
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

const stateOf = ({ sinceMs }: Row): string => (sinceMs < SPAWNING_MS ? 'spawning' : 'active');
const pingOf = ({ id }: Row): number => 12 + ((id * 7) % 40);

/** Output of `status` in CS2. */
export function statusOfCs2({ hostname, map, port, match }: ServerText): string {
  const rows = rowsOf(match);
  const players = rows.map((row) => {
    const { id, name, sinceMs } = row;
    const columns = [String(id).padStart(5), clock(sinceMs).padStart(8), String(pingOf(row)).padStart(4), '   0'];
    return `${columns.join(' ')} ${stateOf(row).padStart(10)} 786432 127.0.0.1:${27_005 + id} '${name}'`;
  });
  const filler = `65535 [NoChan]    0    0 challenging      0unknown ''`;
  return [
    `Server:  Running [0.0.0.0:${port}]`,
    'Client:  Disconnected',
    '----- Status -----',
    '@ Current  :  game',
    'source   : console',
    `hostname : ${hostname}`,
    'spawn    : 1',
    'version  : 1.41.7.7/14177 10896 secure  public',
    'steamid  : [G:1:15633205] (85568392935672629)',
    `udp/ip   : 0.0.0.0:${port} (public 127.0.0.1:${port})`,
    'os/type  : Linux dedicated',
    `players  : ${rows.length} humans, 0 bots (0 max) (${rows.length > 0 ? 'not hibernating' : 'hibernating'}) (unreserved)`,
    '---------spawngroups----',
    `loaded spawngroup(  1)  : SV:  [1: ${map} | main lump | mapload]`,
    '---------players--------',
    '  id     time ping loss      state   rate adr name',
    ...(match?.state.phase === 'warmup' ? [filler] : []),
    ...players,
    '#end',
  ].join('\n');
}

function steam2Of(steamId: string): string {
  const account = BigInt(steamId) - ACCOUNT_BASE;
  return `STEAM_1:${account % 2n}:${account / 2n}`;
}

/** Output of `status` in CS:GO. */
export function statusOfCsgo({ hostname, map, port, match }: ServerText): string {
  const rows = rowsOf(match);
  return [
    `hostname: ${hostname}`,
    'version : 1.35.1.1/13511 6211 secure',
    `udp/ip  : 127.0.0.1:${port}  (public ip: 127.0.0.1)`,
    `map     : ${map}`,
    `players : ${rows.length} humans, 0 bots (12/0 max) (${rows.length > 0 ? 'not hibernating' : 'hibernating'})`,
    '',
    '# userid name uniqueid connected ping loss state rate adr',
    ...rows.map((row) => {
      const { id, name, steamId, sinceMs } = row;
      const details = `${clock(sinceMs)} ${pingOf(row)} 0 ${stateOf(row)} 80000 127.0.0.1:${27_005 + id}`;
      return `#${id} ${id - 1} "${name}" ${steam2Of(steamId)} ${details}`;
    }),
    '#end',
  ].join('\n');
}

export function get5WebAvailable(match: Match | undefined): string {
  const gamestate = GAME_STATES[match?.state.phase ?? 'none'];
  return JSON.stringify({ gamestate, available: 1, plugin_version: PLUGIN_VERSION });
}

const NO_MATCH = { loaded_config_file: null, matchid: null, map_number: null, round_number: null, round_time: null };

export function get5Status(match: Match | undefined): string {
  if (match === undefined) {
    const nothing = { ...NO_MATCH, team1: null, team2: null, maps: null };
    return JSON.stringify({ plugin_version: PLUGIN_VERSION, gamestate: 'none', paused: false, ...nothing });
  }
  const { state, url } = match;
  const { matchId, teams, maps, team1Side } = match.file();
  const isOver = state.phase === 'post_game';
  const teamOf = (team: Team, other: Team) => ({
    name: teams[team].name,
    series_score: isOver && state.score[team] > state.score[other] ? 1 : 0,
    current_map_score: state.score[team],
    // The plugin does not count them.
    connected_clients: -1,
    ready: state.isReady[team],
    side: (team1Side === 'ct') === (team === 'team1') ? 'ct' : 'terrorist',
  });
  return JSON.stringify({
    plugin_version: PLUGIN_VERSION,
    gamestate: state.phase,
    paused: state.isPaused,
    loaded_config_file: url,
    matchid: matchId,
    map_number: 0,
    round_number: state.phase === 'live' ? state.roundsPlayed : -1,
    round_time: null,
    team1: teamOf('team1', 'team2'),
    team2: teamOf('team2', 'team1'),
    maps,
  });
}
