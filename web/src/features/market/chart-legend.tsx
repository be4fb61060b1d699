import type { SalesDay } from '@karat/contract/market';
import type { ReactNode } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { type ChartDay, dayName } from './chart-plan.ts';
import type { MarketCatalogue } from './words/mixed.ts';

const rangeOf = ({ low, high }: { low: number; high: number }): string =>
  low === high ? formatNumber(low) : `${formatNumber(low)} – ${formatNumber(high)}`;

/** A day as text, for screen readers. */
export function wordsOf({ chart }: MarketCatalogue, sales: SalesDay | undefined): string {
  if (sales === undefined) return chart.noSale;
  const { average } = sales;
  return `${chart.average} ${formatNumber(average)}, ${chart.range} ${rangeOf(sales)}, ${chart.sales} ${formatNumber(sales.sales)}`;
}

const sumOf = (history: readonly SalesDay[]) => ({
  sales: history.reduce((sum, each) => sum + each.sales, 0),
  low: Math.min(...history.map(({ low }) => low)),
  high: Math.max(...history.map(({ high }) => high)),
  average: Math.round(
    history.reduce((sum, each) => sum + each.average * each.sales, 0) /
      history.reduce((sum, each) => sum + each.sales, 0),
  ),
});

/** All days as text. */
export function summaryOf({ chart }: MarketCatalogue, history: readonly SalesDay[]): string {
  const { sales, low, high } = sumOf(history);
  return chart.summary(sales, formatNumber(low), formatNumber(high));
}

type LegendProps = {
  t: MarketCatalogue;
  history: readonly SalesDay[];
  days: number;
  day: ChartDay | undefined;
};

/** The legend with the figures of the hovered day, else of all days. */
export function Legend({ t, history, days, day }: LegendProps) {
  const { locale } = useText();
  const figures = day === undefined ? sumOf(history) : day.sales;
  return (
    <div
      aria-hidden
      className="mb-2 flex min-h-14 flex-wrap content-start items-center gap-x-4 gap-y-1 text-xs sm:min-h-10"
    >
      <p className="w-full font-semibold tabular-nums">
        {day === undefined ? t.chart.allDays(days) : dayName(day.day, locale)}
      </p>
      {figures === undefined ? (
        <p className="text-fg-3">{t.chart.noSale}</p>
      ) : (
        <>
          <Figure className="h-0.5 w-3 bg-primary" label={t.chart.average}>
            {formatNumber(figures.average)}
          </Figure>
          <Figure className="size-2.5 rounded-xs bg-primary/30" label={t.chart.range}>
            {rangeOf(figures)}
          </Figure>
          <Figure className="size-2.5 rounded-xs bg-info/60" label={t.chart.sales}>
            {formatNumber(figures.sales)}
          </Figure>
        </>
      )}
    </div>
  );
}

function Figure({ className, label, children }: { className: string; label: string; children: ReactNode }) {
  return (
    <p className="flex items-center gap-1.5 text-fg-3">
      <span className={className} />
      {label}
      <span className="font-semibold text-fg tabular-nums">{children}</span>
    </p>
  );
}
