import type { MarketBook } from '@karat/contract/market';
import { pages } from '@karat/contract/pages';
import { pageFrom } from '@karat/rules/pager';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { openAuth } from '#core/modals.ts';
import { usePlayerAction } from '#core/use-player-action.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonBlock, Skeleton, useDelayed } from '#ui/skeleton.tsx';
import { RelativeTime } from '#ui/time.tsx';
import { NotFoundView } from '#ui/views.tsx';
import { ItemHead } from './item-head.tsx';
import { useItemEvents } from './market-events.ts';
import { Offers } from './offers.tsx';
import { OrderPanel } from './order-panel.tsx';
import { Panel } from './panel.tsx';
import { PriceChart } from './price-chart.tsx';
import { bookQuery, offersQuery } from './queries.ts';
import type { Purchase } from './use-buy.ts';
import { useMarketText } from './words/market-text.ts';

const BuyModal = lazyComponent(async () => (await import('./buy-modal.tsx')).BuyModal);

/** One skin on the market: its offers, its sales, and a buy order. */
export function ItemPage() {
  const { itemId = '' } = useParams();
  const t = useMarketText();
  const isId = /^[1-9]\d{0,15}$/.test(itemId);
  const query = useQuery({ ...bookQuery(itemId), enabled: isId });
  const missing = (
    <NotFoundView title={t.missing} text={t.missingHint} backLink={{ to: pages.market, label: t.goBack }} />
  );
  if (!isId) return missing;
  return (
    <QueryView query={query} loading={<ItemSkeleton />} notFound={missing}>
      {(book) => <Book key={itemId} book={book} />}
    </QueryView>
  );
}

function BackLink() {
  const t = useMarketText();
  return (
    <Link
      to={pages.market}
      className="hit-area mb-3 inline-flex items-center gap-1 text-card text-fg-2 transition-colors duration-140 hover:text-fg"
    >
      <ChevronLeft size={16} aria-hidden />
      {t.goBack}
    </Link>
  );
}

function Book({ book }: { book: MarketBook }) {
  const itemId = String(book.itemId);
  const { params } = useUrlParams();
  const goneIds = useItemEvents(itemId);
  const [buyModal, setBuyModal] = useState<{ purchase: Purchase | undefined; isOpen: boolean }>({
    purchase: undefined,
    isOpen: false,
  });
  const { onPress: buy } = usePlayerAction(
    (purchase: Purchase) => setBuyModal({ purchase, isOpen: true }),
    () => openAuth('login'),
  );
  const isGone = useIsGone(itemId, buyModal.purchase?.listingId, goneIds);
  const close = () => setBuyModal((before) => ({ ...before, isOpen: false }));
  return (
    <>
      <BackLink />
      <ItemHead book={book} goneIds={goneIds} onBuy={buy} />
      <div className="mt-3 grid gap-3 md:mt-4 md:gap-4 xl:grid-cols-[minmax(0,1fr)_18.5rem]">
        <div className="grid min-w-0 content-start gap-3 md:gap-4">
          <Offers book={book} page={pageFrom(params.get('page'))} goneIds={goneIds} onBuy={buy} />
          <PriceChart history={book.history} />
        </div>
        <div className="grid min-w-0 content-start gap-3 md:gap-4 max-xl:sm:grid-cols-2">
          <OrderPanel book={book} />
          <LastSales sales={book.lastSales} />
        </div>
      </div>
      <MountWhenOpened isOpen={buyModal.isOpen}>
        {buyModal.purchase && (
          <BuyModal
            key={`${buyModal.purchase.listingId} ${buyModal.purchase.price}`}
            book={book}
            purchase={buyModal.purchase}
            isGone={isGone}
            isOpen={buyModal.isOpen}
            onClose={close}
          />
        )}
      </MountWhenOpened>
    </>
  );
}

/** Events may have been missed while disconnected. If all offers fit on one page, an offer missing from it is gone. */
function useIsGone(itemId: string, listingId: number | undefined, goneIds: ReadonlySet<number>): boolean {
  const { data: first } = useQuery({ ...offersQuery(itemId, 1), enabled: listingId !== undefined });
  if (listingId === undefined || first === undefined) return false;
  const { data: offers, pagination } = first;
  const isMissing = pagination.totalResults === offers.length && offers.every(({ id }) => id !== listingId);
  return isMissing || goneIds.has(listingId);
}

function LastSales({ sales }: { sales: MarketBook['lastSales'] }) {
  const t = useMarketText();
  return (
    <Panel title={t.sales.title}>
      {sales.length === 0 ? (
        <p className="text-fg-2">{t.sales.none}</p>
      ) : (
        // A scrollable list must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul tabIndex={0} aria-label={t.sales.title} className="-mx-2 max-h-78 overflow-y-auto rounded-sm px-2">
          {sales.map(({ price, soldAt }, index) => (
            <li
              // oxlint-disable-next-line react/no-array-index-key -- sales have no id and never change
              key={`${soldAt} ${index}`}
              className="flex min-h-9 items-center justify-between gap-3 border-b border-line last:border-0"
            >
              <Diamonds amount={price} className="text-card" />
              <RelativeTime iso={soldAt} className="text-right text-xs text-fg-3" />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function ItemSkeleton() {
  const isShown = useDelayed();
  return (
    <>
      <BackLink />
      <Skeleton>
        <div className={clsx(!isShown && 'invisible')}>
          <div className="grid gap-5 surface p-4 md:grid-cols-[17rem_1fr] md:p-5">
            <SkeletonBlock className="aspect-4/3 w-full rounded-md" />
            <div>
              <SkeletonBlock className="h-9 w-3/4" />
              <SkeletonBlock className="mt-3 h-4 w-1/3" />
              <SkeletonBlock className="mt-6 h-12 w-1/2" />
              <SkeletonBlock className="mt-6 h-13 w-48 rounded-lg" />
            </div>
          </div>
          <div className="mt-4 surface p-5">
            <SkeletonBlock className="h-6 w-32" />
            <SkeletonBlock className="mt-4 h-14" />
            <SkeletonBlock className="mt-2 h-14" />
            <SkeletonBlock className="mt-2 h-14" />
          </div>
        </div>
      </Skeleton>
    </>
  );
}
