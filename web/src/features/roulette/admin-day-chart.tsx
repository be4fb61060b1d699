import type { RoundDay } from '@karat/contract/roulette';
import { useRef, useState } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { useDebouncedSearch } from '#ui/url-params.ts';
import { ChartGrid, ChartLegend, ColumnMark, DayNames } from '#ui/admin-chart-parts.tsx';
import { type Axis, axisOf, type Columns, columnsOf, heightAt, middleOf } from '#ui/chart-scale.ts';
import { ColumnSlider } from '#ui/column-slider.tsx';
import { formatAdminDay } from '#ui/days.ts';
import { useElementWidth } from '#ui/use-element-width.ts';
import type { DayTotals } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

const TURNOVER = { top: 10, height: 140 };
const PROFIT = { top: 184, height: 72 };
const HEIGHT = 280;
const BAR_WIDTH_MAX = 12;

type DayChartProps = { days: readonly RoundDay[]; chosen: string; onChoose: (date: string) => void };

/**
 * Bets and payouts of each day side by side; the profit has its own scale, because it is much smaller.
 * A slider over the chart selects the day, so that keyboard, touch and screen readers all work.
 */
export function DayChart({ days, chosen, onChoose }: DayChartProps) {
  const { games } = useAdminText();
  const [pointed, setPointed] = useState<number>();
  const frame = useRef<HTMLDivElement>(null);
  const plan = planOf(days, useElementWidth(frame));
  // The mark moves at once, the URL only after a pause: dragging over a month fetches one day, not thirty.
  const mark = useDebouncedSearch(chosen, onChoose);
  const chosenAt = days.findIndex(({ date }) => date === mark.text);
  const marked = days[chosenAt];
  return (
    <>
      <Legend day={pointed === undefined ? undefined : days[pointed]} days={days} />
      <div ref={frame} className="relative rounded-sm outline-offset-4 outline-primary has-focus-visible:outline-2">
        <svg aria-hidden width="100%" height={HEIGHT} className="block overflow-visible text-2xs tabular-nums">
          <ColumnMark index={chosenAt} columns={plan.columns} height={HEIGHT - 20} className="fill-primary/12" />
          <ColumnMark index={pointed} columns={plan.columns} height={HEIGHT - 20} className="fill-fg/6" />
          <ChartGrid axis={plan.turnover} columns={plan.columns} />
          <text x={plan.columns.left} y={PROFIT.top - 10} className="fill-fg-2">
            {games.profit}
          </text>
          <ChartGrid axis={plan.profit} columns={plan.columns} />
          {days.map((day, index) => (
            <DayBars key={day.date} day={day} index={index} plan={plan} />
          ))}
          <DayNames dates={days.map(({ date }) => date)} columns={plan.columns} y={HEIGHT - 4} />
        </svg>
        {days.every(({ bets }) => bets === 0) && (
          <p className="absolute inset-x-0 top-16 text-center text-fg-2">{games.chartEmpty}</p>
        )}
        <ColumnSlider
          label={games.chartDay}
          count={days.length}
          left={plan.columns.left}
          column={plan.columns.column}
          index={Math.max(0, chosenAt)}
          valueText={marked && `${formatAdminDay(marked.date)}: ${wordsOf(games, marked)}`}
          onChoose={(index) => mark.setText(days[index]!.date)}
          onPoint={setPointed}
        />
      </div>
    </>
  );
}

type Plan = { readonly columns: Columns; readonly turnover: Axis; readonly profit: Axis };

function planOf(days: readonly RoundDay[], width: number): Plan {
  const turnover = axisOf(
    days.flatMap(({ amount, winAmount }) => [amount, winAmount]),
    4,
  );
  const profit = axisOf(
    days.map((day) => day.profit),
    2,
  );
  return {
    columns: columnsOf(days.length, { ticks: [...turnover, ...profit], width }),
    turnover: { ticks: turnover, ...TURNOVER },
    profit: { ticks: profit, ...PROFIT },
  };
}

function DayBars({ day, index, plan }: { day: RoundDay; index: number; plan: Plan }) {
  const bar = Math.max(1, Math.min(BAR_WIDTH_MAX, plan.columns.column * 0.4));
  const middle = middleOf(plan.columns, index);
  const bars = [
    { x: middle - bar, value: day.amount, axis: plan.turnover, className: 'fill-info' },
    { x: middle, value: day.winAmount, axis: plan.turnover, className: 'fill-warn' },
    {
      x: middle - bar / 2,
      value: day.profit,
      axis: plan.profit,
      className: day.profit < 0 ? 'fill-danger' : 'fill-success',
    },
  ];
  return bars.map(({ x, value, axis, className }, each) => {
    const [y, zero] = [heightAt(axis, value), heightAt(axis, 0)];
    const height = Math.abs(zero - y);
    return (
      value !== 0 && (
        // A small value still gets a visible bar.
        <rect
          // oxlint-disable-next-line react/no-array-index-key -- always the same three
          key={each}
          x={x}
          y={value > 0 ? Math.min(y, zero - 1) : zero}
          width={Math.max(1, bar - 0.5)}
          height={Math.max(1, height)}
          className={className}
        />
      )
    );
  });
}

type GamesText = ReturnType<typeof useAdminText>['games'];

function figuresOf(games: GamesText, totals: DayTotals) {
  return [
    { label: games.totalBets, value: totals.amount, className: 'bg-info' },
    { label: games.totalPayouts, value: totals.winAmount, className: 'bg-warn' },
    { label: games.profit, value: totals.profit, className: totals.profit < 0 ? 'bg-danger' : 'bg-success' },
  ];
}

function wordsOf(games: GamesText, day: DayTotals): string {
  return figuresOf(games, day)
    .map(({ label, value }) => `${label} ${formatNumber(value)}`)
    .join(', ');
}

/** The legend with the figures of the hovered day, else of all days. */
function Legend({ day, days }: { day: RoundDay | undefined; days: readonly RoundDay[] }) {
  const { games } = useAdminText();
  const sum = (each: keyof DayTotals) => days.reduce((total, one) => total + one[each], 0);
  const totals = day ?? { amount: sum('amount'), winAmount: sum('winAmount'), profit: sum('profit') };
  return (
    <ChartLegend
      title={day === undefined ? games.chartSum : formatAdminDay(day.date)}
      figures={figuresOf(games, totals).map(({ label, value, className }) => ({
        label,
        mark: `size-2.5 rounded-xs ${className}`,
        value: formatNumber(value),
      }))}
    />
  );
}
