import { REPORT_GAMES, type ReportDay, type ReportFigures, type ReportGame } from '@karat/contract/reports';
import { useRef, useState } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { ChartGrid, ChartLegend, ColumnMark, DayNames } from '#ui/admin-chart-parts.tsx';
import { type Axis, axisOf, type Columns, columnsOf, heightAt, middleOf } from '#ui/chart-scale.ts';
import { ColumnSlider } from '#ui/column-slider.tsx';
import { formatAdminDay } from '#ui/days.ts';
import { SkeletonBlock } from '#ui/skeleton.tsx';
import { useElementWidth } from '#ui/use-element-width.ts';
import { NumberSkeleton } from './number-skeleton.tsx';
import { barsOf, gamesOf } from './report-bars.ts';
import { useAdminText } from './words/admin-text.ts';

const PLACE = { top: 10, height: 220 };
const HEIGHT = 256;
const BAR_WIDTH_MAX = 26;

const fills = {
  cases: 'fill-primary',
  roulette: 'fill-roulette-red-text',
  duels: 'fill-warn',
  market: 'fill-r4-text',
  missions: 'fill-success',
  promo: 'fill-r2',
  losses: 'fill-fg-3',
} as const satisfies Record<ReportGame, string>;

const marks = {
  cases: 'bg-primary',
  roulette: 'bg-roulette-red-text',
  duels: 'bg-warn',
  market: 'bg-r4-text',
  missions: 'bg-success',
  promo: 'bg-r2',
  losses: 'bg-fg-3',
} as const satisfies Record<ReportGame, string>;

type ReportChartProps = {
  days: readonly ReportDay[];
  totals: ReportFigures;
  /** Id of the text that describes the chart. */
  describedBy: string;
};

/** One stacked column of games per day, with a mark at the sum. A slider over it serves keyboard, touch and screen readers. */
export function ReportChart({ days, totals, describedBy }: ReportChartProps) {
  const { reports: t } = useAdminText();
  const [pointed, setPointed] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  const frame = useRef<HTMLDivElement>(null);
  const plan = planOf(days, useElementWidth(frame));
  const index = pointed ?? chosen;
  const shown = index === undefined ? undefined : days[index];
  const chosenAt = Math.min(chosen ?? days.length - 1, days.length - 1);
  const marked = days[chosenAt]!;
  const games = gamesOf(days);
  return (
    <>
      <Legend figures={shown ?? totals} day={shown?.date} />
      <div ref={frame} className="relative rounded-sm outline-offset-4 outline-primary has-focus-visible:outline-2">
        <svg aria-hidden width="100%" height={HEIGHT} className="block overflow-visible text-2xs tabular-nums">
          <ColumnMark index={index} columns={plan.columns} height={HEIGHT - 20} className="fill-fg/8" />
          <ChartGrid {...plan} />
          {days.map((day, each) => (
            <DayColumn key={day.date} day={day} index={each} plan={plan} />
          ))}
          <DayNames dates={days.map(({ date }) => date)} columns={plan.columns} y={HEIGHT - 6} />
        </svg>
        {games.length === 0 && <p className="absolute inset-x-0 top-20 text-center text-fg-2">{t.chartEmpty}</p>}
        <ColumnSlider
          label={t.chartDay}
          count={days.length}
          left={plan.columns.left}
          column={plan.columns.column}
          index={chosenAt}
          valueText={`${formatAdminDay(marked.date)}: ${wordsOf(t, games, marked)}`}
          describedBy={describedBy}
          onChoose={setChosen}
          onPoint={setPointed}
        />
      </div>
    </>
  );
}

/** A skeleton of the chart's size. */
export function ChartSkeleton() {
  return (
    <>
      <Legend figures={undefined} day={undefined} />
      <div style={{ height: HEIGHT }}>
        <SkeletonBlock className="size-full" />
      </div>
    </>
  );
}

type Plan = { readonly columns: Columns; readonly axis: Axis };

function planOf(days: readonly ReportDay[], width: number): Plan {
  const ticks = axisOf(
    days.flatMap((day) => barsOf(day).map(({ to }) => to)),
    5,
  );
  return { columns: columnsOf(days.length, { ticks, width }), axis: { ticks, ...PLACE } };
}

function DayColumn({ day, index, plan: { columns, axis } }: { day: ReportDay; index: number; plan: Plan }) {
  const bar = Math.max(1, Math.min(BAR_WIDTH_MAX, columns.column * 0.62));
  const middle = middleOf(columns, index);
  const bars = barsOf(day);
  const sum = heightAt(axis, day.profit);
  return (
    <g>
      {bars.map(({ game, from, to }) => {
        const [one, other] = [heightAt(axis, from), heightAt(axis, to)];
        return (
          <rect
            key={game}
            x={middle - bar / 2}
            y={Math.min(one, other)}
            width={bar}
            height={Math.max(1, Math.abs(one - other))}
            className={fills[game]}
          />
        );
      })}
      {bars.length > 0 && (
        <line
          x1={middle - bar / 2 - 2}
          x2={middle + bar / 2 + 2}
          y1={sum}
          y2={sum}
          strokeWidth={2.5}
          className="stroke-fg"
        />
      )}
    </g>
  );
}

type ReportsText = ReturnType<typeof useAdminText>['reports'];

function wordsOf(t: ReportsText, games: readonly ReportGame[], figures: ReportFigures): string {
  const parts = games.map((game) => `${t.games[game]} ${formatNumber(figures[game])}`);
  return [`${t.profit} ${formatNumber(figures.profit)}`, ...parts].join(', ');
}

/** The legend with the figures of the selected day, else of all days; always lists all games. */
function Legend({ figures, day }: { figures: ReportFigures | undefined; day: string | undefined }) {
  const { reports: t } = useAdminText();
  const valueOf = (key: ReportGame | 'profit') =>
    figures === undefined ? <NumberSkeleton width="w-14" /> : formatNumber(figures[key]);
  return (
    <ChartLegend
      title={day === undefined ? t.chartSum : formatAdminDay(day)}
      figures={[
        { label: t.profit, mark: 'h-0.75 w-3 rounded-full bg-fg', value: valueOf('profit') },
        ...REPORT_GAMES.map((game) => ({
          label: t.games[game],
          mark: `size-2.5 rounded-xs ${marks[game]}`,
          value: valueOf(game),
        })),
      ]}
    />
  );
}
