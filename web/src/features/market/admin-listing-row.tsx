import { fillPath } from '@karat/contract/endpoint';
import type { StaffListing } from '@karat/contract/market';
import { pages } from '@karat/contract/pages';
import { splitMarketName } from '@karat/rules/items';
import type { ListingState } from '@karat/rules/market';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { useMay } from '#core/staff.ts';
import { AccountName } from '#ui/account-name.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { textLinkClass } from '#ui/link-class.ts';
import { rarityColors } from '#ui/rarity.ts';
import { useAdminText } from './words/admin-text.ts';

const tones = { OPEN: 'primary', SOLD: 'success', CANCELLED: 'neutral', REMOVED: 'warn' } as const satisfies Record<
  ListingState,
  ComponentProps<typeof Badge>['tone']
>;

const linkClass = `wrap-anywhere ${textLinkClass}`;

/** A listing: skin, seller, price and state. */
export function ListingRow({ listing, onRemove }: { listing: StaffListing; onRemove: () => void }) {
  const { listings } = useAdminText();
  const mayRemove = useMay('listings');
  const { market_hash_name: fullName, itemId, state, price, seller } = listing;
  const { name, exterior } = splitMarketName(fullName);
  return (
    <li
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 px-3 py-3 @xl:grid-cols-[auto_minmax(0,1fr)_11.5rem_6.5rem] @xl:px-4"
      style={rarityColors(listing.skinRarity)}
    >
      <span className="relative isolate shrink-0 self-start overflow-hidden rounded-sm bg-bg-2 @xl:row-span-2">
        <span aria-hidden className="rarity-glow" />
        <ItemPicture src={listing.image} sizes="64px" className="w-14 @xl:w-18" />
      </span>
      <div className="min-w-0 @xl:self-start">
        <Link to={fillPath(pages.marketItem, { itemId })} className={linkClass}>
          <ItemName name={name} layout="inline" />
        </Link>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-fg-3">
          <span>{exterior}</span>
          <span className="text-(--r-text)">{listing.skinRarity}</span>
          <span className="tabular-nums">#{listing.id}</span>
        </p>
      </div>
      <ListingDetails listing={listing} />
      <div className="justify-self-end @xl:self-start @max-xl:col-start-3 @max-xl:row-start-1 @xl:col-start-4">
        <span className="sr-only">{listings.price}: </span>
        <Diamonds amount={price} />
      </div>
      <div className="flex items-center gap-2 @max-xl:col-span-2 @max-xl:col-start-2 @max-xl:row-start-3 @xl:contents">
        <span className="@xl:col-start-2 @xl:row-start-2">
          <span className="sr-only">{listings.state}: </span>
          <Badge tone={tones[state]}>{listings.states[state]}</Badge>
        </span>
        {mayRemove && state === 'OPEN' && (
          <Button
            size="dense"
            className="ml-auto @xl:col-start-4 @xl:row-start-2 @xl:justify-self-end"
            aria-label={listings.removeOf(fullName, seller.username)}
            aria-haspopup="dialog"
            onClick={onRemove}
          >
            {listings.remove}
          </Button>
        )}
      </div>
    </li>
  );
}

function ListingDetails({ listing }: { listing: StaffListing }) {
  const { listings } = useAdminText();
  const { seller, buyer, createdAt, closedAt, reason } = listing;
  return (
    <dl className="min-w-0 text-xs leading-5 text-fg-2 @max-xl:col-span-2 @max-xl:col-start-2 @max-xl:row-start-2 @xl:row-span-2 @xl:self-start [&_dd]:inline [&_dt]:inline [&_dt]:text-fg-3">
      <Detail label={listings.seller}>
        <AccountName player={seller} />
      </Detail>
      <Detail label={listings.time}>
        <time dateTime={createdAt}>{formatAdminTime(createdAt)}</time>
      </Detail>
      {buyer !== null && (
        <Detail label={listings.buyer}>
          <AccountName player={buyer} />
        </Detail>
      )}
      {closedAt !== null && (
        <Detail label={listings.closed}>
          <time dateTime={closedAt}>{formatAdminTime(closedAt)}</time>
        </Detail>
      )}
      {reason !== null && (
        <Detail label={listings.reason}>
          <bdi className="wrap-anywhere">{reason}</bdi>
        </Detail>
      )}
    </dl>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}: </dt>
      <dd>{children}</dd>
    </div>
  );
}
