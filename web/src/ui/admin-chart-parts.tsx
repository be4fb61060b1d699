import clsx from 'clsx';
import type { ReactNode } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { type Axis, type Columns, heightAt, middleOf, namedDays } from './chart-scale.ts';
import { formatAdminDay } from './days.ts';

const DAY_NAME_WIDTH = 44;

/** The grid lines of an axis with their numbers. */
export function ChartGrid({ axis, columns: { left } }: { axis: Axis; columns: Columns }) {
  return axis.ticks.map((tick) => {
    const y = heightAt(axis, tick);
    return (
      <g key={tick}>
        <line x1={left} x2="100%" y1={y} y2={y} className={tick === 0 ? 'stroke-line-input' : 'stroke-line'} />
        <text x={left - 8} y={y + 4} textAnchor="end" className="fill-fg-3">
          {formatNumber(tick)}
        </text>
      </g>
    );
  });
}

type ColumnMarkProps = { index: number | undefined; columns: Columns; height: number; className: string };

/** Highlights the column of the selected or hovered day. */
export function ColumnMark({ index, columns: { left, column }, height, className }: ColumnMarkProps) {
  if (index === undefined || index < 0) return null;
  return <rect x={left + index * column} width={column} height={height} rx={3} className={className} />;
}

/** Labels of as many days as fit, below their columns. */
export function DayNames({ dates, columns, y }: { dates: readonly string[]; columns: Columns; y: number }) {
  const room = Math.floor((columns.column * columns.count) / DAY_NAME_WIDTH);
  return namedDays(columns.count, room).map((index) => {
    const isLast = index === columns.count - 1;
    const x = middleOf(columns, index);
    // A label that would overlap the numbers of the axis is left out.
    if (!isLast && x < columns.left + DAY_NAME_WIDTH / 4) return null;
    return (
      <text key={index} x={isLast ? '100%' : x} y={y} textAnchor={isLast ? 'end' : 'middle'} className="fill-fg-3">
        {formatAdminDay(dates[index]!).slice(0, 5)}
      </text>
    );
  });
}

type LegendProps = {
  title: string;
  figures: readonly { readonly label: string; readonly mark: string; readonly value: ReactNode }[];
};

/** The legend of a chart, with a value for each colour. Every value has a fixed place, so that nothing moves when values change. */
export function ChartLegend({ title, figures }: LegendProps) {
  return (
    <div className="mb-3 text-xs">
      <p className="mb-1.5 font-semibold tabular-nums">{title}</p>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))] gap-x-3 gap-y-2">
        {figures.map(({ label, mark, value }) => (
          <div key={label} className="min-w-0">
            <dt className="flex items-center gap-1.5 text-fg-3">
              <span aria-hidden className={clsx('shrink-0', mark)} />
              <span className="truncate">{label}</span>
            </dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
