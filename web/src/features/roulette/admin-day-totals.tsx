import type { RoundDay } from '@karat/contract/roulette';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { formatNumber } from '#i18n/format.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { DayPicker } from '#ui/admin-day-picker.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { addDays, formatAdminDay, isDay, useToday } from '#ui/days.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { DayChart } from './admin-day-chart.tsx';
import { type DayTotals, type Span, dayTotalsQuery, roundDaysQuery } from './admin-queries.ts';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

const DAYS_SHOWN = 30;

/** The last 30 days; if the chosen day is older, the 30 days that end with it. */
function spanOf(date: string, today: string): Span {
  const from = addDays(today, 1 - DAYS_SHOWN);
  return date >= from ? { from, to: today } : { from: addDays(date, 1 - DAYS_SHOWN), to: date };
}

/** Bets and payouts of a chosen day, and day by day. */
export function DayTotalsPanel({ page }: { page: number }) {
  const { games } = useAdminText();
  const urlParams = useUrlParams();
  const today = useToday();
  const dateParam = urlParams.params.get('date') ?? '';
  const date = isDay(dateParam) && dateParam <= today ? dateParam : today;
  const days = useQuery(roundDaysQuery(spanOf(date, today)));
  const chosen = days.data?.find((each) => each.date === date);
  // The chart already has these figures: show them until the day's own query responds.
  const totals = useQuery({ ...dayTotalsQuery(date), placeholderData: () => chosen });
  const searchOf = (day: string) => ({ date: day === today ? undefined : day, page });
  return (
    <section aria-labelledby="totals" className="@container mb-8">
      <h2 id="totals" className="font-display text-h2 font-bold">
        {games.totals}
      </h2>
      <p className="mt-1 mb-4 text-pretty text-fg-2">{games.totalsHint}</p>
      <div className="mb-3">
        <DayPicker date={date} today={today} onChoose={(day) => urlParams.go(searchOf(day))} />
      </div>
      <QueryView query={totals} loading={<TileSkeleton />} errorTitle={games.failed}>
        {(figures) => <Tiles totals={figures} />}
      </QueryView>
      <div className="mt-3 surface p-3 @xl:p-4">
        <QueryView query={days} loading={<ChartSkeleton />} errorTitle={games.failed}>
          {(data) => <Days days={data} chosen={date} onChoose={(day) => urlParams.replace(searchOf(day))} />}
        </QueryView>
      </div>
    </section>
  );
}

const tilesClass = 'grid gap-3 @md:grid-cols-3';

function Tiles({ totals: { amount, winAmount, profit } }: { totals: DayTotals }) {
  const { games } = useAdminText();
  const tiles = [
    { label: games.totalBets, value: amount },
    { label: games.totalPayouts, value: winAmount },
    { label: games.profit, value: profit },
  ];
  return (
    <dl className={tilesClass}>
      {tiles.map(({ label, value }) => (
        <div
          key={label}
          className="surface p-3.5 @max-md:flex @max-md:items-center @max-md:justify-between @max-md:py-2.5"
        >
          <dt className="text-xs font-medium text-fg-3">{label}</dt>
          <dd className="font-display text-h2 font-bold @md:mt-1">
            <Diamonds amount={value} className={clsx('font-bold!', value < 0 && 'text-danger')} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type DaysProps = { days: readonly RoundDay[]; chosen: string; onChoose: (date: string) => void };

/** Shows the days as a chart, and as a table that also serves screen readers. */
function Days({ days, chosen, onChoose }: DaysProps) {
  const words = useAdminText();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const title = words.games.chart(formatAdminDay(first.date), formatAdminDay(last.date));
  return (
    <figure>
      <figcaption className="mb-2 text-card font-semibold text-fg-2">{title}</figcaption>
      <DayChart days={days} chosen={chosen} onChoose={onChoose} />
      <details className="group mt-2">
        <summary className="hit-area relative inline-flex list-none items-center gap-1.5 rounded-sm py-1.5 text-card font-semibold text-fg-2 hover:text-fg">
          <ChevronRight size={16} aria-hidden className="transition-transform duration-140 group-open:rotate-90" />
          {words.games.asTable}
        </summary>
        <div className="mt-2">
          <DataTable label={title} columns={columnsOf(words)} rows={days.toReversed()} rowKey={({ date }) => date} />
        </div>
      </details>
    </figure>
  );
}

function columnsOf({ games }: AdminCatalogue): Column<RoundDay>[] {
  const number = (key: keyof RoundDay & ('rounds' | 'bets' | keyof DayTotals), label: string): Column<RoundDay> => ({
    key,
    label,
    align: 'right',
    renderCell: (day) => formatNumber(day[key]),
  });
  return [
    { key: 'date', label: games.day, renderCell: ({ date }) => <time dateTime={date}>{formatAdminDay(date)}</time> },
    number('rounds', games.rounds),
    number('bets', games.betCount),
    number('amount', games.totalBets),
    number('winAmount', games.totalPayouts),
    number('profit', games.profit),
  ];
}

const SKELETON_KEYS = ['first', 'second', 'third'];

function TileSkeleton() {
  return (
    <Skeleton>
      <div className={tilesClass}>
        {SKELETON_KEYS.map((bone) => (
          <SkeletonBlock key={bone} className="h-12 rounded-lg @md:h-20" />
        ))}
      </div>
    </Skeleton>
  );
}

function ChartSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock className="h-90 w-full @xl:h-85" />
    </Skeleton>
  );
}
