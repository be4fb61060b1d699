import { type Team, TEAMS } from '@karat/rules/rooms';
import * as z from 'zod/mini';

const NUM_MAPS_MAX = 7;
const SIDES = ['team1_ct', 'team1_t', 'team2_ct', 'team2_t', 'knife'] as const;

const teamShape = z.object({
  id: z._default(z.string(), ''),
  name: z.string().check(z.minLength(1)),
  /** An object of names by SteamID64: the plugin refuses an array. */
  players: z.record(z.string().check(z.regex(/^\d{17}$/)), z.string()),
});

const matchShape = z
  .object({
    matchid: z._default(z.int32(), 0),
    team1: teamShape,
    team2: teamShape,
    num_maps: z.int().check(z.minimum(1), z.maximum(NUM_MAPS_MAX)),
    maplist: z.array(z.string().check(z.minLength(1))),
    map_sides: z.optional(z.array(z.enum(SIDES))),
    cvars: z._default(z.record(z.string(), z.union([z.string(), z.number()])), {}),
  })
  .check(
    z.refine(({ num_maps, maplist }) => num_maps <= maplist.length, 'num_maps is more than maplist holds'),
    z.refine(
      ({ num_maps, map_sides }) => map_sides === undefined || map_sides.length >= num_maps,
      'map_sides is shorter than num_maps',
    ),
  );

export type MatchPlayer = { readonly steamId: string; readonly name: string };
export type MatchTeam = { readonly id: string; readonly name: string; readonly players: readonly MatchPlayer[] };

/** The parts of a match file that the plugin uses. */
export type MatchFile = {
  readonly matchId: number;
  readonly teams: Readonly<Record<Team, MatchTeam>>;
  readonly numMaps: number;
  readonly maps: readonly string[];
  readonly team1Side: 'ct' | 't';
  readonly cvars: ReadonlyMap<string, string>;
};

/** Thrown for a match file that the plugin would refuse. */
export class BadMatchFile extends Error {}

function teamOf({ id, name, players }: z.output<typeof teamShape>): MatchTeam {
  const named = Object.entries(players).map(([steamId, each]) => ({ steamId, name: each }));
  return { id, name: name.replace(/[^\p{L}\p{N} _-]/gu, ''), players: named };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadMatchFile('the match file is not JSON');
  }
}

/** Reads a match file as strictly as the plugin does. */
export function readMatchFile(text: string): MatchFile {
  const { data, error } = matchShape.safeParse(jsonOf(text));
  if (error !== undefined) {
    const [issue] = error.issues;
    throw new BadMatchFile(`${issue?.path.join('.') || 'the match file'}: ${issue?.message ?? 'invalid'}`);
  }
  const teams = { team1: teamOf(data.team1), team2: teamOf(data.team2) };
  for (const team of TEAMS) if (teams[team].players.length === 0) throw new BadMatchFile(`${team}.players is empty`);
  const side = data.map_sides?.[0];
  return {
    matchId: data.matchid,
    teams,
    numMaps: data.num_maps,
    maps: data.maplist,
    team1Side: side === 'team1_t' || side === 'team2_ct' ? 't' : 'ct',
    cvars: new Map(Object.entries(data.cvars).map(([name, value]) => [name, String(value)])),
  };
}
