import { splitMarketName } from '@karat/rules/items';
import clsx from 'clsx';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { hasPulsingGlow, rarityColors } from '#ui/rarity.ts';
import { Figures } from './figures.tsx';
import type { Prize } from './opening.ts';
import { ProofLink } from './prize-view.tsx';
import { SellButton } from './sell-button.tsx';
import { useOpeningsText } from './words/openings-text.ts';
import { worthOf } from './worth.ts';

type PrizeGridProps = { prizes: readonly Prize[]; soldIds: ReadonlySet<number>; price: number };

/** Several prizes side by side, stacked on a phone, with their cost and what the unsold ones sell for. */
export function PrizeGrid({ prizes, soldIds, price }: PrizeGridProps) {
  const t = useOpeningsText();
  const unsold = prizes.filter(({ id }) => !soldIds.has(id));
  const isAllSold = unsold.length === 0;
  return (
    <div className="motion-line absolute inset-0 flex flex-col gap-2 bg-bg-0 p-3 md:gap-3 md:p-4">
      <div className="flex h-9 shrink-0 items-center justify-between gap-3 pr-9">
        <p className="font-display text-base font-bold whitespace-nowrap md:text-h2">{t.itemCount(prizes.length)}</p>
        <Figures
          paid={price * prizes.length}
          worth={worthOf(isAllSold ? prizes : unsold)}
          worthLabel={isAllSold ? t.sold : t.worth}
        />
      </div>
      <ul className="grid min-h-0 grow auto-rows-fr gap-2 md:auto-cols-[minmax(0,13rem)] md:grid-flow-col md:justify-center md:gap-3">
        {prizes.map((prize) => (
          <PrizeCard key={prize.id} prize={prize} isGain={prize.price > price} isSold={soldIds.has(prize.id)} />
        ))}
      </ul>
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
  const isDimmed = isSold && 'opacity-50';
  return (
    <li
      data-gain={isGain || undefined}
      title={prize.market_hash_name}
      style={rarityColors(prize.skinRarity)}
      className={clsx(
        'prize-card relative isolate flex min-h-0 min-w-0 items-center gap-2 overflow-hidden rounded-md border border-line bg-bg-1 py-1 pr-2 pl-1.5',
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
          'w-17 shrink-0 md:min-h-0 md:w-full md:max-w-40 md:shrink md:grow',
          isGain && 'motion-win-picture',
          isDimmed,
        )}
      />
      <div className="min-w-0 grow md:w-full md:grow-0">
        <div className="flex items-start gap-0.5 md:block">
          <p className={clsx('min-w-0 text-card leading-tight', isDimmed)}>
            <ItemName name={name} isCut />
            <span className="sr-only">
              {exterior}, {prize.skinRarity}
            </span>
          </p>
          <span className="-my-1 flex shrink-0 md:absolute md:top-0 md:right-1 md:my-0">
            <ProofLink prize={prize} isIconOnly />
          </span>
        </div>
      </div>
      <SellButton
        prize={prize}
        isSold={isSold}
        size="dense"
        className="shrink-0 gap-1.5! px-2! md:mt-1 md:w-full md:px-1!"
      />
    </li>
  );
}
