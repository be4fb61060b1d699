import { verifyStaffLog } from '@karat/contract/logs';
import { pages } from '@karat/contract/pages';
import {
  getAlerts,
  getNotable,
  getReport,
  getReportRows,
  getReturns,
  getSkinChanges,
  REPORT_CSV_PATH,
  REPORT_DAYS_MAX,
  type ReportPlayers,
  ROW_FIGURES,
  ROW_PLAYERS,
  type RowFigure,
  type RowPlayers,
} from '@karat/contract/reports';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#core/api.ts';
import { onEvent, onConnect } from '#core/socket.ts';
import { throttle } from '#core/throttle.ts';
import type { RowCount } from '#ui/admin-pager.tsx';
import { addDays, isDay } from '#ui/days.ts';

/** Ranges offered as links; the first is the default. */
export const LAST_DAYS = [30, 7, 90] as const;

const REFRESH_MS = 30_000;
/** Events cause at most one fetch of the report in this time. */
const THROTTLE_MS = 1_000;
const REPORTS_KEY = ['admin', 'reports'] as const;

export type Range = { readonly from: string; readonly to: string };
export type ReportRange = Range & {
  /** Set if the range is one of those offered. */
  readonly days: number | undefined;
  readonly players: ReportPlayers;
};

/** The range in a URL: the last days or a custom range; invalid values are ignored. */
export function reportRangeOf(params: URLSearchParams, today: string): ReportRange {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const isOwn = isDay(from) && isDay(to) && from <= to && addDays(from, REPORT_DAYS_MAX) > to;
  const players = params.get('players') === 'people' ? 'people' : 'all';
  if (isOwn) return { from, to, days: undefined, players };
  const days = LAST_DAYS.find((each) => String(each) === params.get('days')) ?? LAST_DAYS[0];
  return { from: addDays(today, 1 - days), to: today, days, players };
}

/** Moves one end of a range; the other end follows where it would be on the wrong side or too far away. */
export function moveRange(range: Range, change: Partial<Range>, today: string): Range {
  const earlier = (a: string, b: string) => (a < b ? a : b);
  if (change.from !== undefined) {
    const from = earlier(change.from, today);
    const to = earlier(range.to, addDays(from, REPORT_DAYS_MAX - 1));
    return { from, to: to < from ? from : to };
  }
  const to = earlier(change.to ?? range.to, today);
  const first = addDays(to, 1 - REPORT_DAYS_MAX);
  return { from: range.from > to ? to : range.from < first ? first : range.from, to };
}

const shared = { meta: { isPrivate: true }, staleTime: 0, refetchInterval: REFRESH_MS } as const;

type CountedRange = Range & { readonly players: ReportPlayers };

export const reportQuery = ({ from, to, players }: CountedRange) =>
  queryOptions({
    ...shared,
    queryKey: [...REPORTS_KEY, 'report', { from, to, players }],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call(getReport, { query: { from, to, players } }, { signal })).data,
  });

/** The rows of one figure, and whose. `people` shows all rows and what sandbox players add to them. */
export type RowsFilter = Range & {
  readonly figure: RowFigure;
  readonly players: RowPlayers | ReportPlayers;
  /** Where the page before ended. */
  readonly cursor: string | undefined;
};

/** The filter in a URL; undefined without a figure and a range. */
export function rowsFilterOf(params: URLSearchParams): RowsFilter | undefined {
  const figure = ROW_FIGURES.find((each) => each === params.get('figure'));
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  if (figure === undefined || !isDay(from) || !isDay(to) || from > to || addDays(from, REPORT_DAYS_MAX) <= to)
    return undefined;
  const players = ([...ROW_PLAYERS, 'people'] as const).find((each) => each === params.get('players')) ?? 'all';
  return { figure, from, to, players, cursor: params.get('page') ?? undefined };
}

export const reportRowsQuery = ({ figure, from, to, players, cursor }: RowsFilter & { players: RowPlayers }) =>
  queryOptions({
    meta: { isPrivate: true },
    staleTime: 0,
    queryKey: [...REPORTS_KEY, 'rows', { figure, from, to, players, cursor }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(getReportRows, { query: { figure, from, to, players, ...(cursor && { cursor }) } }, { signal }),
  });

type SkinsFilter = CountedRange & { readonly page: number; readonly rows: RowCount };

export const skinsQuery = ({ from, to, players, page, rows }: SkinsFilter) =>
  queryOptions({
    meta: { isPrivate: true },
    staleTime: 0,
    queryKey: [...REPORTS_KEY, 'skins', { from, to, players, page, rows }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(getSkinChanges, { query: { from, to, players, page: String(page), limit: String(rows) } }, { signal }),
  });

/** The page with the skins behind the figure `skins`. */
export function skinsPath({ from, to, players }: CountedRange): string {
  return `${pages.adminReportSkins}?${new URLSearchParams({ from, to, ...(players !== 'all' && { players }) })}`;
}

type RowsLink = Pick<RowsFilter, 'figure' | 'from' | 'to' | 'players'>;

/** The page with the rows of a figure. */
export function rowsPath({ figure, from, to, players }: RowsLink): string {
  return `${pages.adminReportRows}?${new URLSearchParams({ figure, from, to, ...(players !== 'all' && { players }) })}`;
}

export const notableQuery = ({ from, to, players }: CountedRange) =>
  queryOptions({
    ...shared,
    queryKey: [...REPORTS_KEY, 'notable', { from, to, players }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(getNotable, { query: { from, to, players } }, { signal }),
  });

export const returnsQuery = ({ from, to }: Range) =>
  queryOptions({
    ...shared,
    queryKey: [...REPORTS_KEY, 'returns', { from, to }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(getReturns, { query: { from, to } }, { signal }),
  });

export const alertsQuery = queryOptions({
  ...shared,
  queryKey: [...REPORTS_KEY, 'alerts'],
  queryFn: ({ signal }) => call(getAlerts, undefined, { signal }),
});

/** Walks the whole chain: fetched when the page opens, not with every event. */
export const staffLogQuery = queryOptions({
  queryKey: ['admin', 'staff-log'],
  meta: { isPrivate: true },
  queryFn: async ({ signal }) => (await call(verifyStaffLog, undefined, { signal })).data,
});

/** The URL of the days as a CSV file. */
export function csvAddress({ from, to, players }: CountedRange): string {
  return `${REPORT_CSV_PATH}?${new URLSearchParams({ from, to, ...(players !== 'all' && { players }) })}`;
}

/** Refreshes at once when something waits for staff, throttled; the figures refresh by interval. */
export function useReportEvents(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresh = throttle(() => void queryClient.invalidateQueries({ queryKey: REPORTS_KEY }), THROTTLE_MS);
    const stops = [
      onEvent('ADJUSTMENTS_CHANGED', refresh.run),
      onEvent('TRADE_OFFERS_CHANGED', refresh.run),
      onConnect(refresh.run),
      refresh.cancel,
    ];
    return () => stops.forEach((stop) => stop());
  }, [queryClient]);
}
