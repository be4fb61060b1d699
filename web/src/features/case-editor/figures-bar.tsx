import { HOUSE_EDGE_PERCENT_MIN } from '@karat/rules/cases';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useDeskText } from '#i18n/desk/desk-text.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { formatNumber, formatPercent } from '#ui/format.ts';
import { type Figures, leastPriceFor, shownEdge } from './draft.ts';

const NONE = '–';

/** What decides whether a case can be saved, always in sight. */
export function MainFigures({ figures }: { figures: Figures }) {
  const desk = useDeskText();
  const { totalPercent, isTotalRight, priced } = figures;
  return (
    <>
      <Figure label={desk.cases.total} tone={isTotalRight ? 'good' : 'bad'}>
        {formatPercent(totalPercent)}
      </Figure>
      <Figure label={desk.cases.revenue}>{priced ? <Diamonds amount={priced.revenue} /> : NONE}</Figure>
      <Figure label={desk.cases.houseEdge} tone={priced && (priced.isEdgeEnough ? 'good' : 'bad')}>
        {priced ? formatPercent(shownEdge(priced.edgePercent)) : NONE}
      </Figure>
    </>
  );
}

/** How the case behaves: what it pays back, how much that swings, and the most that one opening can cost. */
export function MoreFigures({ figures, className }: { figures: Figures; className?: string }) {
  const desk = useDeskText();
  const { payout, worstPayout, deviation, priced } = figures;
  return (
    <>
      <Figure label={desk.cases.payout} className={className}>
        <Diamonds amount={payout} />
      </Figure>
      <Figure label={desk.cases.returned} className={className}>
        {priced ? formatPercent(100 - shownEdge(priced.edgePercent)) : NONE}
      </Figure>
      <Figure label={desk.cases.deviation} className={className}>
        <Diamonds amount={deviation} />
      </Figure>
      <Figure
        label={desk.cases.worst}
        className={className}
        note={priced && worstPayout > 0 ? desk.cases.times(factorOf(priced.worstFactor)) : undefined}
      >
        <Diamonds amount={worstPayout} />
      </Figure>
    </>
  );
}

/** How far too low an edge is, and which price would be enough. */
export function EdgeHint({ figures: { payout, priced } }: { figures: Figures }) {
  const desk = useDeskText();
  if (priced === undefined || priced.isEdgeEnough) return null;
  const [least, now] = [HOUSE_EDGE_PERCENT_MIN, shownEdge(priced.edgePercent)].map(formatPercent);
  return (
    <p className="text-card text-fg-2">{desk.cases.edgeHint(least!, now!, formatNumber(leastPriceFor(payout)))}</p>
  );
}

const factors = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 });
const factorOf = (factor: number): string => factors.format(factor);

type FigureProps = {
  label: string;
  tone?: 'good' | 'bad' | undefined;
  note?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
};

function Figure({ label, tone, note, className, children }: FigureProps) {
  return (
    <div className={clsx('min-w-0', className)}>
      <dt className="text-2xs text-fg-3">{label}</dt>
      <dd
        data-tone={tone}
        className={clsx(
          'mt-0.5 font-semibold tabular-nums',
          tone === 'good' && 'text-success',
          tone === 'bad' && 'text-danger',
        )}
      >
        {children}
        {note !== undefined && <span className="block text-2xs font-medium text-fg-3">{note}</span>}
      </dd>
    </div>
  );
}
