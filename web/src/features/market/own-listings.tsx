import type { OwnListing } from '@karat/contract/market';
import type { Pagination } from '@karat/contract/pagination';
import { sellerShareOf } from '@karat/rules/market';
import { useQuery } from '@tanstack/react-query';
import { History, Store, TrendingDown } from 'lucide-react';
import { useState } from 'react';
import { openSell } from '#core/modals.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { RelativeTime } from '#ui/time.tsx';
import { EmptyView } from '#ui/views.tsx';
import { type MyMarketView, myListingsQuery } from './queries.ts';
import { MyMarketSkeleton, MyMarketFigure, MyMarketRow } from './my-market-row.tsx';
import { useMarketText } from './words/market-text.ts';

const PriceModal = lazyComponent(async () => (await import('./my-market-modals.tsx')).PriceModal);
const CancelListingModal = lazyComponent(async () => (await import('./my-market-modals.tsx')).CancelListingModal);

type OpenModal = { listing: OwnListing | undefined; action: 'price' | 'cancel' | undefined };

/** The player's listings, open or closed. */
export function OwnListings({ view, page }: { view: MyMarketView; page: number }) {
  const { to } = useUrlParams();
  const query = useQuery(myListingsQuery(view, page));
  const [{ listing, action }, setOpenModal] = useState<OpenModal>({ listing: undefined, action: undefined });
  const close = () => setOpenModal((before) => ({ ...before, action: undefined }));
  return (
    <>
      <QueryView query={query} loading={<MyMarketSkeleton />}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <NoListings view={view} pagination={pagination} />
          ) : (
            <>
              <ul className="space-y-3">
                {data.map((each) => (
                  <Listing
                    key={each.id}
                    listing={each}
                    onOpenModal={(next) => setOpenModal({ listing: each, action: next })}
                  />
                ))}
              </ul>
              <PagerBar pagination={pagination} toPage={(next) => to({ page: next })} />
            </>
          )
        }
      </QueryView>
      {/* Outside of the list, because the modal outlives the row. */}
      <MountWhenOpened isOpen={action === 'price'}>
        {listing && <PriceModal key={listing.id} listing={listing} isOpen={action === 'price'} onClose={close} />}
      </MountWhenOpened>
      <MountWhenOpened isOpen={action === 'cancel'}>
        {listing && <CancelListingModal listing={listing} isOpen={action === 'cancel'} onClose={close} />}
      </MountWhenOpened>
    </>
  );
}

function Listing({ listing, onOpenModal }: { listing: OwnListing; onOpenModal: (action: 'price' | 'cancel') => void }) {
  const t = useMarketText();
  const { market_hash_name: name, price, state } = listing;
  const isOpen = state === 'OPEN';
  return (
    <MyMarketRow
      skin={listing}
      note={<Note listing={listing} />}
      figures={
        <>
          <MyMarketFigure label={t.myMarket.asked}>
            <Diamonds key={price} amount={price} className="motion-line" />
          </MyMarketFigure>
          {(isOpen || state === 'SOLD') && (
            <MyMarketFigure label={isOpen ? t.myMarket.receive : t.myMarket.received}>
              <Diamonds amount={isOpen ? sellerShareOf(price) : price - listing.fee} className="text-success" />
            </MyMarketFigure>
          )}
        </>
      }
      actions={
        isOpen && (
          <>
            <Button size="dense" aria-label={t.myMarket.changePriceOf(name)} onClick={() => onOpenModal('price')}>
              {t.myMarket.changePrice}
            </Button>
            <Button
              size="dense"
              variant="quiet"
              aria-label={t.myMarket.cancelOf(name)}
              onClick={() => onOpenModal('cancel')}
            >
              {t.myMarket.cancel}
            </Button>
          </>
        )
      }
    />
  );
}

const tones = { OPEN: 'primary', SOLD: 'success', CANCELLED: 'neutral', REMOVED: 'danger' } as const;

function Note({ listing: { state, createdAt, closedAt, isUndercut, reason } }: { listing: OwnListing }) {
  const t = useMarketText();
  return (
    <>
      {state !== 'OPEN' && <Badge tone={tones[state]}>{t.myMarket.states[state]}</Badge>}
      {state === 'OPEN' && isUndercut && (
        <span title={t.myMarket.undercutHint}>
          <Badge tone="warn">
            <TrendingDown size={13} aria-hidden />
            {t.myMarket.undercut}
          </Badge>
        </span>
      )}
      <RelativeTime iso={closedAt ?? createdAt} />
      {reason !== null && <span className="w-full text-fg-2">{t.myMarket.reason(reason)}</span>}
    </>
  );
}

function NoListings({ view, pagination }: { view: MyMarketView; pagination: Pagination }) {
  const t = useMarketText();
  if (pagination.totalResults > 0) return <RedirectToLastPage pagination={pagination} />;
  if (view === 'closed') return <EmptyView icon={History} title={t.myMarket.noClosed} text={t.myMarket.noClosedHint} />;
  return (
    <EmptyView icon={Store} title={t.myMarket.noListings} text={t.myMarket.noListingsHint}>
      <Button onClick={() => openSell()}>{t.sellYourItem}</Button>
    </EmptyView>
  );
}
