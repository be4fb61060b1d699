import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { ReportRow } from '@karat/contract/reports';
import clsx from 'clsx';
import { Link } from 'react-router';
import { type StaffPage, useMayOpen } from '#core/admin-pages.ts';
import { formatAmount } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { AccountName } from '#ui/account-name.tsx';
import { type AdminColumn, AdminTable, rowLinkClass } from '#ui/admin-table.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

/** Rows of a figure; on narrow screens each is a block. */
export function ReportRowsTable({ rows }: { rows: readonly ReportRow[] }) {
  const t = useText();
  const { rows: words } = useAdminText().reports;
  return (
    <AdminTable
      label={words.listLabel}
      columns={columnsOf(t, words)}
      rows={rows}
      rowKey={({ id }) => id}
      from="4xl"
      rowClass="relative @max-4xl:grid-cols-[minmax(0,1fr)_auto] @max-4xl:gap-x-4 @max-4xl:gap-y-1 @max-4xl:py-3 @4xl:hover:bg-bg-2"
    />
  );
}

function columnsOf(t: Catalogue, words: AdminCatalogue['reports']['rows']): AdminColumn<ReportRow>[] {
  return [
    {
      key: 'reference',
      label: words.reference,
      cellClass: 'font-mono text-xs wrap-anywhere @max-4xl:col-start-1 @max-4xl:row-start-3',
      renderCell: (row) => <Reference row={row} />,
    },
    {
      key: 'time',
      label: words.time,
      cellClass:
        'whitespace-nowrap text-fg-2 tabular-nums @max-4xl:col-start-2 @max-4xl:row-start-3 @max-4xl:text-right @max-4xl:text-xs @max-4xl:text-fg-3',
      renderCell: ({ createdAt }) => <time dateTime={createdAt}>{formatAdminTime(createdAt)}</time>,
    },
    {
      key: 'player',
      label: words.player,
      cellClass: '@max-4xl:col-start-1 @max-4xl:row-start-1 @max-4xl:wrap-anywhere @4xl:max-w-40',
      // The row's link covers the whole row; the player's link is above it.
      renderCell: ({ player }) =>
        player === null ? (
          <span className="text-fg-3">–</span>
        ) : (
          <span className="relative z-10 flex min-w-0">
            <AccountName player={player} />
          </span>
        ),
    },
    {
      key: 'type',
      label: words.type,
      cellClass: '@max-4xl:col-start-1 @max-4xl:row-start-2 @4xl:whitespace-nowrap',
      renderCell: ({ type }) =>
        (t.ledger.kinds as Readonly<Record<string, string>>)[type] ?? <span className="font-mono text-xs">{type}</span>,
    },
    {
      key: 'accounts',
      label: words.accounts,
      cellClass: 'font-mono text-xs text-fg-2 @max-4xl:hidden @4xl:whitespace-nowrap',
      renderCell: ({ account, toAccount }) => [account, toAccount].filter((each) => each !== null).join(' → '),
    },
    {
      key: 'amount',
      label: words.amount,
      isNumber: true,
      cellClass: ({ amount }) =>
        clsx(
          'text-right font-semibold whitespace-nowrap tabular-nums @max-4xl:col-start-2 @max-4xl:row-start-1',
          amount < 0 ? 'text-danger' : 'text-success',
        ),
      renderCell: ({ amount }) => formatAmount(amount),
    },
  ];
}

const ROUND = /^close:round:(\d+)$/;
const ROOM = /^rake:room:(\d+)$/;

/** Where the row is shown in full: a player's transaction, or the game that closed. */
function pathOf({ id, reference, account, player }: ReportRow): { page?: StaffPage; path: string } | undefined {
  const [round, room] = [ROUND, ROOM].map((pattern) => pattern.exec(reference)?.[1]);
  if (round !== undefined) return { page: 'adminGame', path: fillPath(pages.adminGame, { gameId: round }) };
  if (room !== undefined) return { path: fillPath(pages.room, { roomId: room }) };
  if (account === null) return { page: 'adminTrades', path: pages.adminTrades };
  if (player === null) return undefined;
  return { page: 'adminTransaction', path: fillPath(pages.adminTransaction, { transactionId: id }) };
}

function Reference({ row }: { row: ReportRow }) {
  const mayOpen = useMayOpen();
  const target = pathOf(row);
  if (target === undefined || (target.page !== undefined && !mayOpen(target.page))) return row.reference;
  return (
    <Link to={target.path} className={rowLinkClass}>
      {row.reference}
    </Link>
  );
}
