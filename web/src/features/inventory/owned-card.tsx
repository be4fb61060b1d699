import { fillPath } from '@karat/contract/endpoint';
import type { OwnedItem } from '@karat/contract/inventory';
import { pages } from '@karat/contract/pages';
import { splitMarketName } from '@karat/rules/items';
import clsx from 'clsx';
import { Lock, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { openSell, openWithdraw } from '#core/modals.ts';
import { useText } from '#i18n/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { ItemCard } from '#ui/item-card.tsx';
import { useInventoryText } from './words/inventory-text.ts';

type OwnedCardProps = {
  item: OwnedItem;
  isEager: boolean;
  isChosen: boolean;
  isSelling: boolean;
  isSold: boolean;
  onToggle: () => void;
  onSell: () => void;
};

/** An item of the player with its actions. */
export function OwnedCard(props: OwnedCardProps) {
  const { item, isEager, isChosen, isSold, onToggle } = props;
  const t = useInventoryText();
  const { market_hash_name: marketName, image, skinRarity } = item.parentItemDetails;
  const { name, exterior } = splitMarketName(marketName);
  const canChoose = item.state === 'OWNED' && !isSold;
  return (
    <div
      className="relative h-full transition-opacity duration-140 data-sold:opacity-80"
      data-sold={isSold || undefined}
    >
      <ItemCard
        name={name}
        exterior={exterior}
        rarity={skinRarity}
        image={image}
        isEager={isEager}
        to={fillPath(pages.marketItem, { itemId: item.parentItem })}
        level={2}
      >
        <div className="flex items-center justify-between gap-2">
          <Diamonds amount={item.price} />
          <Link
            to={fillPath(pages.roll, { rollId: item.id })}
            aria-label={t.proofOf(marketName)}
            className="hit-area inline-flex items-center gap-1 text-xs text-fg-3 transition-colors duration-140 hover:text-fg"
          >
            <ShieldCheck size={14} aria-hidden />
            {t.proof}
          </Link>
        </div>
        <div className="mt-2">
          <CardAction {...props} />
        </div>
      </ItemCard>
      {canChoose && (
        <label className="absolute top-0 right-0 grid size-11 cursor-pointer place-items-center">
          <Checkbox checked={isChosen} onChange={onToggle} />
          <span className="sr-only">{t.select(marketName)}</span>
        </label>
      )}
      {isChosen && (
        <span aria-hidden className="pointer-events-none absolute inset-0 rounded-lg ring-2 ring-primary ring-inset" />
      )}
    </div>
  );
}

function CardAction({ item, isSelling, isSold, onSell }: OwnedCardProps) {
  const t = useText();
  const words = useInventoryText();
  if (item.state !== 'OWNED') {
    const isListed = item.state === 'LISTED';
    return (
      <div className="space-y-1">
        <Badge tone="warn">
          <Lock size={12} aria-hidden />
          {isListed ? words.listed : words.withdrawing}
        </Badge>
        <p className="text-xs text-pretty text-fg-2">{isListed ? words.listedHint : words.withdrawingHint}</p>
        {isListed && (
          <Link
            to={pages.listings}
            className="hit-area inline-flex h-6 items-center text-xs text-primary hover:underline"
          >
            {words.seeListing}
          </Link>
        )}
      </div>
    );
  }
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button
        size="dense"
        className={clsx('col-span-2', isSold && 'text-success disabled:opacity-100')}
        disabled={isSold}
        isPending={isSelling}
        onClick={onSell}
      >
        {isSold ? t.openings.sold : isSelling ? words.selling : t.openings.quickSell}
      </Button>
      {/* Disabled rather than removed during a sale, so that nothing moves. */}
      <OtherActions item={item} isBusy={isSold || isSelling} />
    </div>
  );
}

function OtherActions({ item, isBusy }: { item: OwnedItem; isBusy: boolean }) {
  const t = useInventoryText();
  const { market_hash_name: marketName } = item.parentItemDetails;
  const buttonProps = { size: 'dense', variant: 'quiet', disabled: isBusy, className: 'min-w-0 px-1 text-xs' } as const;
  return (
    <>
      <Button {...buttonProps} aria-label={t.sellOnMarket(marketName)} onClick={() => openSell(item.id)}>
        {t.market}
      </Button>
      <Button {...buttonProps} aria-label={t.withdrawItem(marketName)} onClick={() => openWithdraw(item)}>
        {t.withdraw}
      </Button>
    </>
  );
}
