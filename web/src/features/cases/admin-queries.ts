import { adminGetAllCases, getOpenedCases } from '@karat/contract/cases';
import { getAllItems, searchItems } from '@karat/contract/items';
import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { filterQuery, type ListFilter, listFilterOf } from '#ui/admin-list-filters.tsx';
import type { RowCount } from '#ui/admin-pager.tsx';

const CASES_PER_PAGE = 20;
const CASE_NAME_FILTER_MAX = 64;
const PICKER_ITEMS_PER_PAGE = 10;

const shared = { meta: { isPrivate: true }, placeholderData: keepPreviousData } as const;

export const adminCasesQuery = (page: number) =>
  queryOptions({
    ...shared,
    queryKey: ['admin', 'cases', { page }],
    queryFn: ({ signal }) =>
      call(adminGetAllCases, { query: { page: String(page), limit: String(CASES_PER_PAGE) } }, { signal }),
  });

export type OpenedFilter = ListFilter & { readonly caseName: string };

/** The filter in a URL; invalid values are ignored. */
export function openedFilterOf(params: URLSearchParams): OpenedFilter {
  return { ...listFilterOf(params), caseName: (params.get('caseName') ?? '').trim().slice(0, CASE_NAME_FILTER_MAX) };
}

export const openedCasesQuery = (page: number, rows: RowCount, filter: OpenedFilter) =>
  queryOptions({
    ...shared,
    queryKey: ['admin', 'opened', { page, rows, ...filter }],
    queryFn: ({ signal }) => {
      const query = { page: String(page), limit: String(rows), ...filterQuery(filter) };
      return call(getOpenedCases, { query }, { signal });
    },
  });

/** A page of items that can go into a case. */
export const pickerQuery = ({ page, search }: { page: number; search: string }) =>
  queryOptions({
    ...shared,
    queryKey: ['admin', 'items', 'picker', { page, search }],
    queryFn: async ({ signal }) => {
      if (search !== '') {
        const body = { market_hash_name: search, page, limit: PICKER_ITEMS_PER_PAGE };
        const { data, pagination } = await call(searchItems, { body }, { signal });
        return { items: data, pagination };
      }
      const query = { page: String(page), limit: String(PICKER_ITEMS_PER_PAGE) };
      const { data, pagination } = await call(getAllItems, { query }, { signal });
      return { items: data.items, pagination };
    },
  });

/** Also refreshes the public queries, so that players see a changed case immediately. */
export async function invalidateCases(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [['admin', 'cases'], ['cases'], ['case']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
