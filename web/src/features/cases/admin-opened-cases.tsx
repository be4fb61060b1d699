import { OPENED_CASES_CSV_PATH, type OpenedCase } from '@karat/contract/cases';
import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { pageFrom } from '@karat/rules/pager';
import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { Link } from 'react-router';
import { AdminPager, rowCountFrom } from '#ui/admin-pager.tsx';
import { ListFilters } from '#ui/admin-list-filters.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { useDebouncedSearch, useUrlParams } from '#ui/url-params.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { textLinkClass } from '#ui/link-class.ts';
import { QueryView } from '#ui/query-view.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { EmptyView } from '#ui/views.tsx';
import { openedCasesQuery, openedFilterOf } from './admin-queries.ts';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

/** Openings of all players, newest first. Deleted cases, players and items are shown as unknown. */
export function OpenedCases() {
  const words = useAdminText();
  const urlParams = useUrlParams();
  const page = pageFrom(urlParams.params.get('page'));
  const filter = openedFilterOf(urlParams.params);
  const caseBox = useDebouncedSearch(filter.caseName, (text) => urlParams.replace({ caseName: text }));
  return (
    <>
      <ListFilters filter={filter} urlParams={urlParams} csv={{ path: OPENED_CASES_CSV_PATH, filter }}>
        <div className="col-span-2 sm:w-56">
          <SearchBox
            label={words.cases.openedCase}
            landmark={words.cases.openedCase}
            value={caseBox.text}
            onChange={caseBox.setText}
            onSubmit={caseBox.searchNow}
          />
        </div>
      </ListFilters>
      <QueryView query={useQuery(openedCasesQuery(page, rowCountFrom(urlParams.params), filter))}>
        {({ data, pagination }) =>
          data.length > 0 ? (
            <>
              <div className="surface overflow-hidden max-sm:border-0 max-sm:bg-none">
                <DataTable label={words.cases.opened} columns={columnsOf(words)} rows={data} rowKey={({ id }) => id} />
              </div>
              <AdminPager pagination={pagination} urlParams={urlParams} />
            </>
          ) : pagination.totalResults > 0 ? (
            <RedirectToLastPage pagination={pagination} />
          ) : (
            <EmptyView icon={PackageOpen} title={words.cases.openedNone} text={words.cases.openedNoneHint} />
          )
        }
      </QueryView>
    </>
  );
}

function columnsOf({ cases }: AdminCatalogue): Column<OpenedCase>[] {
  return [
    { key: 'case', label: cases.caseName, renderCell: ({ caseName }) => caseName ?? cases.unknownCase },
    {
      key: 'player',
      label: cases.openedBy,
      renderCell: ({ openedBy, isSandbox }) =>
        openedBy === null ? cases.unknownUser : <PlayerName username={openedBy} isSandbox={isSandbox} />,
    },
    {
      key: 'item',
      label: cases.resultItem,
      renderCell: ({ id, resultItem }) => (
        <Link to={fillPath(pages.roll, { rollId: id })} className={textLinkClass}>
          {resultItem ?? cases.unknownItem}
        </Link>
      ),
    },
    {
      key: 'price',
      label: cases.casePrice,
      align: 'right',
      renderCell: ({ casePrice }) => <Diamonds amount={casePrice} />,
    },
    {
      key: 'date',
      label: cases.date,
      align: 'right',
      renderCell: ({ createdAt }) => <time dateTime={createdAt}>{formatAdminTime(createdAt)}</time>,
    },
  ];
}
