import type { OpenedCase } from '@karat/contract/cases';
import { addressOf } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { pageFrom } from '@karat/rules/pager';
import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { Link } from 'react-router';
import { useText } from '#i18n/i18n.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { useAddress } from '#ui/address.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { PastTheEnd } from '#ui/past-the-end.tsx';
import { EmptyView } from '#ui/views.tsx';
import { openedCasesQuery } from './queries.ts';

/** Openings of all players, newest first; what has since gone is named as unknown. */
export function OpenedCases() {
  const t = useText();
  const address = useAddress();
  const page = pageFrom(address.params.get('page'));
  return (
    <Loaded query={useQuery(openedCasesQuery(page))}>
      {({ data, pagination }) =>
        data.length > 0 ? (
          <>
            <div className="surface overflow-hidden max-sm:border-0 max-sm:bg-none">
              <DataTable label={t.caseDesk.opened} columns={columnsOf(t)} rows={data} rowKey={({ id }) => id} />
            </div>
            <PagerBar pagination={pagination} toPage={(next) => address.to({ page: next })} />
          </>
        ) : pagination.totalResults > 0 ? (
          <PastTheEnd pagination={pagination} />
        ) : (
          <EmptyView icon={PackageOpen} title={t.caseDesk.openedNone} text={t.caseDesk.openedNoneHint} />
        )
      }
    </Loaded>
  );
}

function columnsOf(t: Catalogue): Column<OpenedCase>[] {
  return [
    { key: 'case', label: t.caseDesk.caseName, renderCell: ({ caseName }) => caseName ?? t.caseDesk.unknownCase },
    {
      key: 'player',
      label: t.caseDesk.openedBy,
      renderCell: ({ openedBy }) => <bdi>{openedBy ?? t.caseDesk.unknownUser}</bdi>,
    },
    {
      key: 'item',
      label: t.caseDesk.resultItem,
      renderCell: ({ id, resultItem }) => (
        <Link
          to={addressOf(pages.roll, { rollId: id })}
          className="underline decoration-line-input underline-offset-3 hover:decoration-primary"
        >
          {resultItem ?? t.caseDesk.unknownItem}
        </Link>
      ),
    },
    {
      key: 'price',
      label: t.caseDesk.casePrice,
      align: 'right',
      renderCell: ({ casePrice }) => <Diamonds amount={casePrice} />,
    },
    {
      key: 'date',
      label: t.caseDesk.date,
      align: 'right',
      renderCell: ({ createdAt }) => <time dateTime={createdAt}>{formatAdminTime(createdAt)}</time>,
    },
  ];
}
