// oxlint-disable jsx-a11y/no-redundant-roles jsx-a11y/prefer-tag-over-role jsx-a11y/no-interactive-element-to-noninteractive-role
import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { Transaction } from '@karat/contract/wallet';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatAmount, formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { TableTime } from '#ui/time.tsx';
import { transactionIcons, roundIdOf } from './transaction-types.ts';
import { useProfileText } from './words/profile-text.ts';

/** Ledger rows. On narrow screens each is a block; the roles are explicit because changed display values drop them. */
export function LedgerTable({ rows }: { rows: readonly Transaction[] }) {
  const t = useText();
  const words = useProfileText();
  return (
    <table role="table" aria-label={words.profile.balanceHistory} className="w-full @max-3xl:block">
      <thead role="rowgroup" className="@max-3xl:sr-only">
        <tr role="row">
          <HeadCell>{words.profile.date}</HeadCell>
          <HeadCell>{t.ledger.type}</HeadCell>
          <HeadCell>{words.ledger.subject}</HeadCell>
          <HeadCell isNumber>{words.ledger.amount}</HeadCell>
          <HeadCell isNumber>{words.ledger.balance}</HeadCell>
        </tr>
      </thead>
      <tbody role="rowgroup" className="@max-3xl:block">
        {rows.map((row) => (
          <LedgerRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function HeadCell({ isNumber = false, children }: { isNumber?: boolean; children: string }) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={clsx(
        'h-10 px-3 text-xs font-semibold whitespace-nowrap text-fg-3 first:pl-4 last:pr-4',
        isNumber ? 'text-right' : 'text-left',
      )}
    >
      {children}
    </th>
  );
}

const cellClass = 'h-12 px-3 first:pl-4 last:pr-4 @max-3xl:h-auto @max-3xl:p-0!';

function LedgerRow({ row }: { row: Transaction }) {
  const t = useText();
  const words = useProfileText();
  const { amount, newBalance, transactionType, createdAt } = row;
  return (
    <tr
      role="row"
      className="border-t border-line @max-3xl:grid @max-3xl:grid-cols-[minmax(0,1fr)_auto] @max-3xl:gap-x-4 @max-3xl:gap-y-1 @max-3xl:px-4 @max-3xl:py-3 @max-3xl:first:border-0 @3xl:hover:bg-bg-2"
    >
      <td
        role="cell"
        className={clsx(
          cellClass,
          'whitespace-nowrap text-fg-2 @max-3xl:row-start-3 @max-3xl:self-center @max-3xl:text-xs @max-3xl:text-fg-3',
        )}
      >
        <TableTime iso={createdAt} />
      </td>
      <td
        role="cell"
        className={clsx(cellClass, 'font-semibold whitespace-nowrap @max-3xl:row-start-1 @max-3xl:whitespace-normal')}
      >
        <Kind row={row}>{t.ledger.kinds[transactionType]}</Kind>
      </td>
      <td role="cell" className={clsx(cellClass, 'py-2 text-fg-2 @max-3xl:col-span-2 @max-3xl:row-start-2')}>
        <Subject row={row} />
      </td>
      <td
        role="cell"
        className={clsx(
          cellClass,
          'text-right font-semibold whitespace-nowrap @max-3xl:col-start-2 @max-3xl:row-start-1 @max-3xl:leading-6',
          amount < 0 ? 'text-danger' : 'text-success',
        )}
      >
        {formatAmount(amount)}
      </td>
      <td
        role="cell"
        className={clsx(cellClass, 'text-right whitespace-nowrap @max-3xl:col-start-2 @max-3xl:row-start-3')}
      >
        <span aria-hidden className="hidden text-xs text-fg-3 @max-3xl:inline">
          {words.ledger.balance}{' '}
        </span>
        {formatNumber(newBalance)}
      </td>
    </tr>
  );
}

/** The subject of a row; a roulette round links to its proof. */
function Subject({ row }: { row: Transaction }) {
  const roundId = roundIdOf(row);
  if (row.subject === null) return <span className="text-fg-3 @max-3xl:hidden">–</span>;
  if (roundId === undefined) return <bdi className="whitespace-pre-line">{row.subject}</bdi>;
  return (
    <Link
      to={fillPath(pages.round, { roundId })}
      className="hit-area relative underline decoration-line-input underline-offset-3 hover:decoration-primary"
    >
      {row.subject}
    </Link>
  );
}

function Kind({ row: { transactionType, amount }, children }: { row: Transaction; children: ReactNode }) {
  const Icon = transactionIcons[transactionType];
  return (
    <span className="flex items-center gap-2.5">
      <span
        aria-hidden
        className={clsx(
          'grid size-8 shrink-0 place-items-center rounded-sm @max-3xl:size-6',
          amount < 0 ? 'bg-danger/12 text-danger' : 'bg-success/12 text-success',
        )}
      >
        <Icon className="size-4.5 @max-3xl:size-4" strokeWidth={1.75} />
      </span>
      {children}
    </span>
  );
}
