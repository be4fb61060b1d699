import { pages } from '@karat/contract/pages';
import { splitMarketName } from '@karat/rules/items';
import clsx from 'clsx';
import { ShieldCheck } from 'lucide-react';
import { Link, generatePath } from 'react-router';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { DiamondGlyph } from '#ui/diamonds.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { hasPulsingGlow, rarityColors } from '#ui/rarity.ts';
import type { Prize } from './opening.ts';
import { useQuickSell } from './quick-sell.ts';
import { useDropsText } from './words/drops-text.ts';

type PrizeViewProps = {
  prize: Prize;
  /** It sells for more than the case cost; only then is it celebrated. */
  isGain: boolean;
  isSold: boolean;
};

/** A single prize, enlarged over its strip, with its actions. */
export function PrizeView({ prize, isGain, isSold }: PrizeViewProps) {
  const { name, exterior } = splitMarketName(prize.market_hash_name);
  return (
    <div
      data-gain={isGain || undefined}
      className={clsx(
        'rarity-edge absolute inset-0 isolate flex items-center justify-center gap-3 bg-bg-0 px-3 sm:gap-6 md:gap-8',
        isGain ? 'motion-win' : 'motion-route',
      )}
      style={rarityColors(prize.skinRarity)}
    >
      <span aria-hidden className={clsx('rarity-glow', isGain && hasPulsingGlow(prize.skinRarity) && 'motion-glow')} />
      <ItemPicture
        src={prize.image}
        isEager
        sizes="280px"
        className={clsx('w-36 shrink-0 sm:w-60 md:w-70', isGain && 'motion-win-picture')}
      />
      <div className="max-w-72 min-w-0">
        <p className="font-semibold text-pretty sm:font-display sm:text-h2 sm:font-bold">{name}</p>
        <p className="mt-0.5 text-card text-(--r-text)">
          {exterior}
          <span className="sr-only">, {prize.skinRarity}</span>
        </p>
        <div className="mt-3 flex flex-col items-start gap-1">
          <SellButton prize={prize} isSold={isSold} className="max-sm:w-full max-sm:px-3" />
          <ProofLink prize={prize} isIconOnly={false} />
        </div>
      </div>
    </div>
  );
}

type SellButtonProps = { prize: Prize; isSold: boolean; className: string };

export function SellButton({ prize, isSold, className }: SellButtonProps) {
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

export function ProofLink({ prize, isIconOnly }: { prize: Prize; isIconOnly: boolean }) {
  const t = useDropsText();
  return (
    <Link
      to={generatePath(pages.roll, { rollId: String(prize.id) })}
      title={t.proof}
      className={clsx(
        'hit-area inline-flex items-center gap-1.5 rounded-sm text-xs text-fg-2 transition-colors duration-140 hover:text-fg',
        isIconOnly ? 'size-10 shrink-0 justify-center' : 'min-h-8',
      )}
    >
      <ShieldCheck size={isIconOnly ? 20 : 16} aria-hidden className="shrink-0" />
      <span className={clsx(isIconOnly && 'sr-only')}>{t.proof}</span>
    </Link>
  );
}
