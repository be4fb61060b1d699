import type { Team } from '@karat/rules/rooms';
import type { PlayerStats } from '#features/rooms/rooms.ts';

/** Far above any real match, and far below what the database can store. */
const COUNT_MAX = 9_999;
const STEAM_ID = /^\d{17}$/;
const PLAYERS_MAX = 20;

/** An own field of an arbitrary value; undefined if there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** A plausible count; undefined if the value is anything else. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= COUNT_MAX ? value : undefined;
}

export type Score = Readonly<Record<Team, number>>;

function scoreOf(team1: unknown, team2: unknown): Score | undefined {
  const [one, other] = [countOf(team1), countOf(team2)];
  return one === undefined || other === undefined ? undefined : { team1: one, team2: other };
}

/** The rounds of the map, as in round_end and map_result. */
export function mapScoreOf(value: unknown): Score | undefined {
  return scoreOf(fieldOf(fieldOf(value, 'team1'), 'score'), fieldOf(fieldOf(value, 'team2'), 'score'));
}

/** The maps of the series: 1 to 0 for a single map, or 0 to 0 on a tie. */
export function seriesScoreOf(value: unknown): Score | undefined {
  return scoreOf(fieldOf(value, 'team1_series_score'), fieldOf(value, 'team2_series_score'));
}

function statsOf(player: unknown): PlayerStats[] {
  const steamId = fieldOf(player, 'steamid');
  const stats = fieldOf(player, 'stats');
  const [kills, deaths] = [countOf(fieldOf(stats, 'kills')), countOf(fieldOf(stats, 'deaths'))];
  if (typeof steamId !== 'string' || !STEAM_ID.test(steamId) || kills === undefined || deaths === undefined) return [];
  return [{ steamId, kills, deaths }];
}

/** The totals of the map so far, for all players whose totals are readable. */
export function playersOf(value: unknown): PlayerStats[] {
  return ['team1', 'team2'].flatMap((team) => {
    const players = fieldOf(fieldOf(value, team), 'players');
    return Array.isArray(players) ? players.slice(0, PLAYERS_MAX).flatMap(statsOf) : [];
  });
}
