import type { ReportDay, ReportFigures, ReportGame } from '@karat/contract/reports';
import clsx from 'clsx';
import { useId, useRef, useState } from 'react';
import { useDeskText } from '#i18n/desk/desk-text.ts';
import { axisOf, namedDays } from '#ui/chart-scale.ts';
import { ColumnSlider } from '#ui/column-slider.tsx';
import { formatAdminDay } from '#ui/days.ts';
import { formatNumber } from '#ui/format.ts';
import { useWidth } from '#ui/use-width.ts';
import { barsOf, gamesOf } from './report-bars.ts';

const PLACE = { top: 10, height: 220 };
const HEIGHT = 256;
/** Of a digit on the axis; all have the same. */
const DIGIT_WIDTH = 6.8;
const DAY_NAME_WIDTH = 44;
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

type ReportChartProps = { days: readonly ReportDay[]; totals: ReportFigures };

/** Each day a column of games, and a mark where they come to. A slider lies over it, so that keys, fingers and screen readers can use it. */
export function ReportChart({ days, totals }: ReportChartProps) {
  const { reports: t } = useDeskText();
  const [pointed, setPointed] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  const frame = useRef<HTMLDivElement>(null);
  const plan = planOf(days, useWidth(frame));
  const id = useId();
  const at = pointed ?? chosen;
  const shown = at === undefined ? undefined : days[at];
  const chosenAt = Math.min(chosen ?? days.length - 1, days.length - 1);
  const marked = days[chosenAt]!;
  const games = gamesOf(days);
  return (
    <>
      <Legend games={games} figures={shown ?? totals} day={shown?.date} />
      <p id={id} className="sr-only">
        {t.chartHint}
      </p>
      <div ref={frame} className="relative rounded-sm outline-offset-4 outline-primary has-focus-visible:outline-2">
        <svg aria-hidden width="100%" height={HEIGHT} className="block overflow-visible text-2xs tabular-nums">
          {at !== undefined && (
            <rect
              x={plan.left + at * plan.column}
              width={plan.column}
              height={HEIGHT - 20}
              rx={3}
              className="fill-fg/8"
            />
          )}
          <Grid plan={plan} />
          {days.map((day, each) => (
            <DayColumn key={day.date} day={day} at={each} plan={plan} />
          ))}
          <DayNames days={days} plan={plan} />
        </svg>
        {games.length === 0 && <p className="absolute inset-x-0 top-20 text-center text-fg-2">{t.chartEmpty}</p>}
        <ColumnSlider
          label={t.chartDay}
          count={days.length}
          left={plan.left}
          column={plan.column}
          at={chosenAt}
          valueText={`${formatAdminDay(marked.date)}: ${wordsOf(t, games, marked)}`}
          describedBy={id}
          onChoose={setChosen}
          onPoint={setPointed}
        />
      </div>
    </>
  );
}

type Plan = { left: number; column: number; ticks: number[] };

function planOf(days: readonly ReportDay[], width: number): Plan {
  const ticks = axisOf(
    days.flatMap((day) => barsOf(day).map(({ to }) => to)),
    5,
  );
  const left = Math.ceil(Math.max(...ticks.map((tick) => formatNumber(tick).length)) * DIGIT_WIDTH) + 8;
  return { left, column: Math.max(1, (width - left) / Math.max(1, days.length)), ticks };
}

function heightAt({ ticks }: Plan, value: number): number {
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  return PLACE.top + PLACE.height * (1 - (value - low) / (high - low));
}

function Grid({ plan }: { plan: Plan }) {
  return plan.ticks.map((tick) => {
    const y = heightAt(plan, tick);
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

function DayColumn({ day, at, plan }: { day: ReportDay; at: number; plan: Plan }) {
  const bar = Math.max(1, Math.min(BAR_WIDTH_MAX, plan.column * 0.62));
  const middle = plan.left + (at + 0.5) * plan.column;
  const bars = barsOf(day);
  return (
    <g>
      {bars.map(({ game, from, to }) => {
        const [one, other] = [heightAt(plan, from), heightAt(plan, to)];
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
          y1={heightAt(plan, day.profit)}
          y2={heightAt(plan, day.profit)}
          strokeWidth={2.5}
          className="stroke-fg"
        />
      )}
    </g>
  );
}

function DayNames({ days, plan }: { days: readonly ReportDay[]; plan: Plan }) {
  const room = Math.floor((plan.column * days.length) / DAY_NAME_WIDTH);
  return namedDays(days.length, room).map((at) => {
    const isLast = at === days.length - 1;
    const x = plan.left + (at + 0.5) * plan.column;
    // One that would reach into the figures beside it is left out.
    if (!isLast && x < plan.left + DAY_NAME_WIDTH / 4) return null;
    return (
      <text
        key={at}
        x={isLast ? '100%' : x}
        y={HEIGHT - 6}
        textAnchor={isLast ? 'end' : 'middle'}
        className="fill-fg-3"
      >
        {formatAdminDay(days[at]!.date).slice(0, 5)}
      </text>
    );
  });
}

type ReportsText = ReturnType<typeof useDeskText>['reports'];

function wordsOf(t: ReportsText, games: readonly ReportGame[], figures: ReportFigures): string {
  const parts = games.map((game) => `${t.games[game]} ${formatNumber(figures[game])}`);
  return [`${t.profit} ${formatNumber(figures.profit)}`, ...parts].join(', ');
}

type LegendProps = { games: readonly ReportGame[]; figures: ReportFigures; day: string | undefined };

/** What the colours mean, with the figures of the day that is looked at, else of all days. */
function Legend({ games, figures, day }: LegendProps) {
  const { reports: t } = useDeskText();
  return (
    <div className="mb-3 min-h-16 text-xs @2xl:min-h-11">
      <p className="mb-1 font-semibold tabular-nums">{day === undefined ? t.chartSum : formatAdminDay(day)}</p>
      <dl className="flex flex-wrap gap-x-4 gap-y-1">
        <div className="flex items-baseline gap-1.5">
          <dt className="flex items-baseline gap-1.5 text-fg-3">
            <span aria-hidden className="h-0.75 w-3 -translate-y-0.75 rounded-full bg-fg" />
            {t.profit}
          </dt>
          <dd className="font-semibold tabular-nums">{formatNumber(figures.profit)}</dd>
        </div>
        {games.map((game) => (
          <div key={game} className="flex items-baseline gap-1.5">
            <dt className="flex items-baseline gap-1.5 text-fg-3">
              <span aria-hidden className={clsx('size-2.5 rounded-xs', marks[game])} />
              {t.games[game]}
            </dt>
            <dd className="font-semibold tabular-nums">{formatNumber(figures[game])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
