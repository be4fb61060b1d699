import { marketFeeOf, sellerShareOf } from '@karat/rules/market';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useMarketText } from '#i18n/market/market-text.ts';
import { Diamonds } from '#ui/diamonds.tsx';

type FeePreviewProps = {
  price: number | undefined;
  /** Of the same skin on the market now: null where there is none, undefined while it is not known. */
  lowest: number | null | undefined;
  /** What the house would pay. */
  quickSell?: number;
};

/** What is left of a price, and what it can be judged by. It takes the same room whatever is known. */
export function FeePreview({ price, lowest, quickSell }: FeePreviewProps) {
  const t = useMarketText();
  const isPoor = price !== undefined && quickSell !== undefined && sellerShareOf(price) < quickSell;
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
        {quickSell !== undefined && (
          <Figure label={t.sell.quickSell}>
            <Diamonds amount={quickSell} />
          </Figure>
        )}
      </dl>
      {quickSell !== undefined && (
        <p aria-live="polite" className="min-h-5 pt-1 text-xs text-warn">
          {isPoor && t.sell.belowQuickSell}
        </p>
      )}
    </>
  );
}

function Figure({ label, isMain = false, children }: { label: string; isMain?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-fg-3">{label}</dt>
      <dd className={clsx('mt-0.5 min-h-5', isMain ? 'font-semibold text-success' : 'text-fg-2')}>{children}</dd>
    </div>
  );
}
