import { type MissionProgress, getAllMissions } from '@karat/contract/missions';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { runAfterReveal, isResultHidden } from '#core/reveals.ts';
import { withStandings } from './standings.ts';

export const missionsQuery = () =>
  queryOptions({
    queryKey: ['missions'],
    // Events update this only while the page is shown, so a returning page fetches it again, unless that would reveal a roll.
    staleTime: () => (isResultHidden() ? Infinity : 0),
    queryFn: async ({ signal }) => (await call(getAllMissions, undefined, { signal })).data,
  });

export function refreshMissions(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: missionsQuery().queryKey });
}

/** Applies progress once no running spin would be revealed by it. */
export function applyStandingsOnceRevealed(queryClient: QueryClient, standings: readonly MissionProgress[]): void {
  runAfterReveal(() => void applyStandings(queryClient, standings));
}

async function applyStandings(queryClient: QueryClient, standings: readonly MissionProgress[]): Promise<void> {
  const { queryKey } = missionsQuery();
  // A response in flight may be older than the event: wait for it, then apply the event.
  if (queryClient.isFetching({ queryKey }) > 0)
    await queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
  const known = queryClient.getQueryData(queryKey);
  const next = known && withStandings(known, standings);
  if (next) queryClient.setQueryData(queryKey, next);
  else await refreshMissions(queryClient);
}
