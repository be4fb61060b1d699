import type { DepositableSkin } from '@karat/contract/trades';
import { depositDiamonds } from '@karat/rules/deposits';
import { splitMarketName } from '@karat/rules/items';
import clsx from 'clsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { Exterior, ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { isDepositable } from './selection.ts';
import { useTradesText } from './words/trades-text.ts';

type SkinCardProps = { skin: DepositableSkin; isChosen: boolean; isFull: boolean; onToggle: () => void };

/** A skin on Steam; the whole card selects and deselects it. */
export function SkinCard({ skin, isChosen, isFull, onToggle }: SkinCardProps) {
  const { inventory: t } = useTradesText();
  const { name, exterior } = splitMarketName(skin.market_hash_name);
  const isFree = isDepositable(skin);
  return (
    <label
      style={rarityColors(skin.skinRarity)}
      title={skin.skinRarity}
      className={clsx(
        'rarity-edge relative isolate flex h-full flex-col overflow-hidden surface p-2.5 pb-3 transition-colors duration-140',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
        isFree && (isChosen || !isFull) ? 'cursor-pointer hover:border-line-input' : 'cursor-not-allowed',
        isChosen && 'border-primary! bg-primary/8',
      )}
    >
      <span aria-hidden className="rarity-glow" />
      {isFree && (
        <span className="absolute top-2 right-2 z-10">
          <Checkbox checked={isChosen} disabled={isFull && !isChosen} onChange={onToggle} />
        </span>
      )}
      <ItemPicture
        src={skin.icon_url}
        // Most pictures have never been drawn: small ones load sooner.
        isSmall
        className={clsx('mx-auto mt-2 w-full max-w-40', !isFree && 'opacity-45')}
      />
      <span className="mt-1 text-card text-pretty">
        <ItemName name={name} />
      </span>
      <span className="mt-0.5">
        <Exterior exterior={exterior} rarity={skin.skinRarity} />
      </span>
      <span className="mt-auto pt-2">
        {isFree ? (
          <Diamonds amount={depositDiamonds([skin.balance_on_deposit])} className="text-card" />
        ) : (
          <span className="text-xs text-fg-3">{t.notTradable}</span>
        )}
      </span>
    </label>
  );
}
