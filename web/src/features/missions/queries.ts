import { type MissionProgress, getAllMissions } from '@karat/contract/missions';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { runAfterReveal, isResultHidden } from '#core/reveals.ts';
import { withProgress } from './mission-progress.ts';

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
export function applyProgressOnceRevealed(queryClient: QueryClient, changes: readonly MissionProgress[]): void {
  runAfterReveal(() => void applyProgress(queryClient, changes));
}

async function applyProgress(queryClient: QueryClient, changes: readonly MissionProgress[]): Promise<void> {
  const { queryKey } = missionsQuery();
  // A response in flight may be older than the event: wait for it, then apply the event.
  if (queryClient.isFetching({ queryKey }) > 0)
    await queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
  const known = queryClient.getQueryData(queryKey);
  const next = known && withProgress(known, changes);
  if (next) queryClient.setQueryData(queryKey, next);
  else await refreshMissions(queryClient);
}
