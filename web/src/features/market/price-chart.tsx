import type { SalesDay } from '@karat/contract/market';
import { useId, useRef, useState } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { ColumnSlider } from '#ui/column-slider.tsx';
import { useToday } from '#ui/days.ts';
import { useElementWidth } from '#ui/use-element-width.ts';
import { Legend, summaryOf, wordsOf } from './chart-legend.tsx';
import { type ChartDay, chartDays, dayName, namedDays, priceAxis } from './chart-plan.ts';
import { Panel } from './panel.tsx';
import { useMarketText } from './words/market-text.ts';

const HEIGHT = 232;
const PRICES = { top: 10, height: 150 };
const SALES = { top: 172, height: 32 };
/** Width of a digit on the axis; all digits are equally wide. */
const DIGIT_WIDTH = 6.8;
const DAY_NAME_WIDTH = 56;

/**
 * Sales day by day: the average as a line, low to high as a band, the number of sales as bars. A slider over the chart
 * makes the days reachable by keyboard, touch and screen readers.
 */
export function PriceChart({ history }: { history: readonly SalesDay[] }) {
  const t = useMarketText();
  return (
    <Panel title={t.chart.title}>
      {history.length === 0 ? (
        <div className="grid min-h-24 place-content-center text-center">
          <p className="text-fg-2">{t.chart.empty}</p>
          <p className="mt-1 text-xs text-fg-3">{t.chart.emptyHint}</p>
        </div>
      ) : (
        <Chart history={history} />
      )}
    </Panel>
  );
}

function Chart({ history }: { history: readonly SalesDay[] }) {
  const { locale } = useText();
  const t = useMarketText();
  const days = chartDays(history, useToday());
  const frame = useRef<HTMLDivElement>(null);
  const plan = planOf(history, days.length, useElementWidth(frame));
  const [pointed, setPointed] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  const index = pointed ?? chosen;
  const chosenAt = chosen ?? days.length - 1;
  const id = useId();
  return (
    <>
      <Legend t={t} history={history} days={days.length} day={index === undefined ? undefined : days[index]} />
      <p id={id} className="sr-only">
        {summaryOf(t, history)}
      </p>
      <div ref={frame} className="relative rounded-sm outline-offset-4 outline-primary has-focus-visible:outline-2">
        <svg aria-hidden width="100%" height={HEIGHT} className="block overflow-visible text-2xs tabular-nums">
          <Grid plan={plan} />
          {index !== undefined && (
            <rect
              x={plan.left + index * plan.column}
              width={plan.column}
              height={HEIGHT - 24}
              rx={2}
              className="fill-fg/8"
            />
          )}
          <Drawing days={days} plan={plan} index={index} />
          <DayNames days={days} plan={plan} nameOf={(day) => dayName(day, locale)} />
        </svg>
        <ColumnSlider
          label={t.chart.day}
          count={days.length}
          left={plan.left}
          column={plan.column}
          index={chosenAt}
          valueText={`${dayName(days[chosenAt]!.day, locale)}: ${wordsOf(t, days[chosenAt]!.sales)}`}
          describedBy={id}
          onChoose={setChosen}
          onPoint={setPointed}
        />
      </div>
    </>
  );
}

type Plan = { left: number; column: number; ticks: number[]; salesMax: number };

function planOf(history: readonly SalesDay[], count: number, width: number): Plan {
  const ticks = priceAxis(history, 4);
  const left = Math.ceil(Math.max(...ticks.map((tick) => formatNumber(tick).length)) * DIGIT_WIDTH) + 10;
  const column = Math.max(1, (width - left) / count);
  return { left, column, ticks, salesMax: Math.max(...history.map(({ sales }) => sales)) };
}

const middleOf = ({ left, column }: Plan, index: number): number => left + (index + 0.5) * column;

function priceHeight({ ticks }: Plan, price: number): number {
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  return PRICES.top + PRICES.height * (1 - (price - low) / (high - low));
}

function Grid({ plan }: { plan: Plan }) {
  return plan.ticks.map((tick) => {
    const y = priceHeight(plan, tick);
    return (
      <g key={tick}>
        <line x1={plan.left} x2="100%" y1={y} y2={y} className="stroke-line" />
        <text x={plan.left - 8} y={y + 4} textAnchor="end" className="fill-fg-3">
          {formatNumber(tick)}
        </text>
      </g>
    );
  });
}

function Drawing({ days, plan, index }: { days: readonly ChartDay[]; plan: Plan; index: number | undefined }) {
  const sold = days.flatMap(({ sales }, day) => (sales === undefined ? [] : [{ sales, day, x: middleOf(plan, day) }]));
  const line = sold.map(({ sales, x }) => `${x},${priceHeight(plan, sales.average)}`);
  const band = [
    ...sold.map(({ sales, x }) => `${x},${priceHeight(plan, sales.high)}`),
    ...sold.toReversed().map(({ sales, x }) => `${x},${priceHeight(plan, sales.low)}`),
  ];
  const bar = Math.max(1.5, Math.min(10, plan.column * 0.6));
  return (
    <>
      <polygon points={band.join(' ')} className="fill-primary/12" />
      <polyline points={line.join(' ')} strokeWidth={2} strokeLinejoin="round" className="fill-none stroke-primary" />
      {sold.map(({ sales, day, x }) => {
        const height = Math.max(2, (sales.sales / plan.salesMax) * SALES.height);
        return (
          <g key={day}>
            {/* A day with a single price has no visible band. */}
            <line
              x1={x}
              x2={x}
              y1={priceHeight(plan, sales.high)}
              y2={priceHeight(plan, sales.low)}
              strokeWidth={2}
              strokeLinecap="round"
              className="stroke-primary/35"
            />
            <circle
              cx={x}
              cy={priceHeight(plan, sales.average)}
              r={day === index ? 4.5 : 2.5}
              className="fill-primary"
            />
            <rect
              x={x - bar / 2}
              y={SALES.top + SALES.height - height}
              width={bar}
              height={height}
              rx={1}
              className={day === index ? 'fill-info' : 'fill-info/60'}
            />
          </g>
        );
      })}
    </>
  );
}

type DayNamesProps = { days: readonly ChartDay[]; plan: Plan; nameOf: (day: string) => string };

function DayNames({ days, plan, nameOf }: DayNamesProps) {
  const room = Math.floor((plan.column * days.length) / DAY_NAME_WIDTH);
  return namedDays(days.length, room).map((index) => {
    const isLast = index === days.length - 1;
    const x = middleOf(plan, index);
    // A label that would overlap the prices is left out.
    if (x < plan.left + DAY_NAME_WIDTH / 4) return null;
    return (
      <text
        key={index}
        x={isLast ? '100%' : x}
        y={HEIGHT - 6}
        textAnchor={isLast ? 'end' : 'middle'}
        className="fill-fg-3"
      >
        {nameOf(days[index]!.day)}
      </text>
    );
  });
}
