import type { Activity, ActivityOf } from '@karat/contract/activity';
import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type StaffPage, useMayOpen } from '#core/admin-pages.ts';
import { formatAmount, formatNumber } from '#i18n/format.ts';
import { useStaffText } from '#i18n/staff/staff-text.ts';
import { formatAdminTime } from '#ui/dates.ts';
import { rowLinkClass } from '#ui/admin-table.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { Change } from './admin-change.tsx';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

/** One row of the activity: when, what, and the diamonds that it cost and brought. */
export function ActivityRow({ row }: { row: Activity }) {
  const { what, details, numbers } = useRowParts(row);
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 px-4 py-2.5 text-card hover:bg-bg-2 @xl:grid-cols-[9.5rem_10rem_minmax(0,1fr)_auto]">
      <time
        dateTime={row.createdAt}
        className="text-xs text-fg-3 tabular-nums @max-xl:col-start-1 @max-xl:row-start-3 @xl:self-center"
      >
        {formatAdminTime(row.createdAt)}
      </time>
      <span className="@max-xl:row-start-1 @xl:self-center">{what}</span>
      <span className="min-w-0 text-fg-2 wrap-anywhere @max-xl:col-start-1 @max-xl:row-start-2 @xl:self-center">
        {details}
      </span>
      <span className="grid justify-items-end gap-0.5 text-right @max-xl:col-start-2 @max-xl:row-span-3 @max-xl:row-start-1 @xl:min-h-8 @xl:content-center">
        {numbers}
      </span>
    </li>
  );
}

type Parts = { readonly what: ReactNode; readonly details: ReactNode; readonly numbers?: ReactNode };

const ACCOUNT_SOURCES = ['signIn', 'account', 'limit', 'ticket', 'note', 'staff'] as const;
type AccountRow = ActivityOf<(typeof ACCOUNT_SOURCES)[number]>;
type PlayRow = Exclude<Activity, AccountRow>;

const isAccountRow = (row: Activity): row is AccountRow => ACCOUNT_SOURCES.some((source) => source === row.source);

function useRowParts(row: Activity): Parts {
  const words = useAdminText();
  return isAccountRow(row) ? accountParts(row, words) : playParts(row, words);
}

function playParts(row: PlayRow, words: AdminCatalogue): Parts {
  switch (row.source) {
    case 'opening':
      return {
        what: <To path={fillPath(pages.roll, { rollId: row.id })}>{words.opening(row.id)}</To>,
        details: `${row.caseName}: ${row.item}`,
        numbers: <Flow out={row.price} back={row.value} label={words.worth} />,
      };
    case 'bet':
      return {
        what: <To path={fillPath(pages.adminGame, { gameId: row.roundId })}>{words.bet(row.roundId)}</To>,
        details: <Color color={row.color} />,
        numbers: row.isRefunded ? words.refunded : <Flow out={row.amount} back={row.winAmount} />,
      };
    case 'duel':
      return {
        what: <To path={fillPath(pages.room, { roomId: row.roomId })}>{words.duel(row.roomId)}</To>,
        details: row.map,
        numbers: <Flow out={row.stake} back={row.returned} />,
      };
    case 'trade':
      return {
        what: <StaffPageLink page="adminTrades">{words[row.tradeKind](row.id)}</StaffPageLink>,
        details: words.tradeStates[row.state],
        numbers: <Diamonds amount={row.amount} />,
      };
    case 'listing':
    case 'purchase':
    case 'buyOrder':
      return {
        what: <To path={fillPath(pages.marketItem, { itemId: row.itemId })}>{words[row.source]}</To>,
        details: <MarketDetails row={row} />,
        numbers: row.source === 'purchase' ? <Flow out={row.price} /> : <Diamonds amount={row.price} />,
      };
    case 'mission':
      return {
        what: <StaffPageLink page="adminMissions">{words.mission}</StaffPageLink>,
        details: `${row.title} · ${row.isClaimed ? words.claimed : words.unclaimed}`,
        numbers: row.isClaimed && <Change amount={row.reward} />,
      };
  }
}

function accountParts(row: AccountRow, words: AdminCatalogue): Parts {
  switch (row.source) {
    case 'signIn': {
      const by = row.bySteam ? words.bySteam : words.byPassword;
      return { what: words.signIn, details: [by, row.device, row.address].filter(Boolean).join(' · ') };
    }
    case 'account':
      return { what: words.account, details: <Code>{row.event}</Code> };
    case 'limit':
      return { what: words.limit, details: <LimitDetails row={row} /> };
    case 'ticket':
      return {
        what: (
          <StaffPageLink page="admin" search={`?ticket=${row.id}`}>
            {words.ticket(row.id)}
          </StaffPageLink>
        ),
        details: `${row.title} · ${row.isOpen ? words.open : words.closed}`,
      };
    case 'note':
      return { what: words.note, details: `${row.author}: ${row.text}` };
    case 'staff':
      return {
        what: (
          <StaffPageLink page="adminLogs" search={`?date=${row.createdAt.slice(0, 10)}`}>
            {words.staff}
          </StaffPageLink>
        ),
        details: <StaffDetails row={row} />,
        numbers: row.amount !== null && <Change amount={row.amount} />,
      };
  }
}

const To = ({ path, children }: { path: string; children: string }) => (
  <Link to={path} className={rowLinkClass}>
    {children}
  </Link>
);

/** A link to a page of staff, for those who may open it. */
function StaffPageLink({ page, search = '', children }: { page: StaffPage; search?: string; children: string }) {
  const mayOpen = useMayOpen();
  return mayOpen(page) ? <To path={pages[page] + search}>{children}</To> : children;
}

const Code = ({ children }: { children: string }) => <span className="font-mono text-xs">{children}</span>;

/** What a row cost, and what it brought; null while that is undecided. With a label it brought an item of this value, no diamonds. */
function Flow({ out, back, label }: { out: number; back?: number | null; label?: string }) {
  const { pending } = useAdminText();
  return (
    <>
      <Change amount={-out} />
      {back === null && <span className="text-xs text-fg-3">{pending}</span>}
      {back !== undefined && back !== null && back > 0 && (
        <span className="inline-flex gap-1.5 text-xs text-fg-2 tabular-nums">
          {label}
          <span>{label === undefined ? formatAmount(back) : formatNumber(back)}</span>
        </span>
      )}
    </>
  );
}

function Color({ color }: { color: ActivityOf<'bet'>['color'] }) {
  const { colors } = useStaffText();
  return colors[color];
}

function MarketDetails({ row }: { row: ActivityOf<'listing' | 'purchase' | 'buyOrder'> }) {
  const words = useAdminText();
  if (row.source === 'purchase') return row.item;
  const state = row.source === 'listing' ? words.listingStates[row.state] : words.orderStates[row.state];
  return `${row.item} · ${state}`;
}

function LimitDetails({ row: { event, details } }: { row: ActivityOf<'limit'> }) {
  const texts = Object.entries(details ?? {}).map(([name, value]) => `${name} ${value ?? '–'}`);
  return (
    <>
      <Code>{event}</Code> {texts.join(' · ')}
    </>
  );
}

function StaffDetails({ row: { action, actor, reason } }: { row: ActivityOf<'staff'> }) {
  const words = useAdminText();
  return (
    <>
      <Code>{action}</Code> {actor?.username ?? words.site}
      {reason !== null && <span className="block text-xs text-fg-3">{reason}</span>}
    </>
  );
}
