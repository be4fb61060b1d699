import { sellerShareOf } from '@karat/rules/market';
import { type MouseEvent, useState } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { useMarketText } from './words/market-text.ts';

/** Whether the house would pay more than what is left of a price. */
export function isPoor(price: number | undefined, quickSell: number | undefined): boolean {
  return price !== undefined && quickSell !== undefined && sellerShareOf(price) < quickSell;
}

/** A price below what the house pays is asked about before it is taken: by the same button, pressed once more. */
export function usePoorPrice(price: number | undefined, quickSell: number | undefined) {
  const [askedPrice, setAskedPrice] = useState<number>();
  const isAsked = price !== undefined && price === askedPrice;
  return {
    isAsked,
    mustAsk: isPoor(price, quickSell) && !isAsked,
    ask: () => setAskedPrice(price),
    /** For the button that answers. The second half of a double click is no answer to what the first has asked. */
    onAnswer: (event: MouseEvent) => {
      if (isAsked && event.detail > 1) event.preventDefault();
    },
  };
}

type PoorPriceProps = { isAsked: boolean; price: number | undefined; quickSell: number | undefined };

/** The question. Its place is there before it is asked, so that it is read out. */
export function PoorPrice({ isAsked, price = 0, quickSell = 0 }: PoorPriceProps) {
  const t = useMarketText();
  return (
    <div role="alert">
      {isAsked && (
        <p className="mt-1 rounded-sm bg-warn/10 px-3 py-2 text-card text-pretty text-warn">
          {t.sell.askPoor(formatNumber(sellerShareOf(price)), formatNumber(quickSell))}
        </p>
      )}
    </div>
  );
}
