import { pages } from '@karat/contract/pages';
import { splitMarketName } from '@karat/rules/items';
import clsx from 'clsx';
import { ShieldCheck } from 'lucide-react';
import { Link, generatePath } from 'react-router';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { DiamondGlyph } from '#ui/diamonds.tsx';
import { formatNumber } from '#ui/format.ts';
import { ItemPicture } from '#ui/item-picture.tsx';
import { doesGlowPulse, rarityLight } from '#ui/rarity.ts';
import type { Prize } from './opening.ts';
import { useQuickSell } from './quick-sell.ts';

type PrizeViewProps = { prize: Prize; isSold: boolean; isHalf: boolean };

/** What was won, enlarged over its strip, and what can be done with it. */
export function PrizeView({ prize, isSold, isHalf }: PrizeViewProps) {
  const { name, exterior } = splitMarketName(prize.market_hash_name);
  return (
    <div
      className="motion-win rarity-edge absolute inset-0 isolate flex items-center justify-center gap-3 bg-bg-0/88 px-3 sm:gap-6 md:gap-8"
      style={rarityLight(prize.skinRarity)}
    >
      <span aria-hidden className={clsx('rarity-glow', doesGlowPulse(prize.skinRarity) && 'motion-glow')} />
      <ItemPicture
        src={prize.image}
        isEager
        sizes="280px"
        className={clsx('motion-win-picture shrink-0', isHalf ? 'h-full w-auto max-sm:w-20' : 'w-36 sm:w-60 md:w-70')}
      />
      <div className={clsx('min-w-0', isHalf ? 'grow sm:max-w-64' : 'max-w-72')}>
        <p
          className={clsx(
            'font-semibold text-pretty',
            isHalf ? 'line-clamp-2 text-card' : 'sm:text-h2 sm:font-display sm:font-bold',
          )}
        >
          {name}
        </p>
        <p className={clsx('text-(--r-text)', isHalf ? 'truncate text-xs' : 'mt-0.5 text-card')}>
          {exterior}
          <span className="sr-only">, {prize.skinRarity}</span>
        </p>
        {!isHalf && <SellRow prize={prize} isSold={isSold} isHalf={false} />}
      </div>
      {isHalf && <SellRow prize={prize} isSold={isSold} isHalf />}
    </div>
  );
}

function SellRow({ prize, isSold, isHalf }: PrizeViewProps) {
  const t = useText();
  const { isPending, sell } = useQuickSell(prize);
  return (
    <div className={clsx('flex shrink-0 items-center gap-2', !isHalf && 'mt-3 flex-wrap')}>
      <Button
        variant="secondary"
        isPending={isPending}
        disabled={isSold}
        onClick={sell}
        data-sells
        className={clsx(isHalf && 'max-sm:h-auto max-sm:flex-col max-sm:gap-0 max-sm:px-3 max-sm:py-1')}
      >
        {isSold ? t.openings.sold : t.openings.quickSell}
        {!isSold && prize.price > 0 && (
          <span className="inline-flex items-center gap-1 tabular-nums">
            <DiamondGlyph size={14} className="text-primary" />
            {formatNumber(prize.price)}
          </span>
        )}
      </Button>
      <Link
        to={generatePath(pages.roll, { rollId: String(prize.id) })}
        title={t.openings.proof}
        className="hit-area inline-grid size-10 place-items-center rounded-md text-fg-2 transition-colors duration-140 hover:bg-bg-2 hover:text-fg"
      >
        <ShieldCheck size={20} aria-hidden />
        <span className="sr-only">{t.openings.proof}</span>
      </Link>
    </div>
  );
}
