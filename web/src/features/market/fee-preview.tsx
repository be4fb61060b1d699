import { marketFeeOf, sellerShareOf } from '@karat/rules/market';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { isBelowQuickSell } from './low-price.tsx';
import { useMarketText } from './words/market-text.ts';

/** The highest buy order for a skin. The player's own order does not count, because players cannot sell to themselves. */
export type HighestOrder = { readonly price: number; readonly isOwn: boolean };

type FeePreviewProps = {
  price: number | undefined;
  /** Lowest price of the same skin now: null if there is none, undefined while loading. */
  lowest: number | null | undefined;
  highestOrder: HighestOrder | null | undefined;
  /** The Quick Sell price; undefined until it is loaded. */
  quickSell: number | undefined;
  /** Whether the seller is being asked to confirm a price below that. */
  isConfirming: boolean;
};

/** The seller's share of a price, with prices to compare. Its size does not depend on what has loaded. */
export function FeePreview({ price, lowest, highestOrder, quickSell, isConfirming }: FeePreviewProps) {
  const t = useMarketText();
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5 rounded-sm bg-bg-0/60 p-3">
        <Figure label={t.sell.receive} isMain>
          {price === undefined ? '–' : <Diamonds amount={sellerShareOf(price)} />}
        </Figure>
        <Figure label={t.sell.fee}>{price === undefined ? '–' : <Diamonds amount={marketFeeOf(price)} />}</Figure>
        <Figure label={t.sell.lowest}>
          {lowest === undefined ? '–' : lowest === null ? t.sell.noneOnMarket : <Diamonds amount={lowest} />}
        </Figure>
        <Figure label={t.sell.highestOrder}>
          <span className="inline-flex flex-wrap items-center gap-x-1.5">
            {highestOrder === undefined ? (
              '–'
            ) : highestOrder === null ? (
              t.sell.noneOnMarket
            ) : (
              <Diamonds amount={highestOrder.price} />
            )}
            {highestOrder?.isOwn && <span className="text-xs text-fg-3">({t.sell.ownOrder})</span>}
          </span>
        </Figure>
        <Figure label={t.sell.quickSell}>{quickSell === undefined ? '–' : <Diamonds amount={quickSell} />}</Figure>
      </dl>
      <div aria-live="polite" className="min-h-5 pt-1 text-xs text-pretty">
        <p className="text-info">{orderNote(t, price, highestOrder)}</p>
        {!isConfirming && isBelowQuickSell(price, quickSell) && <p className="text-warn">{t.sell.belowQuickSell}</p>}
      </div>
    </>
  );
}

/** Explains the highest buy order: the skin sells for the listing price, even to a higher order. */
function orderNote(
  { sell }: Pick<ReturnType<typeof useMarketText>, 'sell'>,
  price: number | undefined,
  highestOrder: HighestOrder | null | undefined,
): string | undefined {
  if (!highestOrder || highestOrder.isOwn || (price !== undefined && price > highestOrder.price)) return undefined;
  const highest = formatNumber(highestOrder.price);
  if (price === undefined) return sell.meetsOrder(highest);
  const atOnce = sell.sellsAtOnce(formatNumber(price));
  return price === highestOrder.price ? atOnce : `${atOnce} ${sell.paysMore(highest)}`;
}

function Figure({ label, isMain = false, children }: { label: string; isMain?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-fg-3">{label}</dt>
      <dd className={clsx('mt-0.5 min-h-5', isMain ? 'font-semibold text-success' : 'text-fg-2')}>{children}</dd>
    </div>
  );
}
