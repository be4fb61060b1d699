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

type PrizeViewProps = {
  prize: Prize;
  /** It sells for more than the case cost: only then does its coming make a show. */
  isGain: boolean;
  isSold: boolean;
  isHalf: boolean;
};

/** What was won, enlarged over its strip, and what can be done with it. */
export function PrizeView({ prize, isGain, isSold, isHalf }: PrizeViewProps) {
  const { name, exterior } = splitMarketName(prize.market_hash_name);
  return (
    <div
      data-gain={isGain || undefined}
      className={clsx(
        'rarity-edge absolute inset-0 isolate flex items-center justify-center gap-3 bg-bg-0 px-3 sm:gap-6 md:gap-8',
        isGain ? 'motion-win' : 'motion-route',
      )}
      style={rarityLight(prize.skinRarity)}
    >
      <span aria-hidden className={clsx('rarity-glow', isGain && doesGlowPulse(prize.skinRarity) && 'motion-glow')} />
      <ItemPicture
        src={prize.image}
        isEager
        sizes="280px"
        className={clsx(
          'shrink-0',
          isGain && 'motion-win-picture',
          isHalf ? 'w-16 sm:h-full sm:w-auto' : 'w-36 sm:w-60 md:w-70',
        )}
      />
      <div className={clsx('min-w-0', isHalf ? 'grow sm:max-w-64' : 'max-w-72')}>
        <p
          className={clsx(
            'font-semibold text-pretty',
            isHalf ? 'line-clamp-2 text-card' : 'sm:font-display sm:text-h2 sm:font-bold',
          )}
        >
          {name}
        </p>
        <p className={clsx('text-(--r-text)', isHalf ? 'truncate text-xs' : 'mt-0.5 text-card')}>
          {exterior}
          <span className="sr-only">, {prize.skinRarity}</span>
        </p>
        {!isHalf && (
          <div className="mt-3 flex flex-col items-start gap-1">
            <SellButton prize={prize} isSold={isSold} className="max-sm:w-full max-sm:px-3" />
            <ProofLink prize={prize} isIconOnly={false} />
          </div>
        )}
      </div>
      {isHalf && (
        <div className="flex shrink-0 items-center gap-1 sm:w-56 sm:gap-2">
          <SellButton
            prize={prize}
            isSold={isSold}
            className="max-sm:h-auto max-sm:flex-col max-sm:gap-0 max-sm:px-3 max-sm:py-1"
          />
          <ProofLink prize={prize} isIconOnly />
        </div>
      )}
    </div>
  );
}

type SellButtonProps = { prize: Prize; isSold: boolean; className: string };

function SellButton({ prize, isSold, className }: SellButtonProps) {
  const t = useText();
  const { isPending, sell } = useQuickSell(prize);
  return (
    <Button isPending={isPending} disabled={isSold} onClick={sell} className={className}>
      {isSold ? t.openings.sold : t.openings.quickSell}
      {!isSold && prize.price > 0 && (
        <span className="inline-flex items-center gap-1 tabular-nums">
          <DiamondGlyph size={14} className="text-primary" />
          {formatNumber(prize.price)}
        </span>
      )}
    </Button>
  );
}

function ProofLink({ prize, isIconOnly }: { prize: Prize; isIconOnly: boolean }) {
  const t = useText();
  return (
    <Link
      to={generatePath(pages.roll, { rollId: String(prize.id) })}
      title={t.openings.proof}
      className={clsx(
        'hit-area inline-flex items-center gap-1.5 rounded-sm text-xs text-fg-2 transition-colors duration-140 hover:text-fg',
        isIconOnly ? 'size-10 shrink-0 justify-center' : 'min-h-8',
      )}
    >
      <ShieldCheck size={isIconOnly ? 20 : 16} aria-hidden className="shrink-0" />
      <span className={clsx(isIconOnly && 'sr-only')}>{t.openings.proof}</span>
    </Link>
  );
}
