// oxlint-disable jsx-a11y/no-redundant-roles jsx-a11y/prefer-tag-over-role jsx-a11y/no-interactive-element-to-noninteractive-role
import { addressOf } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { StaffOffer } from '@karat/contract/trades';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useDeskText } from '#i18n/desk/desk-text.ts';
import type { DeskCatalogue } from '#i18n/desk/mixed.ts';
import { Badge } from '#ui/badge.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { formatNumber } from '#ui/format.ts';
import { OfferActs, hasActs } from './admin-offer-acts.tsx';
import { nameOf, toneOf } from './offer-states.ts';

type OfferColumn = {
  key: string;
  label: string;
  /** As wide as the block, where a row is one. */
  isWide?: boolean;
  isNumber?: boolean;
  /** Has nothing to say: a block leaves it out. */
  isIdle?: (offer: StaffOffer) => boolean;
  renderCell: (offer: StaffOffer) => ReactNode;
};

function columnsOf({ trades: t }: DeskCatalogue): OfferColumn[] {
  return [
    { key: 'offer', label: t.offer, renderCell: (offer) => <OfferCell offer={offer} /> },
    { key: 'player', label: t.player, renderCell: ({ player }) => <PlayerLink player={player} /> },
    {
      key: 'state',
      label: t.state,
      renderCell: ({ state }) => <Badge tone={toneOf(state)}>{t.states[state]}</Badge>,
    },
    { key: 'amount', label: t.amount, isNumber: true, renderCell: ({ amount }) => <Diamonds amount={amount} /> },
    {
      key: 'skins',
      label: t.skins,
      isWide: true,
      renderCell: (offer) => (
        <span title={offer.skins.map((skin) => skin.market_hash_name).join('\n')}>{nameOf(offer, t.more)}</span>
      ),
    },
    {
      key: 'code',
      label: t.code,
      renderCell: ({ code, platformId }) => (
        <span
          className="font-mono text-xs whitespace-nowrap"
          {...(platformId !== null && { title: t.platformId(platformId) })}
        >
          {code}
        </span>
      ),
    },
    { key: 'attempts', label: t.attempts, isNumber: true, renderCell: ({ attempts }) => formatNumber(attempts) },
    {
      key: 'reason',
      label: t.reason,
      isWide: true,
      isIdle: isBare,
      renderCell: (offer) => <ReasonCell offer={offer} />,
    },
    {
      key: 'acts',
      label: t.acts,
      isWide: true,
      isIdle: ({ state }) => !hasActs(state),
      renderCell: (offer) => <OfferActs offer={offer} />,
    },
  ];
}

/** Offers. Where there is no room for nine columns each is a block of its own, its values under their names. */
export function OffersTable({ label, offers }: { label: string; offers: readonly StaffOffer[] }) {
  const desk = useDeskText();
  const columns = columnsOf(desk);
  return (
    <table role="table" aria-label={label} className="w-full text-card @max-5xl:block">
      <thead role="rowgroup" className="@max-5xl:sr-only">
        <tr role="row">
          {columns.map(({ key, label: name, isNumber }) => (
            <th
              key={key}
              role="columnheader"
              scope="col"
              className={clsx(
                'h-11 px-2 text-2xs font-semibold text-fg-3 first:pl-4 last:pr-4',
                isNumber === true ? 'text-right' : 'text-left',
              )}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="@max-5xl:block">
        {offers.map((offer) => (
          <OfferRow key={offer.id} offer={offer} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}

function OfferRow({ offer, columns }: { offer: StaffOffer; columns: readonly OfferColumn[] }) {
  return (
    <tr
      role="row"
      className="border-t border-line @max-5xl:grid @max-5xl:grid-cols-2 @max-5xl:gap-x-3 @max-5xl:gap-y-2.5 @max-5xl:px-4 @max-5xl:py-3.5 @max-5xl:first:border-0 @xl:@max-5xl:grid-cols-4 @5xl:hover:bg-bg-2"
    >
      {columns.map(({ key, label, isNumber, isWide, isIdle, renderCell }) => (
        <td
          key={key}
          role="cell"
          className={clsx(
            'h-12 min-w-0 px-2 first:pl-4 last:pr-4 @max-5xl:h-auto @max-5xl:p-0!',
            isNumber === true && '@5xl:text-right',
            isWide === true && '@max-5xl:col-span-2',
            isIdle?.(offer) === true && '@max-5xl:hidden',
          )}
        >
          {key !== 'acts' && (
            <span aria-hidden className="hidden text-2xs text-fg-3 @max-5xl:block">
              {label}
            </span>
          )}
          {renderCell(offer)}
        </td>
      ))}
    </tr>
  );
}

const isOnHold = ({ state, heldUntil }: StaffOffer): boolean =>
  heldUntil !== null && (state === 'CREDITED' || state === 'HELD');
const isBare = (offer: StaffOffer): boolean => offer.reason === null && !isOnHold(offer);

function OfferCell({ offer: { id, kind, createdAt } }: { offer: StaffOffer }) {
  const { trades: t } = useDeskText();
  return (
    <>
      <span className="block font-semibold whitespace-nowrap">
        <span className="tabular-nums">#{id}</span> {t.kinds[kind]}
      </span>
      <time dateTime={createdAt} className="block text-xs whitespace-nowrap text-fg-3">
        {formatAdminTime(createdAt)}
      </time>
    </>
  );
}

export function PlayerLink({
  player,
}: {
  player: Pick<StaffOffer['player'], 'id' | 'username'> & { isFlagged?: boolean };
}) {
  const { trades: t } = useDeskText();
  return (
    <>
      <Link
        to={addressOf(pages.adminUser, { userId: player.id })}
        className="hit-area relative font-semibold underline decoration-line-input underline-offset-3 hover:decoration-primary"
      >
        <bdi>{player.username}</bdi>
      </Link>
      {player.isFlagged === true && <span className="block text-xs text-danger">{t.flag}</span>}
    </>
  );
}

function ReasonCell({ offer }: { offer: StaffOffer }) {
  const { trades: t } = useDeskText();
  if (isBare(offer)) return <span className="text-fg-3">–</span>;
  return (
    <span className="text-xs text-pretty text-fg-2">
      {offer.reason}
      {isOnHold(offer) && <span className="block">{t.heldUntil(formatAdminTime(offer.heldUntil!))}</span>}
    </span>
  );
}
