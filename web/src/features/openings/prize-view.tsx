import { pages } from '@karat/contract/pages';
import { rarityLevel, splitMarketName } from '@karat/rules/items';
import clsx from 'clsx';
import { ShieldCheck } from 'lucide-react';
import { Link, generatePath } from 'react-router';
import { ItemPicture } from '#ui/item-picture.tsx';
import { isMotionReduced } from '#ui/spin.ts';
import { usePercent } from '#ui/use-percent.ts';
import { LargeFigures } from './figures.tsx';
import type { Prize } from './opening.ts';
import { useDropsText } from './words/drops-text.ts';
import { useOpeningsText } from './words/openings-text.ts';

/** The rarity level with rays behind the item. */
const RAYS_LEVEL = 7;
/** The delay of the name after the light, by rarity level, as in the style sheet. */
const NAME_DELAYS_MS: Readonly<Record<number, number>> = { 6: 300, 7: 600 };

type PrizeViewProps = { prize: Prize; price: number };

/** A single prize, enlarged over its strip. Light and pace follow its rarity; only a gain is celebrated. */
export function PrizeView({ prize, price }: PrizeViewProps) {
  const level = rarityLevel(prize.skinRarity);
  const isGain = prize.price > price;
  return (
    <div
      data-gain={isGain || undefined}
      data-tier={level}
      className="prize rarity-edge relative isolate grid min-h-(--stage) overflow-hidden bg-bg-0 max-md:justify-items-center max-md:px-4 max-md:pt-3 max-md:pb-6 md:h-(--stage) md:grid-cols-[52%_1fr] md:items-center"
    >
      <span aria-hidden className="prize-glow" />
      {level === RAYS_LEVEL && <span aria-hidden className="prize-rays" />}
      <ItemPicture
        src={prize.image}
        isEager
        sizes="400px"
        className={clsx('mx-auto w-70 md:w-full md:max-w-100', isGain && 'motion-win-picture')}
      />
      <PrizeText
        prize={prize}
        price={price}
        isGain={isGain}
        countDelayMs={isMotionReduced() ? 0 : (NAME_DELAYS_MS[level] ?? 0)}
      />
    </div>
  );
}

type PrizeTextProps = PrizeViewProps & { isGain: boolean; countDelayMs: number };

function PrizeText({ prize, price, isGain, countDelayMs }: PrizeTextProps) {
  const t = useOpeningsText();
  const formatPercent = usePercent();
  const { name, exterior } = splitMarketName(prize.market_hash_name);
  const [weapon, skin] = name.split(' | ');
  const details = [exterior, prize.dropRate !== undefined && t.dropsIn(formatPercent(prize.dropRate))].filter(Boolean);
  return (
    <div className="prize-text min-w-0 max-md:text-center md:pr-12">
      <p className="font-display text-sm font-bold tracking-wide text-(--r-text)">{prize.skinRarity}</p>
      <p className="mt-0.5 font-display text-h1-small font-bold text-pretty md:text-h1 xl:text-[2.125rem] xl:leading-9.5">
        {weapon}
        {skin !== undefined && <span className="block text-(--r-text)">{skin}</span>}
      </p>
      <p className="mt-1 text-card text-fg-2">{details.join(' · ')}</p>
      <div className="mt-3 md:mt-4">
        <LargeFigures paid={price} worth={prize.price} isGain={isGain} countDelayMs={countDelayMs} />
      </div>
      <div className="mt-1 md:mt-2">
        <ProofLink prize={prize} isIconOnly={false} />
      </div>
    </div>
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
        isIconOnly ? 'size-8 shrink-0 justify-center' : 'min-h-8',
      )}
    >
      <ShieldCheck size={16} aria-hidden className="shrink-0" />
      <span className={clsx(isIconOnly && 'sr-only')}>{t.proof}</span>
    </Link>
  );
}
