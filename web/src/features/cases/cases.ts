import { type CaseSort, CASE_SORTS, getAllCases, getCaseByName } from '@karat/contract/cases';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';

export type CaseFilter = {
  readonly page: number;
  readonly search: string;
  readonly sort: CaseSort;
  /** Both limits are included. */
  readonly minPrice: number | undefined;
  readonly maxPrice: number | undefined;
};

/** Cheap cases come first, because a newcomer should not start with the most expensive one. */
export const SORT_DEFAULT: CaseSort = 'lowest';

const priceFrom = (text: string | null): number | undefined =>
  /^\d{1,12}$/.test(text ?? '') ? Number(text) : undefined;

/** The filter in a URL. Invalid values are ignored: page "abc" is page 1. */
export function caseFilterOf(params: URLSearchParams): CaseFilter {
  const page = params.get('page') ?? '';
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    search: params.get('search')?.trim() ?? '',
    sort: CASE_SORTS.find((sort) => sort === params.get('sort')) ?? SORT_DEFAULT,
    minPrice: priceFrom(params.get('minPrice')),
    maxPrice: priceFrom(params.get('maxPrice')),
  };
}

export const casesQuery = ({ page, search, sort, minPrice, maxPrice }: CaseFilter) =>
  queryOptions({
    queryKey: ['cases', { page, search, sort, minPrice, maxPrice }],
    queryFn: ({ signal }) =>
      call(
        getAllCases,
        {
          query: {
            page: String(page),
            sort,
            limit: '20',
            ...(search !== '' && { search }),
            ...(minPrice !== undefined && { minPrice: String(minPrice) }),
            ...(maxPrice !== undefined && { maxPrice: String(maxPrice) }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export const caseQuery = (caseName: string) =>
  queryOptions({
    queryKey: ['case', caseName],
    queryFn: async ({ signal }) => (await call(getCaseByName, { params: { caseName } }, { signal })).data,
  });
