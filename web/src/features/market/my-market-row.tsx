import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { splitMarketName } from '@karat/rules/items';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Exterior, ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';

type Skin = {
  readonly itemId: number;
  readonly market_hash_name: string;
  readonly image: string;
  readonly skinRarity: string;
};

type MyMarketRowProps = {
  skin: Skin;
  /** Under the name: state and time. */
  note: ReactNode;
  figures: ReactNode;
  actions?: ReactNode;
};

/** The player's own listing or buy order: the skin, its figures and actions. */
export function MyMarketRow({ skin, note, figures, actions }: MyMarketRowProps) {
  const { name, exterior } = splitMarketName(skin.market_hash_name);
  return (
    <li
      style={rarityColors(skin.skinRarity)}
      className="rarity-edge relative isolate grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-3 gap-y-2 overflow-hidden surface p-3 pb-3.5 sm:grid-cols-[5.5rem_minmax(0,1fr)_auto] sm:gap-x-4"
    >
      <ItemPicture src={skin.image} sizes="96px" className="w-full" />
      <div className="min-w-0">
        <h2 className="text-card text-pretty">
          <Link
            to={fillPath(pages.marketItem, { itemId: skin.itemId })}
            className="hit-area hover:text-primary hover:underline"
          >
            <ItemName name={name} layout="inline" />
          </Link>
        </h2>
        <p>
          <Exterior exterior={exterior} rarity={skin.skinRarity} />
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-fg-3">{note}</div>
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-x-5 gap-y-2 sm:col-span-1 sm:justify-end">
        <dl className="flex grow gap-x-5 sm:text-right">{figures}</dl>
        {actions !== undefined && <div className="flex gap-2 max-sm:w-full max-sm:*:grow">{actions}</div>}
      </div>
    </li>
  );
}

export function MyMarketFigure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-fg-3">{label}</dt>
      <dd className="min-h-5">{children}</dd>
    </div>
  );
}

export function MyMarketSkeleton() {
  return (
    <Skeleton>
      <div className="space-y-3">
        {Array.from({ length: 4 }, (_, index) => (
          <SkeletonBlock key={index} className="h-24 rounded-lg" />
        ))}
      </div>
    </Skeleton>
  );
}
