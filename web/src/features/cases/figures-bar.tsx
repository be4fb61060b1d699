import { HOUSE_EDGE_PERCENT_MIN } from '@karat/rules/cases';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { usePercent } from '#ui/use-percent.ts';
import { type Figures, minPriceFor, type MinWithdrawalEdge, shownEdge } from './draft.ts';
import { useAdminText } from './words/admin-text.ts';

const NONE = '–';

type FiguresProps = { figures: Figures; minWithdrawalEdge: MinWithdrawalEdge };

/** The figures that decide whether a case can be saved, always visible. */
export function MainFigures({ figures, minWithdrawalEdge }: FiguresProps) {
  const words = useAdminText();
  const formatPercent = usePercent();
  const { totalPercent, isTotalRight, priced } = figures;
  return (
    <>
      <Figure label={words.cases.total} tone={isTotalRight ? 'good' : 'bad'}>
        {formatPercent(totalPercent)}
      </Figure>
      <Figure label={words.cases.revenue}>{priced ? <Diamonds amount={priced.revenue} /> : NONE}</Figure>
      <Figure label={words.cases.edgeSoldBack} tone={priced && (priced.isEdgeEnough ? 'good' : 'bad')}>
        {priced ? formatPercent(shownEdge(priced.edgePercent)) : NONE}
      </Figure>
      <Figure label={words.cases.edgeWithdrawn} tone={priced && withdrawalTone(priced, minWithdrawalEdge)}>
        {priced ? formatPercent(shownEdge(priced.withdrawalEdgePercent, minWithdrawalEdge ?? 0)) : NONE}
      </Figure>
    </>
  );
}

/** A low edge is only a warning if the site requires no minimum. */
function withdrawalTone({ isWithdrawalEdgeEnough }: Priced, minWithdrawalEdge: MinWithdrawalEdge): Tone {
  if (isWithdrawalEdgeEnough) return 'good';
  return minWithdrawalEdge === null ? 'warn' : 'bad';
}

/** The payouts of a case: the average, its deviation, and the largest single payout. */
export function MoreFigures({ figures, className }: { figures: Figures; className?: string }) {
  const words = useAdminText();
  const formatPercent = usePercent();
  const { payout, worstPayout, deviation, priced } = figures;
  return (
    <>
      <Figure label={words.cases.payout} className={className}>
        <Diamonds amount={payout} />
      </Figure>
      <Figure label={words.cases.returned} className={className}>
        {priced ? formatPercent(100 - shownEdge(priced.edgePercent)) : NONE}
      </Figure>
      <Figure label={words.cases.deviation} className={className}>
        <Diamonds amount={deviation} />
      </Figure>
      <Figure
        label={words.cases.worst}
        className={className}
        note={priced && worstPayout > 0 ? words.cases.times(factorOf(priced.worstFactor)) : undefined}
      >
        <Diamonds amount={worstPayout} />
      </Figure>
    </>
  );
}

/** The edge that is too low, the specification's first: its minimum, its value, and the average cost of an opening. */
function lowEdgeOf({ payout, cost, priced }: Figures, minWithdrawalEdge: MinWithdrawalEdge) {
  if (priced === undefined) return undefined;
  if (!priced.isEdgeEnough) return { percentMin: HOUSE_EDGE_PERCENT_MIN, percent: priced.edgePercent, cost: payout };
  if (minWithdrawalEdge === null || priced.isWithdrawalEdgeEnough) return undefined;
  return { percentMin: minWithdrawalEdge, percent: priced.withdrawalEdgePercent, cost };
}

/** Says how far an edge is below its minimum, and which price would be enough. */
export function EdgeHint({ figures, minWithdrawalEdge }: FiguresProps) {
  const words = useAdminText();
  const formatPercent = usePercent();
  const low = lowEdgeOf(figures, minWithdrawalEdge);
  if (low === undefined) return null;
  const { percentMin, percent, cost } = low;
  const [required, now] = [percentMin, shownEdge(percent, percentMin)].map(formatPercent);
  return (
    <p className="text-card text-fg-2">
      {words.cases.edgeHint(required!, now!, formatNumber(minPriceFor(cost, percentMin)))}
    </p>
  );
}

const factors = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 });
const factorOf = (factor: number): string => factors.format(factor);

type Priced = NonNullable<Figures['priced']>;
type Tone = 'good' | 'warn' | 'bad';

type FigureProps = {
  label: string;
  tone?: Tone | undefined;
  note?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
};

function Figure({ label, tone, note, className, children }: FigureProps) {
  return (
    <div className={clsx('min-w-0', className)}>
      <dt className="text-2xs text-fg-3 sm:min-h-7">{label}</dt>
      <dd
        data-tone={tone}
        className={clsx(
          'mt-0.5 font-semibold tabular-nums',
          tone === 'good' && 'text-success',
          tone === 'warn' && 'text-warn',
          tone === 'bad' && 'text-danger',
        )}
      >
        {children}
        {note !== undefined && <span className="block text-2xs font-medium text-fg-3">{note}</span>}
      </dd>
    </div>
  );
}
