import { type RoundEnd, TEAMS } from '@karat/rules/rooms';
import type { MatchReport } from '#features/rooms/rooms.ts';
import { countOf, fieldOf, mapScoreOf, playersOf, seriesScoreOf } from './scores.ts';

const MATCH_ID = /^[1-9]\d{0,9}$/;

/** The id of the match that an event is about; get5 sends it as text. */
export function matchIdOf(payload: unknown): number | undefined {
  const id = fieldOf(payload, 'matchid');
  const text = typeof id === 'number' || typeof id === 'string' ? String(id) : '';
  return MATCH_ID.test(text) ? Number(text) : undefined;
}

type EventReader = (payload: object) => MatchReport | undefined;

/**
 * How a round ended, by the game's number. MatchZy sends the game's own numbers, get5 those of SourceMod, which are one less. A duel
 * has neither bomb nor hostages, so the numbers of both mean the same here, and no others occur.
 */
const ROUND_ENDS: ReadonlyMap<unknown, RoundEnd> = new Map([
  [7, 'elimination'],
  [8, 'elimination'],
  [9, 'elimination'],
  [11, 'time'],
  [12, 'time'],
]);

/** Uses the rounds alone: `winner` names the leading team, and team2 on a tie. */
const readScore =
  (kind: 'round' | 'result'): EventReader =>
  (payload) => {
    const score = mapScoreOf(payload);
    if (score === undefined) return undefined;
    const end = ROUND_ENDS.get(fieldOf(payload, 'reason'));
    return { kind, score, players: playersOf(payload), ...(end === undefined ? {} : { end }) };
  };

const readSeries: EventReader = (payload) => {
  const maps = seriesScoreOf(payload);
  return maps && { kind: 'series', maps };
};

/** All players of a team are connected and ready. A team that is no longer ready was still connected. */
const readTeam: EventReader = (payload) => {
  const team = TEAMS.find((each) => each === fieldOf(payload, 'team'));
  return team === undefined || fieldOf(payload, 'ready') === false ? undefined : { kind: 'connected', team };
};

const READERS: ReadonlyMap<string, EventReader> = new Map([
  ['going_live', () => ({ kind: 'live' }) as const],
  ['round_end', readScore('round')],
  ['map_result', readScore('result')],
  ['series_end', readSeries],
  ['team_ready', readTeam],
  ['team_ready_status_changed', readTeam],
]);

export type MatchEvent = {
  /** The same for every repeat of an event, and different for other events of the match. */
  readonly key: string;
  readonly report: MatchReport;
};

/** Translates an event into a report about its match; undefined if the event is irrelevant or malformed. */
export function parseMatchEvent(payload: {
  readonly event: string;
  readonly [name: string]: unknown;
}): MatchEvent | undefined {
  const report = READERS.get(payload.event)?.(payload);
  if (report === undefined) return undefined;
  const places = ['map_number', 'round_number'].map((name) => countOf(fieldOf(payload, name)) ?? 0);
  const of = report.kind === 'connected' ? report.team : places.join(':');
  return { key: `${payload.event}:${of}`, report };
}
