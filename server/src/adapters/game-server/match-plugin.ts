import { type Team, TEAMS } from '@karat/rules/rooms';
import * as z from 'zod/mini';
import type { MatchStatus } from './game-server.ts';
import { plainLines } from './status.ts';

/** As get5 numbers its states; `get5_web_available` says the number, `get5_status` the name. */
const STATES = [
  'none',
  'pre_veto',
  'veto',
  'warmup',
  'knife',
  'waiting_for_knife_decision',
  'going_live',
  'live',
  'pending_restore',
  'post_game',
];

const MATCH_ID_MAX = 2 ** 31 - 1;

/** Of a team MatchZy leaves out what it does not know. */
const teamStatus = z.nullish(z.object({ current_map_score: z.nullish(z.number()), ready: z.nullish(z.boolean()) }));

const status = z.object({
  gamestate: z.union([z.string(), z.number()]),
  // MatchZy says a number, get5 a text.
  matchid: z.nullish(z.union([z.string(), z.number()])),
  paused: z.nullish(z.boolean()),
  loaded_config_file: z.nullish(z.string()),
  team1: teamStatus,
  team2: teamStatus,
});

/** More than fits in a player's name, which may begin a line of the log. */
const STATUS_FIELDS = ['gamestate', 'matchid', 'team1', 'team2'];

/** The text from a brace to the one that closes it; undefined where none does. */
function objectAt(text: string, start: number): string | undefined {
  let depth = 0;
  let isInText = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at]!;
    if (isInText) {
      if (sign === '\\') at++;
      else if (sign === '"') isInText = false;
    } else if (sign === '"') isInText = true;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return text.slice(start, at + 1);
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The JSON among the lines of an answer that has these fields; log lines may stand around it. It begins a line of its own: what
 * players say stands in the log behind their names, so that nobody can say a result.
 */
function statusIn(answer: string, fields: readonly string[]): z.output<typeof status> | undefined {
  const text = plainLines(answer);
  for (const { index } of text.matchAll(/^[ \t]*\{/gm)) {
    const said = parsed(objectAt(text, text.indexOf('{', index)) ?? '');
    const found = status.safeParse(said);
    if (found.success && fields.every((field) => Object.hasOwn(said as object, field))) return found.data;
  }
  return undefined;
}

function stateOf(gamestate: string | number): string {
  return typeof gamestate === 'number' ? (STATES[gamestate] ?? 'unknown') : gamestate;
}

/** Null where there is none; after a series it is -1. */
function matchIdOf(matchid: string | number | null | undefined): number | null {
  const id = Number(matchid ?? -1);
  return Number.isInteger(id) && id > 0 && id <= MATCH_ID_MAX ? id : null;
}

function byTeam<Value>(of: (team: Team) => Value): Record<Team, Value> {
  return Object.fromEntries(TEAMS.map((team) => [team, of(team)])) as Record<Team, Value>;
}

/** What `get5_status` says; undefined where it is no such answer. */
export function parseMatchStatus(answer: string): MatchStatus | undefined {
  const said = statusIn(answer, STATUS_FIELDS);
  return (
    said && {
      matchId: matchIdOf(said.matchid),
      gameState: stateOf(said.gamestate),
      score: byTeam((team) => said[team]?.current_map_score ?? 0),
      isReady: byTeam((team) => said[team]?.ready ?? false),
      isPaused: said.paused ?? false,
      loadedFrom: said.loaded_config_file ?? null,
    }
  );
}

/** Whether `get5_web_available` says that no match is loaded; undefined where it is no such answer. */
export function parseAvailable(answer: string): boolean | undefined {
  const said = statusIn(answer, []);
  return said && stateOf(said.gamestate) === 'none';
}
