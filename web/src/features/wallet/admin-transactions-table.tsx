import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { StaffTransaction } from '@karat/contract/wallet';
import clsx from 'clsx';
import { Link } from 'react-router';
import { formatAmount, formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { AccountName } from '#ui/account-name.tsx';
import { type AdminColumn, AdminTable, rowLinkClass } from '#ui/admin-table.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

/** Transactions as rows; on narrow screens each is a block. */
export function TransactionsTable({ lines }: { lines: readonly StaffTransaction[] }) {
  const t = useText();
  const { transactions } = useAdminText();
  return (
    <AdminTable
      label={transactions.listLabel}
      columns={[...columnsOf(t, transactions), ...figuresOf(transactions)]}
      rows={lines}
      rowKey={({ id }) => id}
      from="4xl"
      rowClass="relative @max-4xl:gap-x-4 @max-4xl:gap-y-1 @max-4xl:py-3 @4xl:hover:bg-bg-2 @max-4xl:grid-cols-[minmax(0,1fr)_auto] @xl:@max-4xl:grid-cols-[minmax(0,3fr)_minmax(0,5fr)_minmax(0,4fr)]"
    />
  );
}

function columnsOf(t: Catalogue, words: AdminCatalogue['transactions']): AdminColumn<StaffTransaction>[] {
  return [
    {
      key: 'id',
      label: words.id,
      cellClass: 'tabular-nums @max-4xl:col-start-1 @max-4xl:row-start-4 @max-4xl:text-xs @xl:@max-4xl:row-start-3',
      renderCell: ({ id }) => (
        <Link to={fillPath(pages.adminTransaction, { transactionId: id })} className={rowLinkClass}>
          #{id}
        </Link>
      ),
    },
    {
      key: 'time',
      label: words.time,
      cellClass:
        'whitespace-nowrap text-fg-2 tabular-nums @max-4xl:row-start-4 @max-4xl:text-right @max-4xl:text-xs @max-4xl:text-fg-3 @xl:@max-4xl:col-start-3 @xl:@max-4xl:row-start-3',
      renderCell: ({ createdAt }) => <time dateTime={createdAt}>{formatAdminTime(createdAt)}</time>,
    },
    {
      key: 'user',
      label: words.user,
      cellClass: '@max-4xl:col-start-1 @max-4xl:row-start-1 @max-4xl:wrap-anywhere @4xl:max-w-40',
      // The row's link covers the whole row; the player's link is above it.
      renderCell: ({ userId, username, isSandbox }) => (
        <span className="relative z-10 flex min-w-0">
          <AccountName player={{ id: userId, username, isSandbox }} />
        </span>
      ),
    },
    {
      key: 'type',
      label: t.ledger.type,
      cellClass:
        '@max-4xl:col-start-1 @max-4xl:row-start-2 @xl:@max-4xl:col-start-2 @xl:@max-4xl:row-start-1 @4xl:whitespace-nowrap',
      renderCell: ({ transactionType }) => t.ledger.kinds[transactionType],
    },
    {
      key: 'subject',
      label: words.subject,
      cellClass:
        'text-fg-2 wrap-anywhere @max-4xl:col-span-2 @max-4xl:row-start-3 @xl:@max-4xl:col-span-1 @xl:@max-4xl:col-start-2 @xl:@max-4xl:row-span-2 @xl:@max-4xl:row-start-2 @4xl:py-1.5',
      renderCell: ({ subject }) =>
        subject === null ? <span className="text-fg-3 @max-4xl:hidden">–</span> : <bdi>{subject}</bdi>,
    },
  ];
}

/** The amount, and the balance before and after. */
function figuresOf(words: AdminCatalogue['transactions']): AdminColumn<StaffTransaction>[] {
  return [
    {
      key: 'amount',
      label: words.amount,
      isNumber: true,
      cellClass: ({ amount }) =>
        clsx(
          'text-right font-semibold whitespace-nowrap tabular-nums @max-4xl:row-start-1 @max-xl:col-start-2 @xl:@max-4xl:col-start-3',
          amount < 0 ? 'text-danger' : 'text-success',
        ),
      renderCell: ({ amount }) => formatAmount(amount),
    },
    {
      key: 'oldBalance',
      label: words.oldBalance,
      isNumber: true,
      cellClass: 'text-right whitespace-nowrap text-fg-2 tabular-nums @max-4xl:sr-only',
      renderCell: ({ oldBalance }) => formatNumber(oldBalance),
    },
    {
      key: 'newBalance',
      label: words.newBalance,
      isNumber: true,
      cellClass:
        'text-right whitespace-nowrap tabular-nums @max-4xl:row-start-2 @max-xl:col-start-2 @xl:@max-4xl:col-start-3',
      // In a block this cell shows both, as from and to.
      renderCell: ({ oldBalance, newBalance }) => (
        <>
          <span aria-hidden className="hidden text-fg-3 @max-4xl:inline">
            {formatNumber(oldBalance)} →{' '}
          </span>
          {formatNumber(newBalance)}
        </>
      ),
    },
  ];
}
