import { getRoll } from '@karat/contract/fairness';
import { pages } from '@karat/contract/pages';
import { rarityLevel, splitMarketName } from '@karat/rules/items';
import clsx from 'clsx';
import { ShieldCheck } from 'lucide-react';
import { Link, generatePath } from 'react-router';
import { call } from '#core/api.ts';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { ShareButton } from '#ui/share-button.tsx';
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

type PrizeViewProps = { prize: Prize; price: number; isSold: boolean };

/** A single prize, enlarged over its strip. Light and pace follow its rarity; only a gain is celebrated. */
export function PrizeView({ prize, price, isSold }: PrizeViewProps) {
  const level = rarityLevel(prize.skinRarity);
  const isGain = prize.price > price;
  return (
    <div
      data-gain={isGain || undefined}
      data-tier={level}
      className="prize rarity-edge relative isolate grid min-h-(--stage) overflow-hidden bg-bg-0 max-md:p-3 max-md:pb-2 md:h-(--stage) md:grid-cols-[52%_1fr] md:items-center"
    >
      <span aria-hidden className="prize-glow" />
      {level === RAYS_LEVEL && <span aria-hidden className="prize-rays" />}
      <ItemPicture
        src={prize.image}
        isEager
        sizes="400px"
        className={clsx(
          'max-md:h-37 max-md:w-[55%] max-md:-ml-1.5 max-md:[grid-area:1/1] md:mx-auto md:w-full md:max-w-100',
          isGain && 'motion-win-picture',
        )}
      />
      <PrizeText
        prize={prize}
        price={price}
        isSold={isSold}
        isGain={isGain}
        countDelayMs={isMotionReduced() ? 0 : (NAME_DELAYS_MS[level] ?? 0)}
      />
    </div>
  );
}

type PrizeTextProps = PrizeViewProps & { isGain: boolean; countDelayMs: number };

function PrizeText({ prize, price, isSold, isGain, countDelayMs }: PrizeTextProps) {
  const t = useOpeningsText();
  const formatPercent = usePercent();
  const { name, exterior } = splitMarketName(prize.market_hash_name);
  const details = [exterior, prize.dropRate !== undefined && t.dropsIn(formatPercent(prize.dropRate))].filter(Boolean);
  return (
    // On a phone the name is beside the picture, which lies in the same cell, and the rest below both.
    <div className="prize-text flex min-w-0 flex-col max-md:[grid-area:1/1] md:pr-12">
      <div className="max-md:ml-[54%] max-md:flex max-md:min-h-37 max-md:flex-col max-md:justify-end">
        <p className="font-display text-sm font-bold tracking-wide text-(--r-text)">{prize.skinRarity}</p>
        <p className="mt-0.5 font-display text-h2 font-bold text-pretty md:text-h1 xl:text-[2.125rem] xl:leading-9.5">
          <ItemName name={name} layout="title" />
        </p>
        <p className="mt-1 text-xs text-pretty text-fg-3 md:text-card">{details.join(' · ')}</p>
      </div>
      <div className="mt-3 md:mt-4">
        <LargeFigures paid={price} worth={prize.price} isGain={isGain} countDelayMs={countDelayMs} />
      </div>
      <PrizeLinks prize={prize} isSold={isSold} />
    </div>
  );
}

/** The page of a drop that everyone may see. Looked up only when it is shared: an opening must not wait for it. */
async function findSharePath(rollId: number): Promise<string> {
  const { data } = await call(getRoll, { params: { id: String(rollId) } });
  return generatePath(pages.sharedDrop, { handle: data.handle });
}

/** Leads to the proof, to others and to the inventory. The last link disappears after a sale, and moves nothing. */
function PrizeLinks({ prize, isSold }: Pick<PrizeViewProps, 'prize' | 'isSold'>) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 max-md:mt-auto md:mt-2 md:gap-x-4">
      <ProofLink prize={prize} isIconOnly={false} />
      <ShareButton
        path={() => findSharePath(prize.id)}
        title={prize.market_hash_name}
        size="dense"
        variant="quiet"
        className="gap-1.5! px-2! text-xs! font-normal!"
      />
      {!isSold && <InventoryLink className="min-h-9 text-xs max-md:ml-auto" />}
    </div>
  );
}

export function InventoryLink({ className }: { className: string }) {
  const t = useOpeningsText();
  return (
    <Link
      to={pages.inventory}
      className={clsx(
        'hit-area inline-grid place-items-center rounded-sm font-semibold text-fg-2 hover:text-fg',
        className,
      )}
    >
      {t.viewInInventory}
    </Link>
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
        isIconOnly ? 'size-6 shrink-0 justify-center md:size-8' : 'min-h-9',
      )}
    >
      <ShieldCheck size={16} aria-hidden className="shrink-0" />
      <span className={clsx(isIconOnly && 'sr-only')}>{t.proof}</span>
    </Link>
  );
}
