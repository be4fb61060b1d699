import type { PublicDrop } from '@karat/contract/profile';
import { splitMarketName } from '@karat/rules/items';
import clsx from 'clsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { Exterior, ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { hasPulsingGlow, rarityColors } from '#ui/rarity.ts';
import { EmptyLine, PlayerSection } from './player-section.tsx';
import { usePlayerText } from './words/player-text.ts';

/** The most valuable drops, each item once. On a phone they scroll sideways. */
export function PlayerDrops({ drops }: { drops: readonly PublicDrop[] }) {
  const t = usePlayerText();
  return (
    <PlayerSection title={t.bestDrops}>
      {drops.length === 0 ? (
        <EmptyLine>{t.noDrops}</EmptyLine>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
        <div tabIndex={0} role="group" aria-label={t.bestDrops} className="scrollbar-none -mx-3 overflow-x-auto px-3">
          <ul className="grid auto-cols-[9.25rem] grid-flow-col gap-2 @2xl:grid-flow-row @2xl:grid-cols-5 @2xl:gap-3">
            {drops.map((drop) => (
              <li key={drop.market_hash_name}>
                <Drop drop={drop} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </PlayerSection>
  );
}

function Drop({ drop }: { drop: PublicDrop }) {
  const t = usePlayerText();
  const { name, exterior } = splitMarketName(drop.market_hash_name);
  return (
    <article
      style={rarityColors(drop.skinRarity)}
      title={`${drop.market_hash_name} · ${drop.caseName}`}
      className="rarity-edge relative isolate flex h-full flex-col items-center overflow-hidden surface p-3 pb-4 text-center"
    >
      <span aria-hidden className={clsx('rarity-glow', hasPulsingGlow(drop.skinRarity) && 'motion-glow')} />
      <ItemPicture src={drop.image} sizes="148px" className="w-full max-w-36" />
      <h3 className="mt-1 w-full text-card">
        <ItemName name={name} isCut />
      </h3>
      <p className="mt-0.5">
        <Exterior exterior={exterior} rarity={drop.skinRarity} />
      </p>
      <p className="mt-auto pt-2 text-card">
        <span className="sr-only">{t.worth} </span>
        <Diamonds amount={drop.price} />
      </p>
    </article>
  );
}
