import { pages } from '@karat/contract/pages';
import type { RowFigure, RowPlayers } from '@karat/contract/reports';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { formatNumber } from '#i18n/format.ts';
import { ButtonLink } from '#ui/button.tsx';
import { formatAdminDay } from '#ui/days.ts';
import { Dimmed } from '#ui/dimmed.tsx';
import { textLinkClass } from '#ui/link-class.ts';
import { PageHeading } from '#ui/page-heading.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { TabLinks } from '#ui/tab-links.tsx';
import { useUrlParams } from '#ui/url-params.ts';
import { EmptyView } from '#ui/views.tsx';
import { AsOf } from './as-of.tsx';
import { ReportRowsTable } from './admin-report-rows-table.tsx';
import { type Range, reportRowsQuery, type RowsFilter, rowsFilterOf, rowsPath } from './queries.ts';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

/** The rows that a number of the report is the sum of. */
export function AdminReportRowsPage() {
  const { reports: words } = useAdminText();
  const filter = rowsFilterOf(useUrlParams().params);
  if (filter === undefined) {
    return (
      <>
        <PageHeading title={words.rows.title} />
        <EmptyView icon={SearchX} title={words.rows.none} text={words.rows.noFigure} />
      </>
    );
  }
  return (
    <>
      <BackToReport range={filter} />
      <PageHeading title={`${figureName(words, filter.figure)}, ${rangeText(filter)}`} />
      <Rows filter={filter} />
    </>
  );
}

function figureName(words: AdminCatalogue['reports'], figure: RowFigure): string {
  const { profit, deposits, reversals, withdrawals, adjustments, games } = words;
  return { ...games, profit, deposits, reversals, withdrawals, adjustments }[figure];
}

/** The days of a range, or the only one. */
export function rangeText({ from, to }: Range): string {
  return from === to ? formatAdminDay(from) : `${formatAdminDay(from)} – ${formatAdminDay(to)}`;
}

export function BackToReport({ range: { from, to, players } }: { range: Range & { readonly players: string } }) {
  const { rows: words } = useAdminText().reports;
  const search = new URLSearchParams({ from, to, ...(players !== 'all' && { players: 'people' }) });
  return (
    <p className="mb-2">
      <Link
        to={`${pages.adminReports}?${search}`}
        className={`inline-flex items-center gap-1.5 text-card text-fg-2 ${textLinkClass}`}
      >
        <ArrowLeft size={16} aria-hidden />
        {words.back}
      </Link>
    </p>
  );
}

function Rows({ filter }: { filter: RowsFilter }) {
  const { reports: words } = useAdminText();
  const players: RowPlayers = filter.players === 'sandbox' ? 'sandbox' : 'all';
  const query = useQuery(reportRowsQuery({ ...filter, players }));
  return (
    <div className="@container">
      {filter.players !== 'all' && <PeopleSum filter={filter} />}
      <QueryView query={query} errorTitle={words.failed}>
        {({ data, next, sum, count, at }) => (
          <Dimmed isOld={query.isPlaceholderData}>
            <p className="mb-1 font-semibold tabular-nums">{words.rows.sum(formatNumber(sum), count)}</p>
            <AsOf at={at} className="mb-3" />
            {data.length === 0 ? (
              <p className="surface p-4 text-fg-2">{words.rows.none}</p>
            ) : (
              <div className="surface">
                <ReportRowsTable rows={data} />
              </div>
            )}
            <Pager filter={filter} next={next} />
          </Dimmed>
        )}
      </QueryView>
    </div>
  );
}

/** A number about people only is that of everyone less that of sandbox players: links to the rows of both. */
function PeopleSum({ filter }: { filter: RowsFilter }) {
  const { rows: words } = useAdminText().reports;
  const first = { ...filter, cursor: undefined };
  const all = useQuery(reportRowsQuery({ ...first, players: 'all' })).data?.sum;
  const sandbox = useQuery(reportRowsQuery({ ...first, players: 'sandbox' })).data?.sum;
  return (
    <div className="mb-4">
      <p className="mb-3 min-h-[1lh] text-fg-2 tabular-nums">
        {all !== undefined &&
          sandbox !== undefined &&
          words.sumOfPeople(formatNumber(all - sandbox), formatNumber(all), formatNumber(sandbox))}
      </p>
      <TabLinks
        label={words.title}
        tabs={[
          { to: rowsPath({ ...first, players: 'people' }), label: words.ofAll, isCurrent: filter.players === 'people' },
          {
            to: rowsPath({ ...first, players: 'sandbox' }),
            label: words.ofSandbox,
            isCurrent: filter.players === 'sandbox',
          },
        ]}
      />
    </div>
  );
}

function Pager({ filter, next }: { filter: RowsFilter; next: string | null }) {
  const { rows: words } = useAdminText().reports;
  const urlParams = useUrlParams();
  if (filter.cursor === undefined && next === null) return null;
  return (
    <nav aria-label={words.pagesLabel} className="mt-3 flex flex-wrap justify-between gap-2">
      {filter.cursor !== undefined && <ButtonLink to={urlParams.to({})}>{words.newest}</ButtonLink>}
      {next !== null && (
        <ButtonLink to={urlParams.to({ page: next })} className="ml-auto">
          {words.older}
        </ButtonLink>
      )}
    </nav>
  );
}
