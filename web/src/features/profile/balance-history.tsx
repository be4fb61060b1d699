import { pages } from '@karat/contract/pages';
import type { Pagination } from '@karat/contract/pagination';
import type { Transaction } from '@karat/contract/wallet';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Download, ReceiptText, SearchX } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { EmptyView } from '#ui/views.tsx';
import { LedgerFilters } from './ledger-filters.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { csvAddress, isFiltered, type LedgerFilter, transactionsQuery } from './queries.ts';
import { useProfileText } from './words/profile-text.ts';

const ANCHOR = 'balance-history';

/** The player's ledger rows, filtered by type and day, with a CSV download. */
export function BalanceHistory({ filter }: { filter: LedgerFilter }) {
  const t = useProfileText();
  const urlParams = useUrlParams();
  const query = useQuery(transactionsQuery(filter));
  const found = query.data?.pagination.totalResults ?? 0;
  return (
    <section id={ANCHOR} aria-labelledby={`${ANCHOR}-title`} className="@container">
      <h2 id={`${ANCHOR}-title`} className="font-display text-h2 font-bold">
        {t.profile.balanceHistory}
        {found > 0 && (
          <span className="ml-3 font-sans text-sm font-medium text-fg-3 tabular-nums">{t.ledger.found(found)}</span>
        )}
      </h2>
      <p className="mt-1 mb-4 text-pretty text-fg-2">{t.ledger.lead}</p>
      <QueryView query={query} loading={<LedgerSkeleton />}>
        {({ data, pagination }) => (
          <>
            {(found > 0 || isFiltered(filter)) && (
              <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
                <LedgerFilters filter={filter} urlParams={urlParams} />
                {found > 0 && <CsvLink filter={filter} />}
              </div>
            )}
            {/* The previous page stays visible, dimmed, until the next one loads. */}
            <div
              aria-busy={query.isPlaceholderData}
              className={clsx('transition-opacity duration-140', query.isPlaceholderData && 'opacity-55')}
            >
              <LedgerRows rows={data} pagination={pagination} filter={filter} />
            </div>
          </>
        )}
      </QueryView>
    </section>
  );
}

type LedgerRowsProps = { rows: readonly Transaction[]; pagination: Pagination; filter: LedgerFilter };

function LedgerRows({ rows, pagination, filter }: LedgerRowsProps) {
  const urlParams = useUrlParams();
  if (rows.length === 0) {
    return pagination.totalResults > 0 ? <RedirectToLastPage pagination={pagination} /> : <NoRows filter={filter} />;
  }
  return (
    <>
      <div className="overflow-hidden surface">
        <LedgerTable rows={rows} />
      </div>
      {/* The top of the page is far above, so page links jump to the start of the list. */}
      <PagerBar pagination={pagination} toPage={(page) => `${urlParams.to({ page })}#${ANCHOR}`} />
    </>
  );
}

/** A plain link: the browser saves the file while the server is still writing it. */
function CsvLink({ filter }: { filter: LedgerFilter }) {
  const t = useProfileText();
  return (
    <a href={csvAddress(filter)} download className={clsx(buttonClass(), 'max-sm:w-full')}>
      <Download size={18} aria-hidden />
      {t.ledger.download}
    </a>
  );
}

function NoRows({ filter }: { filter: LedgerFilter }) {
  const t = useText();
  const words = useProfileText();
  const urlParams = useUrlParams();
  if (isFiltered(filter)) {
    return (
      <EmptyView icon={SearchX} title={words.ledger.noneFound} text={words.ledger.noneFoundHint}>
        <Button onClick={() => urlParams.go({ type: undefined, from: undefined, to: undefined })}>
          {t.stock.resetFilters}
        </Button>
      </EmptyView>
    );
  }
  return (
    <EmptyView icon={ReceiptText} title={words.profile.noMovements} text={words.ledger.noMovementsHint}>
      <ButtonLink to={pages.cases} variant="primary">
        {words.statistics.toCases}
      </ButtonLink>
    </EmptyView>
  );
}

const SKELETON_KEYS = ['first', 'second', 'third', 'fourth', 'fifth'];

function LedgerSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock className="mb-4 h-11 w-56 md:h-10" />
      <div className="grid gap-px overflow-hidden surface">
        {SKELETON_KEYS.map((bone) => (
          <SkeletonBlock key={bone} className="h-12 rounded-none @max-3xl:h-22" />
        ))}
      </div>
    </Skeleton>
  );
}
