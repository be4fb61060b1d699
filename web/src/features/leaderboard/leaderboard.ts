import { type LEADERBOARD_SORTS, getLeaderboard } from '@karat/contract/leaderboard';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { useMatchEnd } from '#features/rooms/rooms.ts';

export type LeaderboardSort = (typeof LEADERBOARD_SORTS)[number];

const LEADERBOARD_KEY = ['leaderboard'] as const;

type LeaderboardRequest = { readonly sort: LeaderboardSort; readonly page: number; readonly limit: number };

/** Players who have won a match, and the caller's own rank. */
export const leaderboardQuery = ({ sort, page, limit }: LeaderboardRequest) =>
  queryOptions({
    queryKey: [...LEADERBOARD_KEY, { sort, page, limit }],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(getLeaderboard, { query: { sort, page: String(page), limit: String(limit) } }, { signal }),
  });

/** Refetches the shown pages of the leaderboard when a match ends. */
export function useLiveLeaderboard(): void {
  const queryClient = useQueryClient();
  useMatchEnd(() => void queryClient.invalidateQueries({ queryKey: LEADERBOARD_KEY }));
}
