import type { ListedCase } from '@karat/contract/cases';
import { pages } from '@karat/contract/pages';
import type { Pagination } from '@karat/contract/pagination';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Box, SearchX } from 'lucide-react';
import { LiveDrops } from '#features/openings/openings.tsx';
import { useText } from '#i18n/i18n.ts';
import { useUrlParams, useDebouncedSearch } from '#ui/url-params.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useRenderedCount } from '#ui/use-rendered-count.ts';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { SkeletonBlock, Skeleton, useDelayed } from '#ui/skeleton.tsx';
import { EmptyView } from '#ui/views.tsx';
import { CaseCard } from './case-card.tsx';
import { type CaseFilter, SORT_DEFAULT, caseFilterOf, casesQuery } from './cases.ts';
import { PriceBands } from './price-bands.tsx';
import { SortMenu } from './sort-menu.tsx';
import { cheapestCaseId, useIsNewcomer } from './start-here.ts';
import { useCasesText } from './words/cases-text.ts';

/** The first row of the widest grid, visible without scrolling. */
const FIRST_ROW = 6;
const gridClass = 'grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-4 2xl:grid-cols-6';

export function CasesPage() {
  const t = useText();
  return (
    <>
      <LiveDrops />
      <PageHeading title={t.cases.title}>
        <Filters />
      </PageHeading>
      <CaseList />
    </>
  );
}

function Filters() {
  const t = useText();
  const words = useCasesText();
  const { params, go, replace } = useUrlParams();
  const { search, sort } = caseFilterOf(params);
  const { text, setText, searchNow } = useDebouncedSearch(search, (searched) => replace({ search: searched }));
  return (
    <div className="flex w-full flex-wrap gap-2 sm:w-auto">
      <div className="min-w-40 grow sm:w-64 sm:grow-0">
        <SearchBox label={words.searchPlaceholder} value={text} onChange={setText} onSubmit={searchNow} />
      </div>
      <Button onClick={searchNow}>{t.common.search}</Button>
      <SortMenu sort={sort} onChoose={(chosen) => go({ sort: chosen === SORT_DEFAULT ? undefined : chosen })} />
    </div>
  );
}

function CaseList() {
  const { params, to } = useUrlParams();
  const filter = caseFilterOf(params);
  const query = useQuery(casesQuery(filter));
  const isNewcomer = useIsNewcomer();
  return (
    <>
      <PriceBands bands={query.data?.bands} filter={filter} />
      <QueryView query={query} loading={<GridSkeleton />} isDeferred>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <NoCases filter={filter} pagination={pagination} />
          ) : (
            <>
              <Cards
                cases={data}
                isPrevious={query.isPlaceholderData}
                startId={isNewcomer ? cheapestCaseId({ data, pagination }, filter) : undefined}
              />
              <PagerBar pagination={pagination} toPage={(page) => to({ page })} />
            </>
          )
        }
      </QueryView>
    </>
  );
}

type CardsProps = { cases: readonly ListedCase[]; isPrevious: boolean; startId: number | undefined };

function Cards({ cases, isPrevious, startId }: CardsProps) {
  const drawn = useRenderedCount(cases.length, { initial: FIRST_ROW, batchSize: 4 });
  return (
    <ul
      className={clsx(gridClass, 'transition-opacity duration-140', isPrevious && 'opacity-55')}
      aria-busy={isPrevious}
    >
      {cases.map((caseInfo, index) => (
        <li key={caseInfo.id} className={index < FIRST_ROW ? undefined : clsx('far-off', index >= drawn && 'min-h-58')}>
          {index < drawn && (
            <CaseCard caseInfo={caseInfo} isEager={index < FIRST_ROW} isStart={caseInfo.id === startId} />
          )}
        </li>
      ))}
    </ul>
  );
}

function GridSkeleton() {
  const isShown = useDelayed();
  return (
    <Skeleton>
      <div className={clsx(gridClass, !isShown && 'invisible')}>
        {Array.from({ length: 12 }, (_, index) => (
          <div key={index} className="surface p-3 md:p-4">
            <SkeletonBlock className="mx-auto aspect-4/3 w-full max-w-60 rounded-md" />
            <SkeletonBlock className="mx-auto mt-2 h-6 w-2/3" />
            <SkeletonBlock className="mt-2 h-9 rounded-full" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}

function NoCases({ filter, pagination }: { filter: CaseFilter; pagination: Pagination }) {
  const t = useText();
  const words = useCasesText();
  const { to } = useUrlParams();
  if (pagination.totalResults > 0) return <RedirectToLastPage pagination={pagination} />;
  const { search, minPrice, maxPrice } = filter;
  const isPriceLimited = minPrice !== undefined || maxPrice !== undefined;
  if (search === '' && !isPriceLimited) {
    return (
      <EmptyView icon={Box} title={words.empty} text={words.emptyHint}>
        <ButtonLink to={pages.home}>{t.menu.duels}</ButtonLink>
      </EmptyView>
    );
  }
  return (
    <EmptyView
      icon={SearchX}
      title={search === '' ? words.noneInRange : words.noneFound(search)}
      text={isPriceLimited ? words.noneInRangeHint : words.noneFoundHint}
    >
      <ButtonLink to={to({ search: undefined, minPrice: undefined, maxPrice: undefined })}>{words.showAll}</ButtonLink>
    </EmptyView>
  );
}
