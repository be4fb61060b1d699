import { REPORT_GAMES, type Report, type ReportFigures } from '@karat/contract/reports';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { FigureLink, type LinkedFigure } from './figure-link.tsx';
import { NumberSkeleton } from './number-skeleton.tsx';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

type Words = AdminCatalogue['reports'];
type Line = {
  readonly label: string;
  readonly hint?: string;
  /** The figure whose rows the amount has; none for what is no sum of rows. */
  readonly figure?: LinkedFigure;
  readonly amountOf: (totals: ReportFigures) => number | null;
};

/** Where the result came from. */
const earned = (words: Words): Line[] => [
  ...REPORT_GAMES.map((game) => ({
    label: words.games[game],
    figure: game,
    amountOf: (totals: ReportFigures) => totals[game],
  })),
  { label: words.adjustments, figure: 'adjustments', amountOf: ({ adjustments }) => -adjustments },
  { label: words.skinsGain, hint: words.skinsGainHint, figure: 'skins', amountOf: ({ skins }) => skins },
];

/** The same result by what came in, went out and is owed. */
const flows = (words: Words): Line[] => [
  { label: words.deposits, figure: 'deposits', amountOf: ({ deposits }) => deposits },
  { label: words.reversals, figure: 'reversals', amountOf: ({ reversals }) => -reversals },
  { label: words.withdrawals, figure: 'withdrawals', amountOf: ({ withdrawals }) => -withdrawals },
  {
    label: words.owedLess,
    hint: words.owedLessHint,
    amountOf: ({ net, deposits, reversals, withdrawals }) =>
      net === null ? null : net - (deposits - reversals - withdrawals),
  },
];

/** Whether the house gains or loses: one number, from two sides. */
export function ReportStatement({ report }: { report: Report | undefined }) {
  const { reports: words } = useAdminText();
  return (
    <section aria-labelledby="statement-title" className="mb-8 surface p-4 md:p-5">
      <h2 id="statement-title" className="font-display text-h2 font-bold">
        {words.statement}
      </h2>
      <p className="mt-1 mb-4 max-w-2xl text-card text-pretty text-fg-2">
        {report?.totals.net === null ? words.netUnknown : words.statementHint}
      </p>
      <div className="grid gap-x-10 gap-y-6 @3xl:grid-cols-2">
        <Side title={words.earned} lines={earned(words)} report={report} />
        <Side title={words.flows} lines={flows(words)} report={report} />
      </div>
    </section>
  );
}

type SideProps = { title: string; lines: readonly Line[]; report: Report | undefined };

function Side({ title, lines, report }: SideProps) {
  const { reports: words } = useAdminText();
  const net: Line = { label: words.net, amountOf: (totals) => totals.net };
  return (
    <div className="flex min-w-0 flex-col">
      <h3 className="mb-1 text-xs font-semibold text-fg-3">{title}</h3>
      <dl className="flex grow flex-col text-card">
        {lines.map((line) => (
          <Row key={line.label} line={line}>
            <LineAmount line={line} report={report} />
          </Row>
        ))}
        <Row line={net} isSum>
          <LineAmount
            line={net}
            report={report}
            className={(report?.totals.net ?? 0) < 0 ? 'text-danger' : 'text-success'}
          />
        </Row>
      </dl>
    </div>
  );
}

type RowProps = { line: Line; isSum?: boolean; children: ReactNode };

function Row({ line: { label, hint }, isSum = false, children }: RowProps) {
  return (
    <div
      className={clsx(
        'flex items-start justify-between gap-4 border-t py-2',
        isSum ? 'mt-auto border-fg-3 font-semibold' : 'border-line',
      )}
    >
      <dt className="min-w-0">
        {label}
        {hint !== undefined && <span className="block text-xs font-normal text-pretty text-fg-3">{hint}</span>}
      </dt>
      <dd className="shrink-0 tabular-nums">{children}</dd>
    </div>
  );
}

type AmountProps = { line: Line; report: Report | undefined; className?: string };

function LineAmount({ line: { figure, amountOf }, report, className }: AmountProps) {
  if (report === undefined) return <NumberSkeleton width="w-16" />;
  const amount = amountOf(report.totals);
  if (figure !== undefined) return <FigureLink figure={figure} range={report} amount={amount === 0 ? 0 : amount} />;
  if (amount === null) return <span className="text-fg-3">–</span>;
  return <span className={className}>{formatNumber(amount)}</span>;
}
