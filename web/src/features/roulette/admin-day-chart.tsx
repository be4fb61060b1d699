import type { RoundDay } from '@karat/contract/roulette';
import clsx from 'clsx';
import { useRef, useState } from 'react';
import { useDeskText } from '#i18n/desk/desk-text.ts';
import { useTypedSearch } from '#ui/address.ts';
import { ColumnSlider } from '#ui/column-slider.tsx';
import { formatAdminDay } from '#ui/days.ts';
import { formatNumber } from '#ui/format.ts';
import { useWidth } from '#ui/use-width.ts';
import { axisOf, namedDays } from '#ui/chart-scale.ts';
import type { DayTotals } from './admin-queries.ts';

const TURNOVER = { top: 10, height: 140 };
const PROFIT = { top: 184, height: 72 };
const HEIGHT = 280;
/** Of a digit on the axes; all have the same. */
const DIGIT_WIDTH = 6.8;
const DAY_NAME_WIDTH = 44;
const BAR_WIDTH_MAX = 12;

type DayChartProps = { days: readonly RoundDay[]; chosen: string; onChoose: (date: string) => void };

/**
 * Bets and payouts of each day side by side, and what was left of them on a scale of its own: it is a small part of them.
 * The day is chosen with a slider that lies over it, so that keys, fingers and screen readers can use it alike.
 */
export function DayChart({ days, chosen, onChoose }: DayChartProps) {
  const { games } = useDeskText();
  const [pointed, setPointed] = useState<number>();
  const frame = useRef<HTMLDivElement>(null);
  const plan = planOf(days, useWidth(frame));
  // The mark follows the hand at once, the address when it rests: dragging over a month asks for one day, not for thirty.
  const mark = useTypedSearch(chosen, onChoose);
  const chosenAt = days.findIndex(({ date }) => date === mark.text);
  const marked = days[chosenAt];
  return (
    <>
      <Legend day={pointed === undefined ? undefined : days[pointed]} days={days} />
      <div ref={frame} className="relative rounded-sm outline-offset-4 outline-primary has-focus-visible:outline-2">
        <svg aria-hidden width="100%" height={HEIGHT} className="block overflow-visible text-2xs tabular-nums">
          <DayMark at={chosenAt} plan={plan} look="fill-primary/12" />
          <DayMark at={pointed ?? -1} plan={plan} look="fill-fg/6" />
          <Grid plan={plan} ticks={plan.turnover} {...TURNOVER} />
          <text x={plan.left} y={PROFIT.top - 10} className="fill-fg-2">
            {games.profit}
          </text>
          <Grid plan={plan} ticks={plan.profit} {...PROFIT} />
          {days.map((day, at) => (
            <DayBars key={day.date} day={day} at={at} plan={plan} />
          ))}
          <DayNames days={days} plan={plan} />
        </svg>
        {days.every(({ bets }) => bets === 0) && (
          <p className="absolute inset-x-0 top-16 text-center text-fg-2">{games.chartEmpty}</p>
        )}
        <ColumnSlider
          label={games.chartDay}
          count={days.length}
          left={plan.left}
          column={plan.column}
          at={Math.max(0, chosenAt)}
          valueText={marked && `${formatAdminDay(marked.date)}: ${wordsOf(games, marked)}`}
          onChoose={(at) => mark.setText(days[at]!.date)}
          onPoint={setPointed}
        />
      </div>
    </>
  );
}

function DayMark({ at, plan, look }: { at: number; plan: Plan; look: string }) {
  if (at < 0) return null;
  return <rect x={plan.left + at * plan.column} width={plan.column} height={HEIGHT - 20} rx={3} className={look} />;
}

type Plan = { left: number; column: number; turnover: number[]; profit: number[] };

function planOf(days: readonly RoundDay[], width: number): Plan {
  const turnover = axisOf(
    days.flatMap(({ amount, winAmount }) => [amount, winAmount]),
    4,
  );
  const profit = axisOf(
    days.map((day) => day.profit),
    2,
  );
  const longest = Math.max(...[...turnover, ...profit].map((tick) => formatNumber(tick).length));
  const left = Math.ceil(longest * DIGIT_WIDTH) + 8;
  return { left, column: Math.max(1, (width - left) / Math.max(1, days.length)), turnover, profit };
}

type Place = { top: number; height: number };

