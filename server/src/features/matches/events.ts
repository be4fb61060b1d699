import { TEAMS } from '@karat/rules/rooms';
import type { MatchReport } from '#features/rooms/rooms.ts';
import { countOf, fieldOf, mapScoreOf, playersOf, seriesScoreOf } from './scores.ts';

const MATCH_ID = /^[1-9]\d{0,9}$/;

/** The match that an event is about; get5 sends its number as text. */
export function matchIdOf(sent: unknown): number | undefined {
  const id = fieldOf(sent, 'matchid');
  const text = typeof id === 'number' || typeof id === 'string' ? String(id) : '';
  return MATCH_ID.test(text) ? Number(text) : undefined;
}

type Read = (sent: object) => MatchReport | undefined;

/** By the rounds alone: `winner` names whoever leads, and team2 where nobody does. */
const readScore =
  (kind: 'round' | 'result'): Read =>
  (sent) => {
    const score = mapScoreOf(sent);
    return score && { kind, score, players: playersOf(sent) };
  };

const readSeries: Read = (sent) => {
  const maps = seriesScoreOf(sent);
  return maps && { kind: 'series', maps };
};

/** Everybody of a team is there and ready; a team that is not ready any more has still been there. */
const readTeam: Read = (sent) => {
  const team = TEAMS.find((each) => each === fieldOf(sent, 'team'));
  return team === undefined || fieldOf(sent, 'ready') === false ? undefined : { kind: 'connected', team };
};

const READERS: ReadonlyMap<string, Read> = new Map([
  ['going_live', () => ({ kind: 'live' }) as const],
  ['round_end', readScore('round')],
  ['map_result', readScore('result')],
  ['series_end', readSeries],
  ['team_ready', readTeam],
  ['team_ready_status_changed', readTeam],
]);

export type MatchEvent = {
  /** The same for every repeat of an event, and for no other event of the match. */
  readonly key: string;
  readonly report: MatchReport;
};

/** What an event says about its match; undefined for events that are of no use here, and for those that make no sense. */
export function parseMatchEvent(sent: {
  readonly event: string;
  readonly [name: string]: unknown;
}): MatchEvent | undefined {
  const report = READERS.get(sent.event)?.(sent);
  if (report === undefined) return undefined;
  const places = ['map_number', 'round_number'].map((name) => countOf(fieldOf(sent, name)) ?? 0);
  const of = report.kind === 'connected' ? report.team : places.join(':');
  return { key: `${sent.event}:${of}`, report };
}
