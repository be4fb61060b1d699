import { type MissionProgress, getAllMissions } from '@karat/contract/missions';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { runAfterReveal, isResultHidden } from '#core/reveals.ts';
import { withStandings } from './standings.ts';

export const missionsQuery = () =>
  queryOptions({
    queryKey: ['missions'],
    // While the page is not shown nobody keeps it up to date, so coming back asks again; unless that told of a roll.
    staleTime: () => (isResultHidden() ? Infinity : 0),
    queryFn: async ({ signal }) => (await call(getAllMissions, undefined, { signal })).data,
  });

export function refreshMissions(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: missionsQuery().queryKey });
}

/** What was told, once it may be seen. */
export function takeStandings(queryClient: QueryClient, standings: readonly MissionProgress[]): void {
  runAfterReveal(() => void applyStandings(queryClient, standings));
}

async function applyStandings(queryClient: QueryClient, standings: readonly MissionProgress[]): Promise<void> {
  const { queryKey } = missionsQuery();
  // An answer on its way may be older than what was told: it is waited for, and then brought up to date.
  if (queryClient.isFetching({ queryKey }) > 0)
    await queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
  const known = queryClient.getQueryData(queryKey);
  const next = known && withStandings(known, standings);
  if (next) queryClient.setQueryData(queryKey, next);
  else await refreshMissions(queryClient);
}
