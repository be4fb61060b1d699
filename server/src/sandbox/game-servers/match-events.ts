import type { RoundEnd, Team } from '@karat/rules/rooms';
import type { MatchFile, MatchTeam } from './match-file.ts';
import type { MatchState } from './match-state.ts';

/** Events as MatchZy 0.8.15 posts them, with its bugs, which the site must handle. */
export type MatchEvent = { readonly event: string; readonly matchid: number } & Readonly<Record<string, unknown>>;

/** The game's numbers of the sides. */
const SIDE_T = '2';
const SIDE_CT = '3';
const REASON_CT_WIN = 8;
const REASON_T_WIN = 9;
/** The time is up, which counts for the defending side. */
const REASON_TARGET_SAVED = 12;
/** The plugin clears its match id before it reports the last events. */
const CLEARED_MATCH_ID = -1;
const MAP_NUMBER = 0;

/** Statistics that are always 0 here. */
const UNUSED_STATS = {
  flash_assists: 0,
  team_kills: 0,
  suicides: 0,
  utility_damage: 0,
  enemies_flashed: 0,
  friendlies_flashed: 0,
  knife_kills: 0,
  bomb_defuses: 0,
  bomb_plants: 0,
  '3k': 0,
  '4k': 0,
  '5k': 0,
  '1v3': 0,
  '1v4': 0,
  '1v5': 0,
  trade_kills: 0,
  kast: 0,
};

function playersOf(team: MatchTeam, { stats, roundsPlayed }: MatchState, isCt: boolean) {
  return team.players.map(({ steamId, name }) => {
    const { kills, deaths, assists, headshots, doubles, firstKills, firstDeaths, mvps, duels } = stats.get(steamId)!;
    const first = isCt
      ? { first_kills_t: 0, first_kills_ct: firstKills, first_deaths_t: 0, first_deaths_ct: firstDeaths }
      : { first_kills_t: firstKills, first_kills_ct: 0, first_deaths_t: firstDeaths, first_deaths_ct: 0 };
    return {
      steamid: steamId,
      name,
      stats: {
        ...UNUSED_STATS,
        ...first,
        kills,
        deaths,
        assists,
        damage: kills * 100 + assists * 40,
        headshot_kills: headshots,
        rounds_played: roundsPlayed,
        '1k': kills - 2 * doubles,
        '2k': doubles,
        '1v1': duels,
        '1v2': 0,
        score: kills * 2 + assists,
        mvp: mvps,
      },
    };
  });
}

export function isCt(file: MatchFile, team: Team): boolean {
  return (file.team1Side === 'ct') === (team === 'team1');
}

/** The leading team. For a draw it is team2, which is wrong but what the plugin reports. */
function leader({ score }: MatchState): Team {
  return score.team1 > score.team2 ? 'team1' : 'team2';
}

/** The side as the plugin reports it: correct only if team1 won as CT. */
function endSide(file: MatchFile, winner: Team): string {
  return winner === 'team1' && file.team1Side === 'ct' ? SIDE_CT : SIDE_T;
}

export function seriesStart({ matchId, numMaps, teams: { team1, team2 } }: MatchFile): MatchEvent {
  const [one, other] = [team1, team2].map(({ id, name }) => ({ id, name }));
  return { event: 'series_start', matchid: matchId, team1: one, team2: other, num_maps: numMaps };
}

export function goingLive({ matchId }: MatchFile): MatchEvent {
  return { event: 'going_live', matchid: matchId, map_number: MAP_NUMBER };
}

function reasonOf(end: RoundEnd, isCtWin: boolean): number {
  if (end === 'time') return REASON_TARGET_SAVED;
  return isCtWin ? REASON_CT_WIN : REASON_T_WIN;
}

type PlayedRound = { readonly winner: Team; readonly end: RoundEnd };

export function roundEnd(file: MatchFile, state: MatchState, { winner, end }: PlayedRound): MatchEvent {
  const isCtWin = isCt(file, winner);
  const teamOf = (team: Team) => ({
    id: file.teams[team].id,
    name: file.teams[team].name,
    series_score: 0,
    score: state.score[team],
    score_ct: 0,
    score_t: 0,
    players: playersOf(file.teams[team], state, isCt(file, team)),
  });
  return {
    event: 'round_end',
    matchid: file.matchId,
    map_number: MAP_NUMBER,
    round_number: state.roundsPlayed,
    round_time: 0,
    reason: reasonOf(end, isCtWin),
    winner: { side: isCtWin ? SIDE_CT : SIDE_T, team: leader(state) },
    team1: teamOf('team1'),
    team2: teamOf('team2'),
  };
}

export function mapResult(file: MatchFile, state: MatchState): MatchEvent {
  const winner = leader(state);
  const isDraw = state.score.team1 === state.score.team2;
  const teamOf = (team: Team) => ({
    id: file.teams[team].id,
    name: file.teams[team].name,
    series_score: !isDraw && team === winner ? 1 : 0,
    score: state.score[team],
    score_ct: 0,
    score_t: 0,
    players: [],
  });
  return {
    event: 'map_result',
    matchid: file.matchId,
    map_number: MAP_NUMBER,
    winner: { side: endSide(file, winner), team: winner },
    team1: teamOf('team1'),
    team2: teamOf('team2'),
  };
}

export function seriesEnd(file: MatchFile, state: MatchState): MatchEvent {
  const winner = leader(state);
  return {
    event: 'series_end',
    matchid: file.matchId,
    time_until_restore: 10,
    winner: { side: endSide(file, winner), team: winner },
    team1_series_score: winner === 'team1' ? 1 : 0,
    team2_series_score: winner === 'team2' ? 1 : 0,
  };
}

export function demoUploadEnded({ matchId }: MatchFile): MatchEvent {
  const filename = `${matchId}_map1.dem`;
  return { event: 'demo_upload_ended', matchid: CLEARED_MATCH_ID, map_number: MAP_NUMBER, filename, success: true };
}
