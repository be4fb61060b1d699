import type { MarketBook, OfferedListing } from '@karat/contract/market';
import { pages } from '@karat/contract/pages';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useAccount } from '#core/session.ts';
import { formatNumber } from '#i18n/format.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { RelativeTime } from '#ui/time.tsx';
import { Panel } from './panel.tsx';
import { offersQuery } from './queries.ts';
import type { Purchase } from './use-buy.ts';
import { useMarketText } from './words/market-text.ts';

type OffersProps = {
  book: MarketBook;
  page: number;
  goneIds: ReadonlySet<number>;
  onBuy: (purchase: Purchase) => void;
};

/** The offers of a skin, cheapest first. */
export function Offers({ book, page, goneIds, onBuy }: OffersProps) {
  const t = useMarketText();
  const { to } = useUrlParams();
  const query = useQuery(offersQuery(String(book.itemId), page));
  const beside = book.listings > 0 && <span className="text-card text-fg-3">{t.onOffer(book.listings)}</span>;
  return (
    <Panel title={t.item.offers} beside={beside}>
      <QueryView query={query} loading={<OfferSkeleton />}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            pagination.totalResults > 0 && page > 1 ? (
              <RedirectToLastPage pagination={pagination} />
            ) : (
              <p className="max-w-prose text-pretty text-fg-2">{t.item.noneHint}</p>
            )
          ) : (
            <>
              <ul
                aria-busy={query.isPlaceholderData}
                className={clsx('transition-opacity duration-140', query.isPlaceholderData && 'opacity-55')}
              >
                {data.map((offer) => (
                  <Offer
                    key={offer.id}
                    offer={offer}
                    isGone={goneIds.has(offer.id)}
                    onBuy={() => onBuy({ listingId: offer.id, price: offer.price })}
                  />
                ))}
              </ul>
              <PagerBar pagination={pagination} toPage={(next) => to({ page: next })} />
            </>
          )
        }
      </QueryView>
    </Panel>
  );
}

type OfferProps = { offer: OfferedListing; isGone: boolean; onBuy: () => void };

function Offer({ offer: { price, seller, createdAt }, isGone, onBuy }: OfferProps) {
  const t = useMarketText();
  const isOwn = useAccount((state) => state.account?.id === seller.id);
  return (
    <li className={clsx('flex min-h-15 items-center gap-3 border-b border-line last:border-0', isGone && 'text-fg-3')}>
      <span className={clsx('flex transition-opacity duration-300', isGone && 'opacity-40')}>
        <Avatar src={seller.avatar} username={seller.username} size={32} />
      </span>
      <div className="min-w-0 grow">
        <p className="flex text-card font-semibold">
          <PlayerName username={seller.username} isSandbox={seller.isSandbox} />
        </p>
        <RelativeTime iso={createdAt} className="text-xs text-fg-3" />
      </div>
      <Diamonds key={price} amount={price} className={clsx('motion-line', isGone && 'line-through')} />
      {/* As wide as its widest label, so that prices align. */}
      <div className="flex w-16 shrink-0 justify-end">
        {isGone ? (
          <Badge tone="warn">{t.item.gone}</Badge>
        ) : isOwn ? (
          <ButtonLink
            to={pages.listings}
            size="dense"
            variant="quiet"
            className="-mr-2 px-2"
            aria-label={`${t.yours}: ${t.item.manage}`}
          >
            {t.yours}
          </ButtonLink>
        ) : (
          <Button size="dense" aria-label={t.item.buyOf(formatNumber(price), seller.username)} onClick={onBuy}>
            {t.item.buy}
          </Button>
        )}
      </div>
    </li>
  );
}

function OfferSkeleton() {
  return (
    <Skeleton>
      <div className="space-y-3">
        {Array.from({ length: 3 }, (_, index) => (
          <SkeletonBlock key={index} className="h-12" />
        ))}
      </div>
    </Skeleton>
  );
}
