import type { Pagination } from '@karat/contract/pagination';
import { pageCount, pagerEntries } from '@karat/rules/pager';
import clsx from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '#i18n/i18n.ts';

/** Results per page if the list does not say. */
const PER_PAGE_FALLBACK = 10;

type PagerBarProps = {
  pagination: Partial<Pagination> | undefined;
  /** The URL of a page. */
  toPage: (page: number) => string;
  /** The name of the list, if the page has several. */
  listName?: string;
  className?: string;
};

const stepClass =
  'hit-area grid h-10 min-w-8 place-items-center rounded-sm px-1.5 sm:min-w-10 sm:px-2 font-semibold tabular-nums transition-colors duration-140';

/** Links to the pages of a list. Renders nothing for an empty list. */
export function PagerBar({ pagination, toPage, listName, className = 'mt-6' }: PagerBarProps) {
  const t = useText();
  const { totalResults = 0, resultsPerPage = PER_PAGE_FALLBACK, currentPage = 1 } = pagination ?? {};
  if (totalResults === 0) return null;
  const count = pageCount(totalResults, resultsPerPage);
  return (
    <nav aria-label={listName === undefined ? t.pager.label : `${t.pager.label}: ${listName}`} className={className}>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <li>
          <Step label={t.pager.previous} to={currentPage > 1 ? toPage(currentPage - 1) : undefined}>
            <ChevronLeft size={18} aria-hidden />
          </Step>
        </li>
        {pagerEntries(currentPage, count).map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an ellipsis has no other name
          <li key={entry === 'ellipsis' ? `ellipsis-${index}` : entry}>
            {entry === 'ellipsis' ? (
              <span className={clsx(stepClass, 'text-fg-3')}>…</span>
            ) : (
              <Link
                to={toPage(entry)}
                aria-label={t.pager.page(entry)}
                aria-current={entry === currentPage ? 'page' : undefined}
                className={clsx(
                  stepClass,
                  entry === currentPage ? 'bg-primary/14 text-primary' : 'text-fg-2 hover:bg-bg-2 hover:text-fg',
                )}
              >
                {entry}
              </Link>
            )}
          </li>
        ))}
        <li>
          <Step label={t.pager.next} to={currentPage < count ? toPage(currentPage + 1) : undefined}>
            <ChevronRight size={18} aria-hidden />
          </Step>
        </li>
      </ul>
    </nav>
  );
}

function Step({ label, to, children }: { label: string; to: string | undefined; children: ReactNode }) {
  if (to === undefined) return <span className={clsx(stepClass, 'text-fg-3 opacity-40')}>{children}</span>;
  return (
    <Link to={to} aria-label={label} className={clsx(stepClass, 'text-fg-2 hover:bg-bg-2 hover:text-fg')}>
      {children}
    </Link>
  );
}
