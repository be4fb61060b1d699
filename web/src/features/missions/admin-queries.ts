import { adminGetAllCases } from '@karat/contract/cases';
import { adminGetAllMissions } from '@karat/contract/missions';
import { LIMIT_MAX } from '@karat/contract/pagination';
import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { refreshMissions } from './queries.ts';

const MISSIONS_PER_PAGE = 20;

export const adminMissionsQuery = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'missions', { page }],
    meta: { isPrivate: true },
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(adminGetAllMissions, { query: { page: String(page), limit: String(MISSIONS_PER_PAGE) } }, { signal }),
  });

/** Cases to choose from; with more than one page, the rest is typed. */
export const offeredCasesQuery = () =>
  queryOptions({
    queryKey: ['admin', 'cases', 'offered'],
    meta: { isPrivate: true },
    queryFn: ({ signal }) => call(adminGetAllCases, { query: { page: '1', limit: String(LIMIT_MAX) } }, { signal }),
  });

/** Also refreshes the public query, so that players see a changed mission at once. */
export async function invalidateMissions(queryClient: QueryClient): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['admin', 'missions'] }), refreshMissions(queryClient)]);
}
