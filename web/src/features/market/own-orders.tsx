import type { BuyOrder } from '@karat/contract/market';
import type { Pagination } from '@karat/contract/pagination';
import { pages } from '@karat/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { History, Target } from 'lucide-react';
import { useState } from 'react';
import { useUrlParams } from '#ui/url-params.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { RelativeTime } from '#ui/time.tsx';
import { EmptyView } from '#ui/views.tsx';
import { type MyMarketView, myOrdersQuery } from './queries.ts';
import { MyMarketSkeleton, MyMarketFigure, MyMarketRow } from './my-market-row.tsx';
import { useMarketText } from './words/market-text.ts';

const CancelOrderModal = lazyComponent(async () => (await import('./my-market-modals.tsx')).CancelOrderModal);

/** The player's buy orders, open or closed. */
export function OwnOrders({ view, page }: { view: MyMarketView; page: number }) {
  const { to } = useUrlParams();
  const query = useQuery(myOrdersQuery(view, page));
  const [{ order, isOpen }, setCancelModal] = useState<{ order: BuyOrder | undefined; isOpen: boolean }>({
    order: undefined,
    isOpen: false,
  });
  const close = () => setCancelModal((before) => ({ ...before, isOpen: false }));
  return (
    <>
      <QueryView query={query} loading={<MyMarketSkeleton />}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <NoOrders view={view} pagination={pagination} />
          ) : (
            <>
              <ul className="space-y-3">
                {data.map((each) => (
                  <Order key={each.id} order={each} onCancel={() => setCancelModal({ order: each, isOpen: true })} />
                ))}
              </ul>
              <PagerBar pagination={pagination} toPage={(next) => to({ page: next })} />
            </>
          )
        }
      </QueryView>
      {/* Outside of the list, because the modal outlives the row. */}
      <MountWhenOpened isOpen={isOpen}>
        {order && <CancelOrderModal order={order} isOpen={isOpen} onClose={close} />}
      </MountWhenOpened>
    </>
  );
}

const tones = { OPEN: 'primary', FILLED: 'success', CANCELLED: 'neutral', UNPAID: 'warn' } as const;

function Order({ order, onCancel }: { order: BuyOrder; onCancel: () => void }) {
  const t = useMarketText();
  const { market_hash_name: name, price, state, paid, lowestPrice, createdAt, closedAt } = order;
  const isOpen = state === 'OPEN';
  return (
    <MyMarketRow
      skin={order}
      note={
        <>
          {!isOpen && <Badge tone={tones[state]}>{t.myMarket.orderStates[state]}</Badge>}
          <RelativeTime iso={closedAt ?? createdAt} />
        </>
      }
      figures={
        <>
          <MyMarketFigure label={t.myMarket.atMost}>
            <Diamonds amount={price} />
          </MyMarketFigure>
          {paid !== null && (
            <MyMarketFigure label={t.myMarket.paid}>
              <Diamonds amount={paid} className="text-success" />
            </MyMarketFigure>
          )}
          {isOpen && (
            <MyMarketFigure label={t.myMarket.lowest}>
              {lowestPrice === null ? t.myMarket.none : <Diamonds amount={lowestPrice} className="text-fg-2" />}
            </MyMarketFigure>
          )}
        </>
      }
      actions={
        isOpen && (
          <Button size="dense" variant="quiet" aria-label={t.myMarket.cancelOf(name)} onClick={onCancel}>
            {t.myMarket.cancel}
          </Button>
        )
      }
    />
  );
}

function NoOrders({ view, pagination }: { view: MyMarketView; pagination: Pagination }) {
  const t = useMarketText();
  if (pagination.totalResults > 0) return <RedirectToLastPage pagination={pagination} />;
  if (view === 'closed') return <EmptyView icon={History} title={t.myMarket.noClosed} text={t.myMarket.noClosedHint} />;
  return (
    <EmptyView icon={Target} title={t.myMarket.noOrders} text={t.myMarket.noOrdersHint}>
      <ButtonLink to={pages.market}>{t.myMarket.toMarket}</ButtonLink>
    </EmptyView>
  );
}
