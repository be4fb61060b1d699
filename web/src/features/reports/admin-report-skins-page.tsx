import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { SkinChange } from '@karat/contract/reports';
import { pageFrom } from '@karat/rules/pager';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Link } from 'react-router';
import { formatAmount, formatNumber } from '#i18n/format.ts';
import { AdminPager, rowCountFrom } from '#ui/admin-pager.tsx';
import { type AdminColumn, AdminTable, rowLinkClass } from '#ui/admin-table.tsx';
import { useToday } from '#ui/days.ts';
import { Dimmed } from '#ui/dimmed.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { useUrlParams } from '#ui/url-params.ts';
import { AsOf } from './as-of.tsx';
import { BackToReport, rangeText } from './admin-report-rows-page.tsx';
import { reportRangeOf, skinsQuery } from './queries.ts';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

/** What players held of each skin before and after the days of a report. */
export function AdminReportSkinsPage() {
  const { reports: words } = useAdminText();
  const urlParams = useUrlParams();
  const { params } = urlParams;
  const range = reportRangeOf(params, useToday());
  const query = useQuery(skinsQuery({ ...range, page: pageFrom(params.get('page')), rows: rowCountFrom(params) }));
  return (
    <div className="@container">
      <BackToReport range={range} />
      <PageHeading title={`${words.skinsGain}, ${rangeText(range)}`} lead={words.skins.lead} />
      <QueryView query={query} errorTitle={words.failed}>
        {({ data, pagination, sum, at }) => (
          <Dimmed isOld={query.isPlaceholderData}>
            {sum !== null && (
              <p className="mb-1 font-semibold tabular-nums">
                {words.skins.sum(formatNumber(sum), pagination.totalResults)}
              </p>
            )}
            <AsOf at={at} className="mb-3" />
            {data.length === 0 ? (
              <p className="surface p-4 text-fg-2">{sum === null ? words.netUnknown : words.rows.none}</p>
            ) : (
              <>
                <div className="surface">
                  <SkinsTable skins={data} />
                </div>
                <AdminPager pagination={pagination} urlParams={urlParams} />
              </>
            )}
          </Dimmed>
        )}
      </QueryView>
    </div>
  );
}

function SkinsTable({ skins }: { skins: readonly SkinChange[] }) {
  const { skins: words } = useAdminText().reports;
  return (
    <AdminTable
      label={words.listLabel}
      columns={columnsOf(words)}
      rows={skins}
      rowKey={({ itemId }) => itemId}
      from="4xl"
      isNamed
      rowClass="relative @max-4xl:grid-cols-3 @max-4xl:gap-x-4 @max-4xl:gap-y-1.5 @max-4xl:py-3 @4xl:hover:bg-bg-2"
    />
  );
}

const numberClass = 'whitespace-nowrap tabular-nums @4xl:text-right';

function columnsOf(words: AdminCatalogue['reports']['skins']): AdminColumn<SkinChange>[] {
  const held = (name: 'start' | 'end'): AdminColumn<SkinChange> => ({
    key: name,
    label: words[name],
    isNumber: true,
    cellClass: numberClass,
    renderCell: ({ [name]: { count, price } }) =>
      count === 0 ? formatNumber(0) : `${formatNumber(count)} × ${formatNumber(price)}`,
  });
  return [
    {
      key: 'name',
      label: words.item,
      isUnnamed: true,
      cellClass: 'wrap-anywhere @max-4xl:col-span-2',
      renderCell: ({ itemId, name }) => (
        <Link to={fillPath(pages.marketItem, { itemId })} className={rowLinkClass}>
          {name}
        </Link>
      ),
    },
    {
      key: 'gain',
      label: words.gain,
      isNumber: true,
      isUnnamed: true,
      cellClass: ({ gain }) =>
        clsx(
          'text-right font-semibold whitespace-nowrap tabular-nums',
          gain < 0 ? 'text-danger' : gain > 0 && 'text-success',
        ),
      renderCell: ({ gain }) => (gain === 0 ? formatNumber(0) : formatAmount(gain)),
    },
    held('start'),
    held('end'),
    {
      key: 'withdrawn',
      label: words.withdrawn,
      isNumber: true,
      cellClass: numberClass,
      renderCell: ({ withdrawn }) => formatNumber(withdrawn),
    },
  ];
}
