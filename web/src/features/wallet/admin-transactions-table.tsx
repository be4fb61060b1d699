// oxlint-disable jsx-a11y/no-redundant-roles jsx-a11y/prefer-tag-over-role jsx-a11y/no-interactive-element-to-noninteractive-role
import { addressOf } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { StaffTransaction } from '@karat/contract/wallet';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatAmount, formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { formatAdminTime } from '#ui/dates.ts';
import { HeadCell } from '#ui/head-cell.tsx';
import { quietLinkClass, textLinkClass } from '#ui/link-class.ts';
import { useAdminText } from './words/admin-text.ts';

/** Line by line. Where it is narrow each is a small block; the roles are written out because changed display loses them. */
export function TransactionsTable({ lines }: { lines: readonly StaffTransaction[] }) {
  const t = useText();
  const { transactions: words } = useAdminText();
  return (
    <table role="table" aria-label={words.listLabel} className="w-full text-card @max-4xl:block">
      <thead role="rowgroup" className="@max-4xl:sr-only">
        <tr role="row">
          <HeadCell>{words.id}</HeadCell>
          <HeadCell>{words.time}</HeadCell>
          <HeadCell>{words.user}</HeadCell>
          <HeadCell>{t.ledger.type}</HeadCell>
          <HeadCell>{words.subject}</HeadCell>
          <HeadCell isNumber>{words.amount}</HeadCell>
          <HeadCell isNumber>{words.oldBalance}</HeadCell>
          <HeadCell isNumber>{words.newBalance}</HeadCell>
        </tr>
      </thead>
      <tbody role="rowgroup" className="@max-4xl:block">
        {lines.map((line) => (
          <Row key={line.id} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function Cell({ look, children }: { look: string; children: ReactNode }) {
  return (
    <td role="cell" className={clsx('h-12 px-2 first:pl-4 last:pr-4 @max-4xl:h-auto @max-4xl:p-0!', look)}>
      {children}
    </td>
  );
}

// The link of a line covers all of it, and the one to its player lies above that.
const lineLinkClass = `font-semibold after:absolute after:inset-0 ${quietLinkClass}`;
const playerLinkClass = `relative z-10 font-semibold ${textLinkClass}`;

function Row({ line }: { line: StaffTransaction }) {
  const t = useText();
  const { id, userId, username, transactionType, subject, amount, oldBalance, newBalance, createdAt } = line;
  return (
    <tr
      role="row"
      className={clsx(
        'relative border-t border-line @max-4xl:grid @max-4xl:gap-x-4 @max-4xl:gap-y-1 @max-4xl:px-4 @max-4xl:py-3 @max-4xl:first:border-0 @4xl:hover:bg-bg-2',
        '@max-4xl:grid-cols-[minmax(0,1fr)_auto] @xl:@max-4xl:grid-cols-[minmax(0,3fr)_minmax(0,5fr)_minmax(0,4fr)]',
      )}
    >
      <Cell look="tabular-nums @max-4xl:col-start-1 @max-4xl:row-start-4 @max-4xl:text-xs @xl:@max-4xl:row-start-3">
        <Link to={addressOf(pages.adminTransaction, { transactionId: id })} className={lineLinkClass}>
          #{id}
        </Link>
      </Cell>
      <Cell look="whitespace-nowrap text-fg-2 tabular-nums @max-4xl:row-start-4 @max-4xl:text-right @max-4xl:text-xs @max-4xl:text-fg-3 @xl:@max-4xl:col-start-3 @xl:@max-4xl:row-start-3">
        <time dateTime={createdAt}>{formatAdminTime(createdAt)}</time>
      </Cell>
      <Cell look="@max-4xl:col-start-1 @max-4xl:row-start-1 @max-4xl:wrap-anywhere @4xl:max-w-40">
        <Link to={addressOf(pages.adminUser, { userId })} className={playerLinkClass}>
          <bdi>{username}</bdi>
        </Link>
      </Cell>
      <Cell look="@max-4xl:col-start-1 @max-4xl:row-start-2 @xl:@max-4xl:col-start-2 @xl:@max-4xl:row-start-1 @4xl:whitespace-nowrap">
        {t.ledger.kinds[transactionType]}
      </Cell>
      <Cell look="text-fg-2 wrap-anywhere @max-4xl:col-span-2 @max-4xl:row-start-3 @xl:@max-4xl:col-span-1 @xl:@max-4xl:col-start-2 @xl:@max-4xl:row-span-2 @xl:@max-4xl:row-start-2 @4xl:py-1.5">
        {subject === null ? <span className="text-fg-3 @max-4xl:hidden">–</span> : <bdi>{subject}</bdi>}
      </Cell>
      <Cell
        look={clsx(
          'text-right font-semibold whitespace-nowrap tabular-nums @max-4xl:row-start-1 @max-xl:col-start-2 @xl:@max-4xl:col-start-3',
          amount < 0 ? 'text-danger' : 'text-success',
        )}
      >
        {formatAmount(amount)}
      </Cell>
      <Balances oldBalance={oldBalance} newBalance={newBalance} />
    </tr>
  );
}

/** Two columns; in a block one of them says both, as from and to. */
function Balances({ oldBalance, newBalance }: Pick<StaffTransaction, 'oldBalance' | 'newBalance'>) {
  return (
    <>
      <Cell look="text-right whitespace-nowrap text-fg-2 tabular-nums @max-4xl:sr-only">
        {formatNumber(oldBalance)}
      </Cell>
      <Cell look="text-right whitespace-nowrap tabular-nums @max-4xl:row-start-2 @max-xl:col-start-2 @xl:@max-4xl:col-start-3">
        <span aria-hidden className="hidden text-fg-3 @max-4xl:inline">
          {formatNumber(oldBalance)} →{' '}
        </span>
        {formatNumber(newBalance)}
      </Cell>
    </>
  );
}
