import { sellerShareOf } from '@karat/rules/market';
import { type MouseEvent, useState } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { useMarketText } from './words/market-text.ts';

/** Whether Quick Sell pays more than the seller's share of a price. */
export function isBelowQuickSell(price: number | undefined, quickSell: number | undefined): boolean {
  return price !== undefined && quickSell !== undefined && sellerShareOf(price) < quickSell;
}

/** Requires a confirmation for a price below Quick Sell: a second click on the same button. */
export function useLowPriceConfirmation(price: number | undefined, quickSell: number | undefined) {
  const [priceToConfirm, setPriceToConfirm] = useState<number>();
  const isConfirming = price !== undefined && price === priceToConfirm;
  return {
    isConfirming,
    mustConfirm: isBelowQuickSell(price, quickSell) && !isConfirming,
    requireConfirmation: () => setPriceToConfirm(price),
    /** For the confirming button: the second half of a double click does not confirm. */
    onConfirmClick: (event: MouseEvent) => {
      if (isConfirming && event.detail > 1) event.preventDefault();
    },
  };
}

type LowPriceWarningProps = { isConfirming: boolean; price: number | undefined; quickSell: number | undefined };

/** The warning. Its live region exists before the text, so that screen readers announce it. */
export function LowPriceWarning({ isConfirming, price = 0, quickSell = 0 }: LowPriceWarningProps) {
  const t = useMarketText();
  return (
    <div role="alert">
      {isConfirming && (
        <p className="mt-1 rounded-sm bg-warn/10 px-3 py-2 text-card text-pretty text-warn">
          {t.sell.askPoor(formatNumber(sellerShareOf(price)), formatNumber(quickSell))}
        </p>
      )}
    </div>
  );
}
