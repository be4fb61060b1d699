import { splitMarketName } from '@karat/rules/items';
import clsx from 'clsx';
import { ArrowRight } from 'lucide-react';
import { Diamonds } from '#ui/diamonds.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { hasPulsingGlow, rarityColors } from '#ui/rarity.ts';
import type { Prize } from './opening.ts';
import { ProofLink, SellButton } from './prize-view.tsx';
import { useOpeningsText } from './words/openings-text.ts';
import { worthOf } from './worth.ts';

type PrizeGridProps = { prizes: readonly Prize[]; soldIds: ReadonlySet<number>; price: number };

/** Several prizes side by side, stacked on a phone, with their cost and their selling price. */
export function PrizeGrid({ prizes, soldIds, price }: PrizeGridProps) {
  const t = useOpeningsText();
  return (
    <div className="motion-route absolute inset-0 flex flex-col gap-2 bg-bg-0 p-2.5 md:gap-3 md:p-3">
      <div className="flex h-9 shrink-0 items-center justify-between gap-3 px-1">
        <p className="font-display text-base font-bold whitespace-nowrap">{t.itemCount(prizes.length)}</p>
        <dl className="flex min-w-0 items-center gap-2.5 text-card leading-tight">
          <Figure label={t.paid} amount={price * prizes.length} />
          <ArrowRight size={16} aria-hidden className="shrink-0 text-fg-3" />
          <Figure label={t.worth} amount={worthOf(prizes)} />
        </dl>
      </div>
      <ul className="grid min-h-0 grow auto-rows-fr gap-2 md:auto-cols-fr md:grid-flow-col md:gap-3">
        {prizes.map((prize) => (
          <PrizeCard key={prize.id} prize={prize} isGain={prize.price > price} isSold={soldIds.has(prize.id)} />
        ))}
      </ul>
    </div>
  );
}

function Figure({ label, amount }: { label: string; amount: number }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-2xs text-fg-3">{label}</dt>
      <dd>
        <Diamonds amount={amount} />
      </dd>
    </div>
  );
}

type PrizeCardProps = {
  prize: Prize;
  /** Sells for more than the case cost. */
  isGain: boolean;
  isSold: boolean;
};

function PrizeCard({ prize, isGain, isSold }: PrizeCardProps) {
  const { name, exterior } = splitMarketName(prize.market_hash_name);
  const [weapon, skin] = name.split(' | ');
  return (
    <li
      data-gain={isGain || undefined}
      title={prize.market_hash_name}
      style={rarityColors(prize.skinRarity)}
      className={clsx(
        'rarity-edge relative isolate flex min-h-0 min-w-0 items-center gap-2 overflow-hidden rounded-md border border-line bg-bg-1 px-2 py-1',
        'md:flex-col md:gap-1 md:px-2 md:pt-2 md:pb-3 md:text-center',
        isGain && 'motion-win',
      )}
    >
      <span aria-hidden className={clsx('rarity-glow', isGain && hasPulsingGlow(prize.skinRarity) && 'motion-glow')} />
      <ItemPicture
        src={prize.image}
        isEager
        sizes="160px"
        className={clsx(
          'w-16 shrink-0 md:min-h-0 md:w-full md:max-w-40 md:shrink md:grow',
          isGain && 'motion-win-picture',
          isSold && 'opacity-50',
        )}
      />
      <div className="min-w-0 grow md:w-full md:grow-0">
        <p className="truncate text-card leading-tight font-semibold">{weapon}</p>
        <p className="truncate text-card leading-tight text-(--r-text)">{skin ?? exterior}</p>
        {skin !== undefined && <p className="truncate text-2xs text-fg-2">{exterior}</p>}
        <span className="sr-only">{prize.skinRarity}</span>
      </div>
      <SellButton
        prize={prize}
        isSold={isSold}
        className="h-11! shrink-0 flex-col gap-0! px-3! text-card! leading-tight md:mt-1 md:w-full md:max-w-44 md:px-1!"
      />
      <span className="max-md:-mx-1 md:absolute md:top-0 md:right-0">
        <ProofLink prize={prize} isIconOnly />
      </span>
    </li>
  );
}
