import type { OpenedCase } from '@karat/contract/cases';
import { addressOf } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { pageFrom } from '@karat/rules/pager';
import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { Link } from 'react-router';
import { useAddress } from '#ui/address.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { textLinkClass } from '#ui/link-class.ts';
import { Loaded } from '#ui/loaded.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { PastTheEnd } from '#ui/past-the-end.tsx';
import { EmptyView } from '#ui/views.tsx';
import { openedCasesQuery } from './admin-queries.ts';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

/** Openings of all players, newest first. Deleted cases, players and items are shown as unknown. */
export function OpenedCases() {
  const words = useAdminText();
  const address = useAddress();
  const page = pageFrom(address.params.get('page'));
  return (
    <Loaded query={useQuery(openedCasesQuery(page))}>
      {({ data, pagination }) =>
        data.length > 0 ? (
          <>
            <div className="surface overflow-hidden max-sm:border-0 max-sm:bg-none">
              <DataTable label={words.cases.opened} columns={columnsOf(words)} rows={data} rowKey={({ id }) => id} />
            </div>
            <PagerBar pagination={pagination} toPage={(next) => address.to({ page: next })} />
          </>
        ) : pagination.totalResults > 0 ? (
          <PastTheEnd pagination={pagination} />
        ) : (
          <EmptyView icon={PackageOpen} title={words.cases.openedNone} text={words.cases.openedNoneHint} />
        )
      }
    </Loaded>
  );
}

function columnsOf({ cases }: AdminCatalogue): Column<OpenedCase>[] {
  return [
    { key: 'case', label: cases.caseName, renderCell: ({ caseName }) => caseName ?? cases.unknownCase },
    {
      key: 'player',
      label: cases.openedBy,
      renderCell: ({ openedBy }) => <bdi>{openedBy ?? cases.unknownUser}</bdi>,
    },
    {
      key: 'item',
      label: cases.resultItem,
      renderCell: ({ id, resultItem }) => (
        <Link to={addressOf(pages.roll, { rollId: id })} className={textLinkClass}>
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
