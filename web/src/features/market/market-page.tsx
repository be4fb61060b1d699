import { pages } from '@karat/contract/pages';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { RefreshCw, SearchX, Store } from 'lucide-react';
import { openAuth, openSell } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { usePlayerAction } from '#core/use-player-action.ts';
import { SwitchNotice, useIsOff } from '#features/switches/switches.tsx';
import { useText } from '#i18n/i18n.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { SkeletonBlock, Skeleton, useDelayed } from '#ui/skeleton.tsx';
import { useRenderedCount } from '#ui/use-rendered-count.ts';
import { EmptyView } from '#ui/views.tsx';
import { FilterColumn, FilterRow } from './filters.tsx';
import { MarketCard } from './market-card.tsx';
import { type MarketEvents, type ShownItem, changeCount, shownItems, useMarketEvents } from './market-events.ts';
import {
  type MarketFilter,
  type MarketPageData,
  isFiltered,
  marketFilterOf,
  marketQuery,
  noFilters,
  ownListingIdsQuery,
} from './queries.ts';
import { useMarketText } from './words/market-text.ts';

/** Visible at once on a phone. The others are rendered after them. */
const FIRST_COUNT = 4;
const gridClass = 'grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(8.75rem,1fr))]';

/** All skins on offer: searchable, filterable and updated live. */
export function MarketPage() {
  const t = useText();
  const market = useMarketText();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const isOff = useIsOff('market');
  const { onPress, isWaiting } = usePlayerAction(openSell, () => openAuth('login'));
  const { params } = useUrlParams();
  const filter = marketFilterOf(params);
  const query = useQuery(marketQuery(filter));
  const found = query.data?.pagination.totalResults;
  return (
    <>
      <PageHeading
        title={t.market.title}
        beside={
          found !== undefined && (
            <span className="ml-3 font-sans text-sm font-medium text-fg-3">{market.found(found)}</span>
          )
        }
      >
        <div className="flex gap-2 max-sm:w-full">
          {isLoggedIn && (
            <ButtonLink to={pages.listings} className="max-sm:grow">
              {market.myListings}
            </ButtonLink>
          )}
          {!isOff && (
            <Button variant="primary" className="max-sm:grow" isPending={isWaiting} onClick={() => onPress()}>
              {market.sellYourItem}
            </Button>
          )}
        </div>
      </PageHeading>
      <SwitchNotice name="market" className="mb-4" />
      <FilterRow filter={filter} found={found} />
      <div className="gap-5 xl:grid xl:grid-cols-[12.5rem_minmax(0,1fr)]">
        <FilterColumn filter={filter} />
        <LiveGrid query={query} filter={filter} />
      </div>
    </>
  );
}

/** Listens from the request on, before there is a grid to show, so that no change is missed. */
function LiveGrid({ query, filter }: { query: UseQueryResult<MarketPageData>; filter: MarketFilter }) {
  const isOld = query.isPlaceholderData;
  const events = useMarketEvents(query.data, filter, isOld);
  return (
    <QueryView query={query} loading={<GridSkeleton />} isDeferred>
      {(page) => <Grid {...{ page, events, filter, isOld }} onRefresh={() => void query.refetch()} />}
    </QueryView>
  );
}

type GridProps = {
  page: MarketPageData;
  events: MarketEvents;
  filter: MarketFilter;
  isOld: boolean;
  onRefresh: () => void;
};

function Grid({ page, events, filter, isOld, onRefresh }: GridProps) {
  const { to } = useUrlParams();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const ownListings = useQuery({ ...ownListingIdsQuery, enabled: isLoggedIn });
  const changes = isOld ? 0 : changeCount(page, events, filter);
  return (
    // The previous page stays visible, dimmed, until the next one loads.
    <div aria-busy={isOld} className={clsx('relative min-w-0 transition-opacity duration-140', isOld && 'opacity-55')}>
      <Changes count={changes} onShow={onRefresh} />
      {page.items.length === 0 ? (
        page.pagination.totalResults > 0 && !isOld ? (
          <RedirectToLastPage pagination={page.pagination} />
        ) : (
          <NoItems filter={filter} />
        )
      ) : (
        <Cards shown={shownItems(page, events)} ownIds={ownListings.data ?? []} />
      )}
      <PagerBar pagination={page.pagination} toPage={(next) => to({ page: next })} />
    </div>
  );
}

function Cards({ shown, ownIds }: { shown: readonly ShownItem[]; ownIds: readonly number[] }) {
  const rendered = useRenderedCount(shown.length, { initial: FIRST_COUNT, batchSize: 4 });
  return (
    <ul className={gridClass}>
      {shown.map(({ item, isGone }, index) => (
        <li
          key={item.itemId}
          className={index < FIRST_COUNT ? undefined : clsx('far-off', index >= rendered && 'min-h-58')}
        >
          {index < rendered && (
            <MarketCard item={item} isGone={isGone} isOwn={ownIds.includes(item.id)} isEager={index < FIRST_COUNT} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Floats over the grid, so nothing shifts when it appears. */
function Changes({ count, onShow }: { count: number; onShow: () => void }) {
  const market = useMarketText();
  return (
    <div role="status" className="sticky top-[calc(var(--top-bar)+0.5rem)] z-10 flex h-0 justify-center">
      {count > 0 && (
        <Button
          size="dense"
          className="motion-line pop-surface -mt-1 rounded-full"
          icon={<RefreshCw size={14} aria-hidden />}
          onClick={onShow}
        >
          {market.changes(count)}
        </Button>
      )}
    </div>
  );
}

function GridSkeleton() {
  const isShown = useDelayed();
  return (
    <Skeleton>
      <div className={clsx(gridClass, !isShown && 'invisible')}>
        {Array.from({ length: 16 }, (_, index) => (
          <div key={index} className="surface p-3 pb-3.5">
            <SkeletonBlock className="mx-auto mt-2 aspect-4/3 w-full rounded-md" />
            <SkeletonBlock className="mt-2 h-5 w-1/2" />
            <SkeletonBlock className="mt-2 h-4" />
            <SkeletonBlock className="mt-2 h-3.5 w-2/3" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}

function NoItems({ filter }: { filter: MarketFilter }) {
  const t = useText();
  const market = useMarketText();
  const { go } = useUrlParams();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  if (isFiltered(filter)) {
    // A player who searches for a skin can still place a buy order on its page.
    const isNamed = filter.search !== '';
    return (
      <EmptyView icon={SearchX} title={t.stock.noneFound} text={isNamed ? market.noneOffered : t.stock.noneFoundHint}>
        <Button onClick={() => go(noFilters)}>{t.stock.resetFilters}</Button>
        {isNamed && <ButtonLink to={pages.cases}>{market.toCases}</ButtonLink>}
      </EmptyView>
    );
  }
  return (
    <EmptyView icon={Store} title={market.empty} text={isLoggedIn ? market.emptyFirst : market.emptyHint}>
      <ButtonLink to={pages.cases}>{t.stock.toCases}</ButtonLink>
    </EmptyView>
  );
}
