import { type Team, TEAMS } from '@karat/rules/rooms';
import * as z from 'zod/mini';
import type { MatchStatus } from './game-server.ts';
import { plainLines } from './status.ts';

/** The states of get5 by number; `get5_web_available` answers the number, `get5_status` the name. */
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

/** MatchZy omits unknown fields of a team. */
const teamStatus = z.nullish(z.object({ current_map_score: z.nullish(z.number()), ready: z.nullish(z.boolean()) }));

const status = z.object({
  gamestate: z.union([z.string(), z.number()]),
  // MatchZy sends a number, get5 a text.
  matchid: z.nullish(z.union([z.string(), z.number()])),
  paused: z.nullish(z.boolean()),
  loaded_config_file: z.nullish(z.string()),
  team1: teamStatus,
  team2: teamStatus,
});

/** Too many fields to fit in a player's name, which may begin a line of the log. */
const STATUS_FIELDS = ['gamestate', 'matchid', 'team1', 'team2'];

/** The text from an opening brace to its closing brace; undefined without one. */
function parseObjectAt(text: string, start: number): string | undefined {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (isInString) {
      if (character === '\\') at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return text.slice(start, at + 1);
  }
  return undefined;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Finds the JSON with these fields in an answer that may contain log lines. It must begin a line: chat messages appear in the
 * log after the player's name, so players cannot forge a result.
 */
function parseStatus(answer: string, fields: readonly string[]): z.output<typeof status> | undefined {
  const text = plainLines(answer);
  for (const { index } of text.matchAll(/^[ \t]*\{/gm)) {
    const parsed = tryParse(parseObjectAt(text, text.indexOf('{', index)) ?? '');
    const found = status.safeParse(parsed);
    if (found.success && fields.every((field) => Object.hasOwn(parsed as object, field))) return found.data;
  }
  return undefined;
}

function stateOf(gamestate: string | number): string {
  return typeof gamestate === 'number' ? (STATES[gamestate] ?? 'unknown') : gamestate;
}

/** Null without a match; the plugin answers -1 after a series. */
function matchIdOf(matchid: string | number | null | undefined): number | null {
  const id = Number(matchid ?? -1);
  return Number.isInteger(id) && id > 0 && id <= MATCH_ID_MAX ? id : null;
}

function byTeam<Value>(of: (team: Team) => Value): Record<Team, Value> {
  return Object.fromEntries(TEAMS.map((team) => [team, of(team)])) as Record<Team, Value>;
}

/** Parses the answer of `get5_status`; undefined if it is not one. */
export function parseMatchStatus(answer: string): MatchStatus | undefined {
  const parsed = parseStatus(answer, STATUS_FIELDS);
  return (
    parsed && {
      matchId: matchIdOf(parsed.matchid),
      gameState: stateOf(parsed.gamestate),
      score: byTeam((team) => parsed[team]?.current_map_score ?? 0),
      isReady: byTeam((team) => parsed[team]?.ready ?? false),
      isPaused: parsed.paused ?? false,
      loadedFrom: parsed.loaded_config_file ?? null,
    }
  );
}

/** Whether `get5_web_available` answers that no match is loaded; undefined if it is not such an answer. */
export function parseAvailable(answer: string): boolean | undefined {
  const parsed = parseStatus(answer, []);
  return parsed && stateOf(parsed.gamestate) === 'none';
}
