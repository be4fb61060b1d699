import { getAnnouncements, getSwitches } from '@karat/contract/switches';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';

export const switchesQuery = queryOptions({
  queryKey: ['admin', 'switches'],
  meta: { isPrivate: true },
  staleTime: 0,
  queryFn: async ({ signal }) => (await call(getSwitches, undefined, { signal })).data,
});

export const announcementsQuery = queryOptions({
  queryKey: ['admin', 'announcements'],
  meta: { isPrivate: true },
  staleTime: 0,
  queryFn: async ({ signal }) => (await call(getAnnouncements, undefined, { signal })).data,
});

export async function refetchSwitches(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [switchesQuery, announcementsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
  );
}
