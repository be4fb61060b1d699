import { verifyStaffLog } from '@karat/contract/logs';
import { getAlerts, getReport, getReturns, REPORT_CSV_PATH, REPORT_DAYS_MAX } from '@karat/contract/reports';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#core/api.ts';
import { onEvent, onConnect } from '#core/socket.ts';
import { throttle } from '#core/throttle.ts';
import { addDays, isDay } from '#ui/days.ts';

/** Offered with one press; the first is what the page opens with. */
export const LAST_DAYS = [30, 7, 90] as const;

const REFRESH_MS = 30_000;
/** The report is asked for once in so long at most, however much is told. */
const GATHER_MS = 1_000;
const REPORTS_KEY = ['admin', 'reports'] as const;

export type Range = { readonly from: string; readonly to: string };
export type RangeWish = Range & {
  /** Where the range is one of those that are offered. */
  readonly days: number | undefined;
};

/** What an address asks for: so many days up to today, or days of one's own; what it says wrongly is left unsaid. */
export function rangeWishOf(params: URLSearchParams, today: string): RangeWish {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const isOwn = isDay(from) && isDay(to) && from <= to && addDays(from, REPORT_DAYS_MAX) > to;
  if (isOwn) return { from, to, days: undefined };
  const days = LAST_DAYS.find((each) => String(each) === params.get('days')) ?? LAST_DAYS[0];
  return { from: addDays(today, 1 - days), to: today, days };
}

/** A range with one end moved: the other one comes along where it would be on the wrong side, or too far away. */
export function rangeMoved(range: Range, change: Partial<Range>, today: string): Range {
  const earlier = (one: string, other: string) => (one < other ? one : other);
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

export const reportQuery = ({ from, to }: Range) =>
  queryOptions({
    ...shared,
    queryKey: [...REPORTS_KEY, 'report', { from, to }],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call(getReport, { query: { from, to } }, { signal })).data,
  });

export const returnsQuery = ({ from, to }: Range) =>
  queryOptions({
    ...shared,
    queryKey: [...REPORTS_KEY, 'returns', { from, to }],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call(getReturns, { query: { from, to } }, { signal })).data,
  });

export const alertsQuery = queryOptions({
  ...shared,
  queryKey: [...REPORTS_KEY, 'alerts'],
  queryFn: async ({ signal }) => (await call(getAlerts, undefined, { signal })).data,
});

/** It walks the whole chain: asked when somebody comes, and not with every piece of news. */
export const staffLogQuery = queryOptions({
  queryKey: ['admin', 'staff-log'],
  meta: { isPrivate: true },
  queryFn: async ({ signal }) => (await call(verifyStaffLog, undefined, { signal })).data,
});

/** Where the days are a file. */
export function csvAddress({ from, to }: Range): string {
  return `${REPORT_CSV_PATH}?${new URLSearchParams({ from, to })}`;
}

/** What waits for staff is told at once, a crowd of news together; the figures follow by themselves. */
export function useReportNews(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const news = throttle(() => void queryClient.invalidateQueries({ queryKey: REPORTS_KEY }), GATHER_MS);
    const stops = [
      onEvent('ADJUSTMENTS_CHANGED', news.run),
      onEvent('TRADE_OFFERS_CHANGED', news.run),
      onConnect(news.run),
      news.cancel,
    ];
    return () => stops.forEach((stop) => stop());
  }, [queryClient]);
}
