import { type Report, REPORT_PLAYERS } from '@karat/contract/reports';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Download, Link2, Link2Off } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { useText } from '#i18n/i18n.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { buttonClass } from '#ui/button.tsx';
import { DayField } from '#ui/day-field.tsx';
import { useToday } from '#ui/days.ts';
import { Dimmed } from '#ui/dimmed.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AlertsPanel } from './alerts-panel.tsx';
import { NotablePanel } from './notable-panel.tsx';
import {
  csvAddress,
  LAST_DAYS,
  moveRange,
  type ReportRange,
  reportRangeOf,
  reportQuery,
  staffLogQuery,
  useReportEvents,
} from './queries.ts';
import { ChartSkeleton, ReportChart } from './report-chart.tsx';
import { ReportStatement } from './report-statement.tsx';
import { ReportTable } from './report-table.tsx';
import { ReportTiles } from './report-tiles.tsx';
import { ReturnsPanel } from './returns-panel.tsx';
import { useAdminText } from './words/admin-text.ts';

/** The operator's view: profit, liabilities, payouts against expectation, and alerts. */
export function AdminReportsPage() {
  const t = useText();
  const { reports } = useAdminText();
  useReportEvents();
  const range = reportRangeOf(useUrlParams().params, useToday());
  const query = useQuery(reportQuery(range));
  return (
    <div className="@container">
      <PageHeading title={t.admin.reports} lead={reports.lead}>
        <a href={csvAddress(range)} download className={buttonClass()}>
          <Download size={18} aria-hidden />
          {reports.download}
        </a>
      </PageHeading>
      <RangePicker range={range} />
      <QueryView query={query} loading={<ReportSkeleton />} errorTitle={reports.failed}>
        {(report) => (
          <Dimmed isOld={query.isPlaceholderData}>
            <section aria-label={reports.figures}>
              <ReportTiles report={report} />
            </section>
            <ReportStatement report={report} />
            <ChartSection report={report} />
          </Dimmed>
        )}
      </QueryView>
      <AlertsPanel />
      <NotablePanel range={range} />
      <ReturnsPanel range={range} />
      <StaffLog />
    </div>
  );
}

/** The chart and its table; without a report, a skeleton of the same size. */
function ChartSection({ report }: { report: Report | undefined }) {
  const { reports: t } = useAdminText();
  const id = useId();
  return (
    <section aria-labelledby={`${id}-title`} className="mb-8 surface p-4 md:p-5">
      <h2 id={`${id}-title`} className="font-display text-h2 font-bold">
        {t.chart}
      </h2>
      <p id={`${id}-hint`} className="mt-1 mb-4 max-w-2xl text-card text-pretty text-fg-2">
        {t.chartHint}
      </p>
      {report === undefined ? (
        <ChartSkeleton />
      ) : (
        <ReportChart
          key={`${report.from} ${report.to}`}
          days={report.days}
          totals={report.totals}
          describedBy={`${id}-hint`}
        />
      )}
      <ReportTable report={report} />
    </section>
  );
}

function RangePicker({ range }: { range: ReportRange }) {
  const { reports: t } = useAdminText();
  const urlParams = useUrlParams();
  const today = useToday();
  const shortFirst = LAST_DAYS.toSorted((a, b) => a - b);
  return (
    <div role="group" aria-label={t.range} className="mb-6 flex flex-wrap items-end gap-3">
      <Choices
        choices={shortFirst.map((days) => ({
          label: t.lastDays(days),
          to: urlParams.to({ days: days === LAST_DAYS[0] ? undefined : days, from: undefined, to: undefined }),
          isCurrent: range.days === days,
        }))}
      />
      <div className="grid grid-cols-2 gap-3 max-sm:w-full sm:flex">
        <DayField
          label={t.from}
          name="from"
          value={range.from}
          urlParams={withMovedRange(urlParams, range, today)}
          max={today}
        />
        <DayField
          label={t.to}
          name="to"
          value={range.to}
          urlParams={withMovedRange(urlParams, range, today)}
          max={today}
        />
      </div>
      <Choices
        choices={REPORT_PLAYERS.map((players) => ({
          label: t.players[players],
          to: urlParams.to({ players: players === 'all' ? undefined : players }),
          isCurrent: range.players === players,
        }))}
      />
    </div>
  );
}

type Choice = { readonly label: string; readonly to: string; readonly isCurrent: boolean };

/** Links of which one is current, in a row. */
function Choices({ choices }: { choices: readonly Choice[] }) {
  return (
    <ul className="flex rounded-md bg-bg-2 p-1 max-sm:w-full">
      {choices.map(({ label, to, isCurrent }) => (
        <li key={label} className="max-sm:grow">
          <Link
            to={to}
            preventScrollReset
            aria-current={isCurrent ? 'true' : undefined}
            className={clsx(
              'flex h-11 items-center justify-center rounded-sm px-4 text-card font-semibold whitespace-nowrap transition-colors duration-140 md:h-9',
              isCurrent ? 'bg-bg-0 text-fg' : 'text-fg-2 hover:text-fg',
            )}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

type UrlParams = ReturnType<typeof useUrlParams>;

/** Moves one end of a custom range, and the other end with it if needed. */
function withMovedRange(urlParams: UrlParams, range: ReportRange, today: string): UrlParams {
  return {
    ...urlParams,
    replace: ({ from, to }) => {
      const change = typeof from === 'string' ? { from } : { to: String(to) };
      if (Object.values(change).includes('')) return;
      urlParams.replace({ days: undefined, ...moveRange(range, change, today) });
    },
  };
}

/** Whether the hash chain of staff actions is intact. */
function StaffLog() {
  const { reports: t } = useAdminText();
  const { data, isError } = useQuery(staffLogQuery);
  const isBroken = data !== undefined && data.brokenIds.length > 0;
  const Icon = isBroken || isError ? Link2Off : Link2;
  const words = isError
    ? t.logFailed
    : data === undefined
      ? t.verifying
      : isBroken
        ? t.chainBroken(data.total, data.brokenIds.map((id) => `#${id}`).join(', '))
        : t.chainIntact(data.total);
  return (
    <p className={clsx('flex items-start gap-2.5 surface p-4 text-card', isBroken ? 'text-danger' : 'text-fg-2')}>
      <Icon size={18} aria-hidden className={clsx('mt-px shrink-0', !isBroken && data && 'text-success')} />
      <span className="tabular-nums">
        <b className="font-semibold text-fg">{t.staffLog}</b>: {words}
      </span>
    </p>
  );
}

function ReportSkeleton() {
  return (
    <Skeleton>
      <div aria-hidden inert>
        <ReportTiles report={undefined} />
        <ReportStatement report={undefined} />
        <ChartSection report={undefined} />
      </div>
    </Skeleton>
  );
}
