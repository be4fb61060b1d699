import type { MarketBook } from '@karat/contract/market';
import { splitMarketName } from '@karat/rules/items';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { openAuth, openSell } from '#core/modals.ts';
import { useAccount } from '#core/session.ts';
import { usePlayerAction } from '#core/use-player-action.ts';
import { formatNumber } from '#i18n/format.ts';
import { Button } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { Heading } from '#ui/page-heading.tsx';
import { hasPulsingGlow, rarityColors } from '#ui/rarity.ts';
import { offersQuery } from './queries.ts';
import type { Purchase } from './use-buy.ts';
import { useMarketText } from './words/market-text.ts';

type ItemHeadProps = { book: MarketBook; goneIds: ReadonlySet<number>; onBuy: (purchase: Purchase) => void };

/** The skin, its prices, and the buttons to buy and sell it. */
export function ItemHead({ book, goneIds, onBuy }: ItemHeadProps) {
  const t = useMarketText();
  const { market_hash_name: marketName, image, skinRarity, weaponType } = book;
  const { name, exterior } = splitMarketName(marketName);
  return (
    <header
      style={rarityColors(skinRarity)}
      className="rarity-edge relative isolate grid items-center gap-x-7 gap-y-2 overflow-hidden surface p-4 pb-5 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] md:p-5 md:pb-6"
    >
      <span aria-hidden className={clsx('rarity-glow', hasPulsingGlow(skinRarity) && 'motion-glow')} />
      <ItemPicture src={image} isEager sizes="(min-width: 48rem) 272px, 70vw" className="mx-auto w-full max-w-68" />
      <div className="min-w-0">
        <Heading>
          <ItemName name={name} layout="title" />
        </Heading>
        <p className="mt-1 flex flex-wrap gap-x-2 text-card">
          <span className="text-(--r-text)">{skinRarity}</span>
          <span aria-hidden className="text-fg-3">
            ·
          </span>
          <span className="text-fg-3">{exterior}</span>
          <span aria-hidden className="text-fg-3">
            ·
          </span>
          <span className="text-fg-3">{weaponType}</span>
        </p>
        <dl aria-label={t.item.facts} className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 sm:flex sm:flex-wrap sm:gap-x-7">
          <Fact label={t.item.lowest}>
            {book.lowestPrice === null ? t.item.none : <Diamonds amount={book.lowestPrice} className="text-base" />}
          </Fact>
          <Fact label={t.item.highestOrder}>
            {book.highestOrder === null ? t.item.noOrders : <Diamonds amount={book.highestOrder} />}
          </Fact>
          <Fact label={t.item.reference}>
            <Diamonds amount={book.price} />
          </Fact>
          <Fact label={t.item.quickSell}>
            <Diamonds amount={book.quick_sell_price} />
          </Fact>
        </dl>
        <Actions book={book} goneIds={goneIds} onBuy={onBuy} />
      </div>
    </header>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-fg-3">{label}</dt>
      <dd className="mt-0.5 flex min-h-6 items-center font-semibold">{children}</dd>
    </div>
  );
}

function Actions({ book, goneIds, onBuy }: ItemHeadProps) {
  const t = useMarketText();
  const { onPress, isWaiting } = usePlayerAction(openSell, () => openAuth('login'));
  const ownId = useAccount((state) => state.account?.id);
  const offers = useQuery(offersQuery(String(book.itemId), 1)).data?.data ?? [];
  const cheapest = offers.find(({ id, seller }) => seller.id !== ownId && !goneIds.has(id));
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      {cheapest && (
        <Button
          variant="primary"
          size="main"
          className="max-sm:w-full"
          onClick={() => onBuy({ listingId: cheapest.id, price: cheapest.price })}
        >
          {t.item.buyFor(formatNumber(cheapest.price))}
        </Button>
      )}
      <Button size="main" className="max-sm:w-full" isPending={isWaiting} onClick={() => onPress()}>
        {t.item.sellYours}
      </Button>
    </div>
  );
}
