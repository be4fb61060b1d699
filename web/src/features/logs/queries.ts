import { SEARCH_LENGTH_MAX } from '@karat/contract/items';
import { getLogs } from '@karat/contract/logs';
import { pageFrom } from '@karat/rules/pager';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { isDay } from '#ui/days.ts';

const LINES_PER_PAGE = 100;

export type LogsFilter = { readonly date: string; readonly search: string; readonly page: number };

/** The filter in a URL; today without a valid day. */
export function logsFilterOf(params: URLSearchParams, today: string): LogsFilter {
  const date = params.get('date') ?? '';
  return {
    date: isDay(date) ? date : today,
    search: (params.get('search') ?? '').trim().slice(0, SEARCH_LENGTH_MAX),
    page: pageFrom(params.get('page')),
  };
}

export const logsQuery = ({ date, search, page }: LogsFilter) =>
  queryOptions({
    queryKey: ['admin', 'logs', { date, search, page }],
    meta: { isPrivate: true },
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { page: String(page), limit: String(LINES_PER_PAGE), ...(search !== '' && { search }) };
      return call(getLogs, { params: { date }, query }, { signal });
    },
  });
