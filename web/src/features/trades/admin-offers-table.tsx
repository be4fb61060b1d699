// oxlint-disable jsx-a11y/no-redundant-roles jsx-a11y/prefer-tag-over-role jsx-a11y/no-interactive-element-to-noninteractive-role
import { addressOf } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { StaffOffer } from '@karat/contract/trades';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '#ui/badge.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { HeadCell } from '#ui/head-cell.tsx';
import { OfferActs, hasActs } from './admin-offer-acts.tsx';
import { nameOf, toneOf } from './offer-states.ts';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

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

function columnsOf({ trades: t }: AdminCatalogue): OfferColumn[] {
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
    { key: 'code', label: t.code, renderCell: (offer) => <CodeCell offer={offer} /> },
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

/** Offers. Where there is no room for eight columns each is a block of its own, its values under their names. */
export function OffersTable({ label, offers }: { label: string; offers: readonly StaffOffer[] }) {
  const words = useAdminText();
  const columns = columnsOf(words);
  return (
    <table role="table" aria-label={label} className="w-full text-card @max-6xl:block">
      <thead role="rowgroup" className="@max-6xl:sr-only">
        <tr role="row">
          {columns.map(({ key, label: name, isNumber }) => (
            <HeadCell key={key} isNumber={isNumber}>
              {name}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="@max-6xl:block">
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
      className="border-t border-line @max-6xl:grid @max-6xl:grid-cols-2 @max-6xl:gap-x-3 @max-6xl:gap-y-2.5 @max-6xl:px-4 @max-6xl:py-3.5 @max-6xl:first:border-0 @xl:@max-6xl:grid-cols-4 @6xl:hover:bg-bg-2"
    >
      {columns.map(({ key, label, isNumber, isWide, isIdle, renderCell }) => (
        <td
          key={key}
          role="cell"
          className={clsx(
            'h-14 min-w-0 px-2 py-2 first:pl-4 last:pr-4 @max-6xl:h-auto @max-6xl:p-0!',
            isNumber === true && '@6xl:text-right',
            isWide === true && '@max-6xl:col-span-2',
            isIdle?.(offer) === true && '@max-6xl:hidden',
          )}
        >
          {key !== 'acts' && (
            <span aria-hidden className="hidden text-2xs text-fg-3 @max-6xl:block">
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
  const { trades: t } = useAdminText();
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
  const { trades: t } = useAdminText();
  return (
    <>
      <Link
        to={addressOf(pages.adminUser, { userId: player.id })}
        className="hit-area relative font-semibold underline decoration-line-input underline-offset-3 hover:decoration-primary"
      >
        <bdi className="@6xl:whitespace-nowrap">{player.username}</bdi>
      </Link>
      {player.isFlagged === true && <span className="block text-xs text-danger">{t.flag}</span>}
    </>
  );
}

function CodeCell({ offer: { code, platformId, attempts } }: { offer: StaffOffer }) {
  const { trades: t } = useAdminText();
  return (
    <>
      <span
        className="block font-mono text-xs whitespace-nowrap"
        title={platformId === null ? '' : t.platformId(platformId)}
      >
        {code}
      </span>
      {attempts > 0 && <span className="block text-xs whitespace-nowrap text-fg-3">{t.attempts(attempts)}</span>}
    </>
  );
}

function ReasonCell({ offer }: { offer: StaffOffer }) {
  const { trades: t } = useAdminText();
  if (isBare(offer)) return <span className="text-fg-3">–</span>;
  return (
    <span className="text-xs text-pretty text-fg-2">
      {offer.reason}
      {isOnHold(offer) && <span className="block">{t.heldUntil(formatAdminTime(offer.heldUntil!))}</span>}
    </span>
  );
}
