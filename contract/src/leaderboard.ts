import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { paginationQuery, pagination } from './pagination.ts';

export const LEADERBOARD_SORTS = ['elo', 'kills', 'wins'] as const;

const row = z.object({
  place: z.number(),
  elo: z.number(),
  username: z.string(),
  avatar: z.string(),
  total_kills: z.number(),
  total_wins: z.number(),
});
export type LeaderboardRow = z.output<typeof row>;

export const getLeaderboard = endpoint({
  method: 'GET',
  path: '/user/getLeaderboard',
  summary: 'Players who have won a match, best first, and the place of the caller.',
  query: z.object({
    ...paginationQuery({ limit: 20 }),
    sort: z._default(z.enum(LEADERBOARD_SORTS, 'Invalid sort.'), 'elo'),
  }),
  reply: z.object({ data: z.array(row), pagination, own: z.nullable(row) }),
});
