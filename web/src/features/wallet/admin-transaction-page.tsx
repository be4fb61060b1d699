import { type Reply } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { getTransactionById } from '@karat/contract/wallet';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { formatAmount } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { AccountName } from '#ui/account-name.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { NotFoundView } from '#ui/views.tsx';
import { transactionQuery } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

const ID = /^[1-9]\d{0,15}$/;

/** One transaction of a player. */
export function AdminTransactionPage() {
  const { transactionId = '' } = useParams();
  if (!ID.test(transactionId)) return <Missing />;
  return <TransactionDetails key={transactionId} id={Number(transactionId)} />;
}

function Missing() {
  const { transactions } = useAdminText();
  return (
    <NotFoundView
      title={transactions.infoFailed}
      text={transactions.missing}
      backLink={{ to: pages.adminTransactions, label: transactions.back }}
    />
  );
}

function TransactionDetails({ id }: { id: number }) {
  const { transactions } = useAdminText();
  const query = useQuery(transactionQuery(id));
  return (
    <QueryView query={query} notFound={<Missing />} errorTitle={transactions.infoFailed}>
      {(line) => (
        <>
          <Link
            to={pages.adminTransactions}
            className="hit-area relative mb-2 inline-flex items-center gap-1.5 font-semibold text-fg-2 hover:text-fg"
          >
            <ArrowLeft size={16} aria-hidden />
            {transactions.back}
          </Link>
          <PageHeading title={transactions.title(`#${id}`)} />
          <Facts line={line} />
        </>
      )}
    </QueryView>
  );
}

type Line = Reply<typeof getTransactionById>['data'];

function Facts({ line }: { line: Line }) {
  const t = useText();
  const { transactions: words } = useAdminText();
  return (
    <section aria-label={words.facts} className="@container surface p-4 @3xl:p-5">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 @xl:grid-cols-3">
        <Fact label={words.oldBalance}>
          <Diamonds amount={line.oldBalance} />
        </Fact>
        <Fact label={words.newBalance}>
          <Diamonds amount={line.newBalance} />
        </Fact>
        <Fact label={words.amount}>
          <span className={line.amount < 0 ? 'text-danger' : 'text-success'}>{formatAmount(line.amount)}</span>
        </Fact>
        <Fact label={words.type}>
          {t.ledger.kinds[line.transactionType]}{' '}
          <code className="font-mono text-xs font-normal text-fg-3">{line.transactionType}</code>
        </Fact>
        <Fact label={words.subject} className="col-span-full @xl:col-span-2">
          {line.subject === null ? '–' : <bdi className="wrap-anywhere whitespace-pre-line">{line.subject}</bdi>}
        </Fact>
        <Fact label={words.userId}>{line.userId}</Fact>
        <Fact label={words.user} className="@xl:col-span-2">
          <AccountName player={{ ...line, id: line.userId }} />
        </Fact>
        <Fact label={words.id} className="@max-xl:col-span-full">
          {line.id}
        </Fact>
        <Fact label={words.time} className="col-span-full @xl:col-span-2">
          <time dateTime={line.createdAt}>{formatAdminTime(line.createdAt)}</time>
        </Fact>
        <Fact label={words.account} className="@max-xl:col-span-full">
          <code className="font-mono text-card wrap-anywhere">{line.account}</code>
        </Fact>
        <Fact label={words.reference} className="col-span-full @xl:col-span-2">
          <span className="flex items-center gap-1">
            <code className="font-mono text-card wrap-anywhere">{line.reference}</code>
            <CopyButton text={line.reference} />
          </span>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={clsx('min-w-0', className)}>
      <dt className="text-xs text-fg-3">{label}</dt>
      <dd className="mt-0.5 font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
