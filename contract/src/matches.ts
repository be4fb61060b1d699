import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idParam } from './text.ts';

/** By Steam id, because the plugin refuses a list. */
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
  summary: 'What a game server has to know of its match, as MatchZy and get5 read it.',
  params: z.object({ matchId: idParam }),
  refuses: ['not_found'],
  reply: matchFile,
});

export const reportMatchEvent = endpoint({
  method: 'POST',
  path: '/match/events',
  summary:
    'What a game server reports of its match, as MatchZy and get5 send it. Repeats and unknown events do nothing.',
  body: z.looseObject({ event: z.string(), matchid: z.union([z.number(), z.string()]) }),
  refuses: ['not_found'],
  reply: z.object({ message: z.string() }),
});
