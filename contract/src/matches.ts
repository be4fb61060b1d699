import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idParam } from './text.ts';

/** An object by Steam id, because the game server plugin refuses a list. */
const matchPlayers = z.record(z.string(), z.string());
const matchTeam = z.object({ id: z.string(), name: z.string(), players: matchPlayers });

const matchFile = z.object({
  matchid: z.number(),
  team1: matchTeam,
  team2: matchTeam,
  num_maps: z.number(),
  maplist: z.array(z.string()),
  map_sides: z.array(z.enum(['team1_ct', 'team1_t'])),
  players_per_team: z.number(),
  min_players_to_ready: z.number(),
  clinch_series: z.boolean(),
  wingman: z.boolean(),
  spectators: z.object({ players: matchPlayers }),
  cvars: z.record(z.string(), z.string()),
});
export type MatchFile = z.output<typeof matchFile>;

export const getMatchFile = endpoint({
  method: 'GET',
  path: '/match/config/:matchId',
  summary: 'The match configuration for a game server, in the format of MatchZy and get5.',
  params: z.object({ matchId: idParam }),
  refuses: ['not_found'],
  reply: matchFile,
});

export const reportMatchEvent = endpoint({
  method: 'POST',
  path: '/match/events',
  summary:
    'Takes an event of a match from a game server, in the format of MatchZy and get5. Repeated and unknown events do nothing.',
  body: z.looseObject({ event: z.string(), matchid: z.union([z.number(), z.string()]) }),
  refuses: ['not_found'],
  reply: z.object({ message: z.string() }),
});
