import { type LEADERBOARD_SORTS, getLeaderboard } from '@karat/contract/leaderboard';
import type { RoomSummary } from '@karat/contract/rooms';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '#core/api.ts';
import { hear, onConnect } from '#core/channel.ts';

export type LeaderboardSort = (typeof LEADERBOARD_SORTS)[number];

const LEADERBOARD_KEY = ['leaderboard'] as const;

type Asked = { readonly sort: LeaderboardSort; readonly page: number; readonly limit: number };

/** Players who have won a match, and where the caller stands. */
export const leaderboardQuery = ({ sort, page, limit }: Asked) =>
  queryOptions({
    queryKey: [...LEADERBOARD_KEY, { sort, page, limit }],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(getLeaderboard, { query: { sort, page: String(page), limit: String(limit) } }, { signal }),
  });

/** Matches that end within it are asked about once. */
const GATHER_MS = 10_000;

const playedIn = (rooms: readonly RoomSummary[]): Set<number> =>
  new Set(rooms.filter(({ state }) => state === 'MATCH_ONGOING').map(({ id }) => id));

/**
 * Calls when a match is over: one that was being played has left the list of rooms. Also where one may have been missed:
 * with the first list, and after a break.
 */
export function useMatchesOver(listener: () => void): void {
  const onOver = useEffectEvent(listener);
  useEffect(() => {
    let played: Set<number> | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopHearing = hear('ROOMS_CHANGED', ({ data }) => {
      const next = playedIn(data);
      const isOver = played === undefined || [...played].some((id) => !next.has(id));
      played = next;
      if (!isOver) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        onOver();
      }, GATHER_MS);
    });
    const stopReturning = onConnect(() => onOver());
    return () => {
      stopHearing();
      stopReturning();
      clearTimeout(timer);
    };
  }, []);
}

/** Keeps what is shown of the leaderboard true. */
export function useFreshLeaderboard(): void {
  const queryClient = useQueryClient();
  useMatchesOver(() => void queryClient.invalidateQueries({ queryKey: LEADERBOARD_KEY }));
}
