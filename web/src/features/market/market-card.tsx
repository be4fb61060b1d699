import { MARKET_SIZES } from '@karat/art/urls';
import { fillPath } from '@karat/contract/endpoint';
import type { MarketItem } from '@karat/contract/market';
import { pages } from '@karat/contract/pages';
import { splitMarketName } from '@karat/rules/items';
import clsx from 'clsx';
import { Link } from 'react-router';
import { Badge } from '#ui/badge.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { Exterior, ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { hasPulsingGlow, rarityColors } from '#ui/rarity.ts';
import { useMarketText } from './words/market-text.ts';

type MarketCardProps = { item: MarketItem; isGone: boolean; isOwn: boolean; isEager: boolean };

/** A skin on offer with its lowest price; the whole card links to its page. */
export function MarketCard({ item, isGone, isOwn, isEager }: MarketCardProps) {
  const t = useMarketText();
  const { market_hash_name: marketName, image, skinRarity, price, listings } = item;
  const { name, exterior } = splitMarketName(marketName);
  return (
    <Link
      to={fillPath(pages.marketItem, { itemId: item.itemId })}
      style={rarityColors(skinRarity)}
      title={skinRarity}
      className="rarity-edge motion-lift relative isolate flex h-full flex-col overflow-hidden surface p-3 pb-3.5 transition-colors duration-140 hover:border-(--r)"
    >
      <span aria-hidden className={clsx('rarity-glow', hasPulsingGlow(skinRarity) && 'motion-glow')} />
      {(isGone || isOwn) && (
        <span className="absolute top-2.5 left-2.5 z-10">
          <Badge tone={isGone ? 'warn' : 'primary'}>{isGone ? t.offTheMarket : t.yours}</Badge>
        </span>
      )}
      {/* The text of a sold-out skin is dimmed, but readable. */}
      <div className={clsx('flex grow flex-col', isGone && '**:text-fg-3')}>
        <ItemPicture
          src={image}
          isEager={isEager}
          sizes={MARKET_SIZES}
          className={clsx(
            'mx-auto mt-2 w-full max-w-52 transition-opacity duration-300',
            isGone && 'opacity-30 grayscale',
          )}
        />
        {/* The key replays the animation when the price changes. */}
        <Diamonds
          key={price}
          amount={price}
          className={clsx('motion-line mt-1 text-base font-bold', isGone && 'line-through')}
        />
        <h2 className="mt-1 text-card text-pretty">
          <ItemName name={name} />
        </h2>
        <p className="mt-0.5">
          <Exterior exterior={exterior} rarity={skinRarity} />
        </p>
        <p className="mt-auto pt-1.5 text-xs text-fg-3">{t.onOffer(listings)}</p>
      </div>
    </Link>
  );
}
