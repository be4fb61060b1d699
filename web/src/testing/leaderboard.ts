import type { LeaderboardRow } from '@karat/contract/leaderboard';

export const exampleRank = (place: number, overrides: Partial<LeaderboardRow> = {}): LeaderboardRow => ({
  place,
  elo: 3_100 - place * 100,
  username: `player_${place}`,
  avatar: '',
  total_kills: 1_000 + place,
  total_wins: 50 - place,
  ...overrides,
});

export const ranksPage = (
  data: readonly LeaderboardRow[],
  { total = data.length, own = null }: { total?: number; own?: LeaderboardRow | null } = {},
) => ({ body: { data, pagination: { totalResults: total, resultsPerPage: 20, currentPage: 1 }, own } });
