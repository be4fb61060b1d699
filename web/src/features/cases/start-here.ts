import type { ListedCase } from '@karat/contract/cases';
import type { Pagination } from '@karat/contract/pagination';
import { getStatistics } from '@karat/contract/profile';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { useAccount, useSession } from '#core/session.ts';
import type { CaseFilter } from './cases.ts';

// Below the key of the statistics, so that it is fetched again together with them.
const casesOpenedQuery = queryOptions({
  queryKey: ['statistics', 'cases-opened'],
  meta: { isPrivate: true },
  staleTime: 0,
  queryFn: async ({ signal }) => (await call(getStatistics, undefined, { signal })).data.casesOpened,
});

/** Whether to show where to start: to visitors, and to players who have not opened a case yet. */
export function useIsNewcomer(): boolean {
  const isKnown = useAccount((state) => state.isLoaded);
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const { data: casesOpened } = useQuery({ ...casesOpenedQuery, enabled: isLoggedIn });
  return isKnown && (isLoggedIn ? casesOpened === 0 : true);
}

type CaseList = { readonly data: readonly ListedCase[]; readonly pagination: Pagination };

/** The id of the cheapest case that can be opened; undefined if the list shows only a part that may lack it. */
export function cheapestCaseId({ data, pagination }: CaseList, filter: CaseFilter): number | undefined {
  const startsWithCheapest = filter.sort === 'lowest' && filter.page === 1;
  const isWhole = pagination.totalResults <= data.length;
  if (filter.search !== '' || filter.minPrice !== undefined || !(startsWithCheapest || isWhole)) return undefined;
  return data.filter(({ isPaused }) => !isPaused).toSorted((a, b) => a.price - b.price)[0]?.id;
}
