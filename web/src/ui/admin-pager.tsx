import type { Pagination } from '@karat/contract/pagination';
import clsx from 'clsx';
import { Link } from 'react-router';
import { useStaffText } from '#i18n/staff/staff-text.ts';
import { PagerBar } from './pager-bar.tsx';
import type { useUrlParams } from './url-params.ts';

/** How many rows a list of staff may have; the first is the default. */
const ROW_COUNTS = [25, 100] as const;
export type RowCount = (typeof ROW_COUNTS)[number];

export function rowCountFrom(params: URLSearchParams): RowCount {
  return ROW_COUNTS.find((count) => String(count) === params.get('rows')) ?? ROW_COUNTS[0];
}

type AdminPagerProps = {
  pagination: Pagination;
  urlParams: ReturnType<typeof useUrlParams>;
  /** Where the list begins, if the page has more above it. */
  hash?: string;
};

/** The pages of a list of staff, and how many rows each has. */
export function AdminPager({ pagination, urlParams, hash = '' }: AdminPagerProps) {
  const words = useStaffText();
  const rows = rowCountFrom(urlParams.params);
  const pathOf = (changes: Parameters<typeof urlParams.to>[0]) => urlParams.to(changes) + hash;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <PagerBar pagination={pagination} toPage={(page) => pathOf({ page })} className="" />
      {pagination.totalResults > ROW_COUNTS[0] && (
        <nav aria-label={words.rows} className="flex items-center gap-1 text-card text-fg-3">
          <span aria-hidden className="mr-1">
            {words.rows}
          </span>
          {ROW_COUNTS.map((count) => (
            <Link
              key={count}
              to={pathOf({ rows: count === ROW_COUNTS[0] ? undefined : count })}
              aria-current={count === rows ? 'true' : undefined}
              className={clsx(
                'hit-area grid h-10 min-w-10 place-items-center rounded-sm px-2 font-semibold tabular-nums transition-colors duration-140',
                count === rows ? 'bg-primary/14 text-primary' : 'text-fg-2 hover:bg-bg-2 hover:text-fg',
              )}
            >
              {count}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}
