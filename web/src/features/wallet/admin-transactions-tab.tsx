import { pages } from '@karat/contract/pages';
import { ALL_TRANSACTIONS_CSV_PATH, FILTERED_TRANSACTIONS_MAX, TRANSACTION_TYPES } from '@karat/contract/wallet';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, Handshake, SearchX, Store } from 'lucide-react';
import { formatNumber } from '#i18n/format.ts';
import { useMayOpen } from '#core/admin-pages.ts';
import { useMay } from '#core/staff.ts';
import { useText } from '#i18n/i18n.ts';
import { AdminPager } from '#ui/admin-pager.tsx';
import { CsvLink } from '#ui/admin-csv-link.tsx';
import { useUrlParams, useDebouncedSearch } from '#ui/url-params.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import { DayField } from '#ui/day-field.tsx';
import { Dimmed } from '#ui/dimmed.tsx';
import { useFocusFallback } from '#ui/use-focus-fallback.ts';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { EmptyView } from '#ui/views.tsx';
import { allTransactionsQuery, isFiltered, type TransactionsFilter, transactionsFilterOf } from './admin-queries.ts';
import { TransactionsTable } from './admin-transactions-table.tsx';
import { useAdminText } from './words/admin-text.ts';

const ANY = 'any';

/** All transactions of players, filtered by type, day and player. */
export function AdminTransactionsTab() {
  const t = useText();
  const { transactions } = useAdminText();
  const mayOpen = useMayOpen();
  const urlParams = useUrlParams();
  const filter = transactionsFilterOf(urlParams.params);
  const query = useQuery(allTransactionsQuery(filter));
  const home = useFocusFallback<HTMLElement>();
  return (
    <>
      <PageHeading title={t.admin.transactions}>
        <nav aria-label={transactions.linksLabel} className="flex flex-wrap gap-2">
          <ButtonLink to={pages.adminListings} icon={<Store size={18} aria-hidden />}>
            {t.admin.listings}
          </ButtonLink>
          {mayOpen('adminTrades') && (
            <ButtonLink to={pages.adminTrades} icon={<Handshake size={18} aria-hidden />}>
              {t.admin.trades}
            </ButtonLink>
          )}
        </nav>
      </PageHeading>
      <Filters filter={filter} urlParams={urlParams} />
      <section ref={home} tabIndex={-1} aria-label={t.admin.transactions} className="outline-none">
        <QueryView query={query} loading={<LineSkeleton />} errorTitle={transactions.failed}>
          {({ data, pagination }) =>
            data.length > 0 ? (
              <Dimmed isOld={query.isPlaceholderData} className="@container">
                <FoundCount total={pagination.totalResults} filter={filter} />
                <div className="overflow-hidden surface">
                  <TransactionsTable lines={data} />
                </div>
                <AdminPager pagination={pagination} urlParams={urlParams} />
              </Dimmed>
            ) : pagination.totalResults > 0 ? (
              <RedirectToLastPage pagination={pagination} />
            ) : (
              <NoRows filter={filter} urlParams={urlParams} />
            )
          }
        </QueryView>
      </section>
    </>
  );
}

type FilterProps = { filter: TransactionsFilter; urlParams: ReturnType<typeof useUrlParams> };

function Filters({ filter, urlParams }: FilterProps) {
  const t = useText();
  const { transactions } = useAdminText();
  const mayDownload = useMay('reports');
  const { type, from, to, username } = filter;
  const searchBox = useDebouncedSearch(username, (text) => urlParams.replace({ username: text }));
  return (
    <div
      role="group"
      aria-label={transactions.filtersLabel}
      className="mb-4 grid grid-cols-2 items-end gap-x-2 gap-y-3 sm:flex sm:flex-wrap"
    >
      <div className="col-span-2 sm:basis-full 2xl:basis-64">
        <SearchBox
          label={transactions.search}
          value={searchBox.text}
          onChange={searchBox.setText}
          onSubmit={searchBox.searchNow}
        />
      </div>
      <div className="col-span-2 grid sm:w-52">
        <ChoiceMenu
          label={t.ledger.type}
          value={type ?? ANY}
          choices={[
            { value: ANY, label: t.stock.any },
            ...TRANSACTION_TYPES.map((value) => ({ value, label: t.ledger.kinds[value] })),
          ]}
          isActive={type !== undefined}
          onChoose={(chosen) => urlParams.go({ type: chosen === ANY ? undefined : chosen })}
        />
      </div>
      <DayField label={t.ledger.from} name="from" value={from} urlParams={urlParams} max={to} />
      <DayField label={t.ledger.to} name="to" value={to} urlParams={urlParams} min={from} />
      {mayDownload && (
        <CsvLink path={ALL_TRANSACTIONS_CSV_PATH} filter={{ username, type, from, to }} className="max-sm:col-span-2" />
      )}
    </div>
  );
}

/** Beyond the limit the matches are not counted. */
function FoundCount({ total, filter }: { total: number; filter: TransactionsFilter }) {
  const { transactions } = useAdminText();
  const isCut = total === FILTERED_TRANSACTIONS_MAX && isFiltered(filter) && filter.username === '';
  return (
    <p className="mb-2 text-xs text-fg-3">
      {isCut ? transactions.foundMany(formatNumber(total)) : transactions.found(total)}
    </p>
  );
}

function NoRows({ filter, urlParams }: FilterProps) {
  const t = useText();
  const { transactions } = useAdminText();
  if (!isFiltered(filter)) {
    return <EmptyView icon={ArrowLeftRight} title={transactions.none} text={transactions.noneHint} />;
  }
  const noFilters = { type: undefined, from: undefined, to: undefined, username: undefined };
  return (
    <EmptyView icon={SearchX} title={transactions.noneFound} text={transactions.noneFoundHint}>
      <Button onClick={() => urlParams.go(noFilters)}>{t.stock.resetFilters}</Button>
    </EmptyView>
  );
}

function LineSkeleton() {
  return (
    <Skeleton>
      <div className="@container">
        <div className="grid gap-px overflow-hidden surface">
          {Array.from({ length: 10 }, (_, index) => (
            <SkeletonBlock key={index} className="h-26 rounded-none @4xl:h-12" />
          ))}
        </div>
      </div>
    </Skeleton>
  );
}
