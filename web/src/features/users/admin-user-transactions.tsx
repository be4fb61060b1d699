import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { Transaction } from '@karat/contract/wallet';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatAmount, formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import type { AdminColumn } from '#ui/admin-table.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { UserRows, LabelledValue, rowsLinkClass, numberClass } from './admin-user-rows.tsx';
import { userTransactionsQuery } from './admin-queries.ts';
import { UserList, useListPage } from './admin-user-list.tsx';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

/** All transactions of a user. */
export function UserTransactions({ id }: { id: number }) {
  const t = useText();
  const { users } = useAdminText();
  const { page, toPage } = useListPage('transactions');
  const query = useQuery(userTransactionsQuery(id, page));
  return (
    <UserList name="transactions" title={users.transactions} none={users.noTransactions} query={query} toPage={toPage}>
      {({ transactions }) => (
        <UserRows
          label={users.transactions}
          columns={columnsOf(t, users)}
          rows={transactions}
          rowKey={(line) => line.id}
        />
      )}
    </UserList>
  );
}

function columnsOf(t: Catalogue, users: AdminCatalogue['users']): AdminColumn<Transaction>[] {
  return [
    {
      key: 'id',
      label: users.transactionId,
      cellClass: 'tabular-nums @max-xl:col-start-1 @max-xl:row-start-3 @max-xl:text-xs',
      renderCell: ({ id }) => (
        <Link to={fillPath(pages.adminTransaction, { transactionId: id })} className={rowsLinkClass}>
          #{id}
        </Link>
      ),
    },
    {
      key: 'date',
      label: users.date,
      cellClass:
        'whitespace-nowrap text-fg-2 tabular-nums @max-xl:col-start-2 @max-xl:row-start-3 @max-xl:self-center @max-xl:text-right @max-xl:text-xs @max-xl:text-fg-3',
      renderCell: ({ createdAt }) => <time dateTime={createdAt}>{formatAdminTime(createdAt)}</time>,
    },
    {
      key: 'type',
      label: users.type,
      cellClass: '@max-xl:col-start-1 @max-xl:row-span-2 @max-xl:row-start-1 @xl:py-1.5',
      renderCell: ({ transactionType, subject }) => (
        <>
          {t.ledger.kinds[transactionType]}
          {subject !== null && <bdi className="block text-xs wrap-anywhere text-fg-3">{subject}</bdi>}
        </>
      ),
    },
    {
      key: 'amount',
      label: users.amount,
      isNumber: true,
      cellClass: `${numberClass} @max-xl:col-start-2 @max-xl:row-start-1`,
      renderCell: ({ amount }) => (
        <span className={amount < 0 ? 'font-semibold text-danger' : 'font-semibold text-success'}>
          {formatAmount(amount)}
        </span>
      ),
    },
    {
      key: 'balance',
      label: users.newBalance,
      isNumber: true,
      cellClass: `${numberClass} @max-xl:col-start-2 @max-xl:row-start-2`,
      renderCell: ({ newBalance }) => <LabelledValue name={users.newBalance}>{formatNumber(newBalance)}</LabelledValue>,
    },
  ];
}
