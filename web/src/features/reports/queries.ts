import { verifyStaffLog } from '@karat/contract/logs';
import { getAlerts, getReport, getReturns, REPORT_CSV_PATH, REPORT_DAYS_MAX } from '@karat/contract/reports';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#core/api.ts';
import { onEvent, onConnect } from '#core/socket.ts';
import { throttle } from '#core/throttle.ts';
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
};

/** The range in a URL: the last days or a custom range; invalid values are ignored. */
export function reportRangeOf(params: URLSearchParams, today: string): ReportRange {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const isOwn = isDay(from) && isDay(to) && from <= to && addDays(from, REPORT_DAYS_MAX) > to;
  if (isOwn) return { from, to, days: undefined };
  const days = LAST_DAYS.find((each) => String(each) === params.get('days')) ?? LAST_DAYS[0];
  return { from: addDays(today, 1 - days), to: today, days };
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
export function csvAddress({ from, to }: Range): string {
  return `${REPORT_CSV_PATH}?${new URLSearchParams({ from, to })}`;
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
