import type { AccountKind, Books } from '@karat/contract/wallet';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Check, X } from 'lucide-react';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { formatTableTime, formatUtcDay } from '#ui/dates.ts';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { RelativeTime } from '#ui/time.tsx';
import { booksQuery } from './queries.ts';
import { Section } from './section.tsx';
import { ValueLine } from './value-line.tsx';
import { useProofText } from './words/proof-text.ts';

/** The sum of all accounts, which must be zero. */
export function BooksPanel() {
  const t = useProofText();
  return (
    <Section title={t.books.title} text={t.books.text}>
      <QueryView query={useQuery(booksQuery)} loading={<BooksSkeleton />}>
        {(books) => <BooksView books={books} />}
      </QueryView>
    </Section>
  );
}

function BooksView({ books }: { books: Books }) {
  const { locale } = useText();
  const t = useProofText();
  const isBalanced = books.sum === 0 && !books.isHalted && (books.lastAudit?.violations ?? 0) === 0;
  const Icon = isBalanced ? Check : X;
  return (
    <>
      <p className={clsx('mb-3 flex items-center gap-2 font-semibold', isBalanced ? 'text-success' : 'text-danger')}>
        <Icon size={18} strokeWidth={2.5} aria-hidden className="shrink-0" />
        {isBalanced ? t.books.balanced : t.books.unbalanced}
      </p>
      <dl className="max-w-md overflow-hidden rounded-md border border-line">
        {books.totals.map(({ kind, total }) => (
          <Row key={kind} name={t.books.kinds[kind]} value={formatNumber(total)} />
        ))}
        <Row name={t.books.sum} value={formatNumber(books.sum)} isLast />
      </dl>
      <p className="mt-3 text-card text-fg-3">
        {t.books.movements(books.movements)} · {t.books.audited}{' '}
        {books.lastAudit === null ? t.books.never : <RelativeTime iso={books.lastAudit.at} />}
        <br />
        <time dateTime={books.at}>{t.books.asOf(formatTableTime(books.at, locale))}</time>
      </p>
      {books.seals.length > 0 && <Seals seals={books.seals} />}
    </>
  );
}

/** New sites have none, and only the last of each table matters: its hash covers those before. */
function Seals({ seals }: Pick<Books, 'seals'>) {
  const { locale } = useText();
  const t = useProofText();
  return (
    <section className="mt-6">
      <h3 className="font-semibold">{t.books.sealsTitle}</h3>
      <p className="mt-1 mb-3 text-card text-fg-2">{t.books.sealsText}</p>
      <dl className="grid gap-3">
        {seals.map(({ table, until, hash }) => (
          <ValueLine key={table} label={t.books.sealed[table](formatUtcDay(until, locale))} value={hash} />
        ))}
      </dl>
    </section>
  );
}

function Row({ name, value, isLast = false }: { name: string; value: string; isLast?: boolean }) {
  return (
    <div
      className={clsx(
        'flex justify-between gap-4 border-line px-4 py-2.5 not-first:border-t',
        isLast && 'bg-bg-2 font-bold',
      )}
    >
      <dt className={clsx(!isLast && 'text-fg-2')}>{name}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  );
}

/** As many rows as the books of a new site have. */
const KINDS: readonly AccountKind[] = ['players', 'house', 'external'];

function BooksSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock className="mb-3 h-5 w-44" />
      <div className="grid max-w-md gap-2">
        {KINDS.map((kind) => (
          <SkeletonBlock key={kind} className="h-9" />
        ))}
      </div>
      <SkeletonBlock className="mt-3 h-10 w-56" />
    </Skeleton>
  );
}
