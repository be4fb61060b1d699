import type { Ref } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { DiamondGlyph } from '#ui/diamonds.tsx';
import type { Prize } from './opening.ts';
import { useQuickSell } from './quick-sell.ts';
import { useOpeningsText } from './words/openings-text.ts';

type SellButtonProps = {
  ref?: Ref<HTMLButtonElement>;
  prize: Prize;
  isSold: boolean;
  /** A dense button shows a shorter word; screen readers get the whole one. */
  size: 'dense' | 'main';
  className: string;
};

/** Sells one prize. */
export function SellButton({ ref, prize, isSold, size, className }: SellButtonProps) {
  const t = useText();
  const words = useOpeningsText();
  const { isPending, sell } = useQuickSell(prize);
  const price = formatNumber(prize.price);
  const isShort = size === 'dense' && !isSold;
  return (
    <Button ref={ref} size={size} isPending={isPending} disabled={isSold} onClick={sell} className={className}>
      {isShort && <span aria-hidden>{words.sell}</span>}
      <span className={isShort ? 'sr-only' : undefined}>{isSold ? t.openings.sold : t.openings.quickSell}</span>
      {!isSold && prize.price > 0 && (
        <span className="inline-flex items-center gap-1 tabular-nums">
          <DiamondGlyph size={size === 'dense' ? 14 : 18} className="text-primary" />
          {price}
        </span>
      )}
    </Button>
  );
}