function heightAt(value: number, ticks: readonly number[], { top, height }: Place): number {
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  return top + height * (1 - (value - low) / (high - low));
}

function Grid({ plan, ticks, ...place }: Place & { plan: Plan; ticks: readonly number[] }) {
  return ticks.map((tick) => {
    const y = heightAt(tick, ticks, place);
    return (
      <g key={tick}>
        <line x1={plan.left} x2="100%" y1={y} y2={y} className={tick === 0 ? 'stroke-line-input' : 'stroke-line'} />
        <text x={plan.left - 8} y={y + 4} textAnchor="end" className="fill-fg-3">
          {formatNumber(tick)}
        </text>
      </g>
    );
  });
}

function DayBars({ day, at, plan }: { day: RoundDay; at: number; plan: Plan }) {
  const bar = Math.max(1, Math.min(BAR_WIDTH_MAX, plan.column * 0.4));
  const middle = plan.left + (at + 0.5) * plan.column;
  const bars = [
    { x: middle - bar, value: day.amount, ticks: plan.turnover, place: TURNOVER, look: 'fill-info' },
    { x: middle, value: day.winAmount, ticks: plan.turnover, place: TURNOVER, look: 'fill-warn' },
    {
      x: middle - bar / 2,
      value: day.profit,
      ticks: plan.profit,
      place: PROFIT,
      look: day.profit < 0 ? 'fill-danger' : 'fill-success',
    },
  ];
  return bars.map(({ x, value, ticks, place, look }, each) => {
    const [y, zero] = [heightAt(value, ticks, place), heightAt(0, ticks, place)];
    const height = Math.abs(zero - y);
    return (
      value !== 0 && (
        // A day with little on it is still a day with something on it.
        <rect
          // oxlint-disable-next-line react/no-array-index-key -- always the same three
          key={each}
          x={x}
          y={value > 0 ? Math.min(y, zero - 1) : zero}
          width={Math.max(1, bar - 0.5)}
          height={Math.max(1, height)}
          className={look}
        />
      )
    );
  });
}

function DayNames({ days, plan }: { days: readonly RoundDay[]; plan: Plan }) {
  const room = Math.floor((plan.column * days.length) / DAY_NAME_WIDTH);
  return namedDays(days.length, room).map((at) => (
    <text
      key={at}
      x={at === days.length - 1 ? '100%' : plan.left + (at + 0.5) * plan.column}
      y={HEIGHT - 4}
      textAnchor={at === days.length - 1 ? 'end' : 'middle'}
      className="fill-fg-3"
    >
      {formatAdminDay(days[at]!.date).slice(0, 5)}
    </text>
  ));
}

type GamesText = ReturnType<typeof useDeskText>['games'];

function figuresOf(games: GamesText, totals: DayTotals) {
  return [
    { label: games.totalBets, value: totals.amount, look: 'bg-info' },
    { label: games.totalPayouts, value: totals.winAmount, look: 'bg-warn' },
    { label: games.profit, value: totals.profit, look: totals.profit < 0 ? 'bg-danger' : 'bg-success' },
  ];
}

function wordsOf(games: GamesText, day: DayTotals): string {
  return figuresOf(games, day)
    .map(({ label, value }) => `${label} ${formatNumber(value)}`)
    .join(', ');
}

/** What the colours mean, with the figures of the day that is pointed at, else of all days. */
function Legend({ day, days }: { day: RoundDay | undefined; days: readonly RoundDay[] }) {
  const { games } = useDeskText();
  const sum = (each: keyof DayTotals) => days.reduce((total, one) => total + one[each], 0);
  const totals = day ?? { amount: sum('amount'), winAmount: sum('winAmount'), profit: sum('profit') };
  return (
    <div className="mb-2 flex min-h-11 flex-wrap items-baseline gap-x-4 gap-y-1 text-xs @xl:min-h-6">
      <p className="font-semibold tabular-nums @max-xl:w-full">
        {day === undefined ? games.chartSum : formatAdminDay(day.date)}
      </p>
      <dl className="flex flex-wrap gap-x-4 gap-y-1">
        {figuresOf(games, totals).map(({ label, value, look }) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dt className="flex items-baseline gap-1.5 text-fg-3">
              <span aria-hidden className={clsx('size-2.5 rounded-xs', look)} />
              {label}
            </dt>
            <dd className="font-semibold tabular-nums">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
