import type { StaffOffer } from '@karat/contract/trades';
import clsx from 'clsx';
import { AccountName } from '#ui/account-name.tsx';
import { type AdminColumn, AdminTable } from '#ui/admin-table.tsx';
import { Badge } from '#ui/badge.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { OfferActions, hasActions } from './admin-offer-actions.tsx';
import { offerTitle, toneOf } from './offer-states.ts';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

/** Takes the full width when a row is shown as a block. */
const wide = '@max-6xl:col-span-2';
/** A block hides an empty cell. */
const wideUnless = (isIdle: boolean): string => clsx(wide, isIdle && '@max-6xl:hidden');

function columnsOf({ trades: t }: AdminCatalogue): AdminColumn<StaffOffer>[] {
  return [
    { key: 'offer', label: t.offer, renderCell: (offer) => <OfferCell offer={offer} /> },
    { key: 'player', label: t.player, renderCell: ({ player }) => <PlayerLink player={player} /> },
    {
      key: 'state',
      label: t.state,
      renderCell: ({ state }) => <Badge tone={toneOf(state)}>{t.states[state]}</Badge>,
    },
    {
      key: 'amount',
      label: t.amount,
      isNumber: true,
      cellClass: '@6xl:text-right',
      renderCell: ({ amount }) => <Diamonds amount={amount} />,
    },
    {
      key: 'skins',
      label: t.skins,
      cellClass: wide,
      renderCell: (offer) => (
        <span title={offer.skins.map((skin) => skin.market_hash_name).join('\n')}>{offerTitle(offer, t.more)}</span>
      ),
    },
    { key: 'code', label: t.code, renderCell: (offer) => <CodeCell offer={offer} /> },
    {
      key: 'reason',
      label: t.reason,
      cellClass: (offer) => wideUnless(isBare(offer)),
      renderCell: (offer) => <ReasonCell offer={offer} />,
    },
    {
      key: 'actions',
      label: t.actions,
      cellClass: ({ state }) => wideUnless(!hasActions(state)),
      isUnnamed: true,
      renderCell: (offer) => <OfferActions offer={offer} />,
    },
  ];
}

/** Offers. Where eight columns do not fit, each offer becomes a block with labelled values. */
export function OffersTable({ label, offers }: { label: string; offers: readonly StaffOffer[] }) {
  return (
    <AdminTable
      label={label}
      columns={columnsOf(useAdminText())}
      rows={offers}
      rowKey={({ id }) => id}
      from="6xl"
      rowClass="@max-6xl:grid-cols-2 @max-6xl:gap-x-3 @max-6xl:gap-y-2.5 @max-6xl:py-3.5 @xl:@max-6xl:grid-cols-4 @6xl:hover:bg-bg-2"
      cellClass="h-14 min-w-0 py-2"
      isNamed
    />
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
  player: Pick<StaffOffer['player'], 'id' | 'username' | 'isSandbox'> & { isFlagged?: boolean };
}) {
  const { trades: t } = useAdminText();
  return (
    <>
      <AccountName player={player} />
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
