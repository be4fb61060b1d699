import type { RatedMatch } from '@karat/contract/profile';
import { useId, useRef, useState } from 'react';
import { formatAmount, formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { type Axis, closeAxisOf, type Columns, columnsOf, heightAt, middleOf } from '#ui/chart-scale.ts';
import { ColumnSlider } from '#ui/column-slider.tsx';
import { formatShortDay, formatUtcDay } from '#ui/dates.ts';
import { useToday } from '#ui/days.ts';
import { useElementWidth } from '#ui/use-element-width.ts';
import { usePlayerText } from './words/player-text.ts';

const TOP = 26;
const DAYS_HEIGHT = 30;
const STEPS_MAX = 6;
/** Below this width the chart is lower, as on a phone. */
const WIDE = 480;
const heightOf = (width: number): number => (width < WIDE ? 150 : 184);

type Plan = { readonly axis: Axis; readonly columns: Columns; readonly height: number; readonly first: number };

function planOf(points: readonly RatedMatch[], width: number): Plan {
  const [first, last] = [points[0]!.match, points.at(-1)!.match];
  const ticks = closeAxisOf(
    points.map(({ elo }) => elo),
    STEPS_MAX,
  );
  const height = heightOf(width);
  const columns = columnsOf(last - first + 1, { ticks, width });
  return { axis: { ticks, top: TOP, height }, columns, height: TOP + height + DAYS_HEIGHT, first };
}

const placeOf = ({ axis, columns, first }: Plan, { match, elo }: RatedMatch) => ({
  x: middleOf(columns, match - first),
  y: heightAt(axis, elo),
});

/** The point of a match, or the nearest one if the match is not among the points. */
function nearest(points: readonly RatedMatch[], match: number): RatedMatch {
  return points.reduce((best, point) => (Math.abs(point.match - match) < Math.abs(best.match - match) ? point : best));
}

/** The rating match by match. A slider over it makes each match reachable by keyboard, touch and screen readers. */
export function RatingCurve({ points }: { points: readonly RatedMatch[] }) {
  const { locale } = useText();
  const t = usePlayerText();
  const frame = useRef<HTMLDivElement>(null);
  const plan = planOf(points, useElementWidth(frame));
  const [pointed, setPointed] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  const last = points.at(-1)!;
  const chosenIndex = chosen ?? plan.columns.count - 1;
  const index = pointed ?? chosen;
  const shown = index === undefined ? last : nearest(points, plan.first + index);
  const pointText = ({ match, day }: RatedMatch) => t.curvePoint(formatNumber(match), formatUtcDay(day, locale));
  const valueText = ({ elo, change }: RatedMatch) => t.curveValue(formatNumber(elo), formatAmount(change));
  const current = nearest(points, plan.first + chosenIndex);
  return (
    <>
      <p aria-hidden className="h-5 truncate text-xs text-fg-3 tabular-nums">
        {pointText(shown)} · {valueText(shown)}
      </p>
      <div ref={frame} className="relative rounded-sm outline-offset-4 outline-primary has-focus-visible:outline-2">
        <svg aria-hidden width="100%" height={plan.height} className="block overflow-visible text-2xs tabular-nums">
          <Grid plan={plan} />
          <Line points={points} plan={plan} />
          <Days points={points} plan={plan} />
          <Tag point={shown} plan={plan} />
        </svg>
        <ColumnSlider
          label={t.curveLabel}
          count={plan.columns.count}
          left={plan.columns.left}
          column={plan.columns.column}
          index={chosenIndex}
          valueText={`${pointText(current)}, ${valueText(current)}`}
          onChoose={setChosen}
          onPoint={setPointed}
        />
      </div>
    </>
  );
}

function Grid({ plan: { axis, columns } }: { plan: Plan }) {
  return axis.ticks.map((tick) => {
    const y = heightAt(axis, tick);
    return (
      <g key={tick}>
        <line x1={columns.left} x2="100%" y1={y} y2={y} className="stroke-line" />
        <text x={columns.left - 8} y={y + 4} textAnchor="end" className="fill-fg-3">
          {formatNumber(tick)}
        </text>
      </g>
    );
  });
}

function Line({ points, plan }: { points: readonly RatedMatch[]; plan: Plan }) {
  const id = useId();
  const places = points.map((point) => placeOf(plan, point));
  const line = places.map(({ x, y }) => `${x},${y}`);
  const bottom = plan.axis.top + plan.axis.height;
  return (
    <>
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="var(--tier)" stopOpacity=".3" />
        <stop offset="1" stopColor="var(--tier)" stopOpacity="0" />
      </linearGradient>
      <polygon
        points={[`${places[0]!.x},${bottom}`, ...line, `${places.at(-1)!.x},${bottom}`].join(' ')}
        fill={`url(#${id})`}
      />
      <polyline points={line.join(' ')} fill="none" stroke="var(--tier)" strokeWidth={2} strokeLinejoin="round" />
    </>
  );
}

const TAG_HEIGHT = 18;
const TAG_DIGIT_WIDTH = 7.2;

/** The value of a match beside its point: of the last one, or of the one that is pointed at. */
function Tag({ point, plan }: { point: RatedMatch; plan: Plan }) {
  const { x, y } = placeOf(plan, point);
  const text = formatNumber(point.elo);
  const width = text.length * TAG_DIGIT_WIDTH + 10;
  const right = plan.columns.left + plan.columns.column * plan.columns.count;
  const left = Math.min(Math.max(x - width / 2, plan.columns.left), right - width);
  return (
    <>
      <circle cx={x} cy={y} r={4} fill="var(--tier)" stroke="var(--color-bg-1)" strokeWidth={2} />
      <rect x={left} y={y - TAG_HEIGHT - 8} width={width} height={TAG_HEIGHT} rx={5} fill="var(--tier)" />
      <text x={left + width / 2} y={y - 13} textAnchor="middle" className="fill-bg-0 text-xs font-bold">
        {text}
      </text>
    </>
  );
}

/** The days of the first, the middle and the last match. */
function Days({ points, plan }: { points: readonly RatedMatch[]; plan: Plan }) {
  const { locale } = useText();
  const t = usePlayerText();
  const today = useToday();
  const middle = nearest(points, Math.round((points[0]!.match + points.at(-1)!.match) / 2));
  const nameOf = (day: string) => (day === today ? t.today : formatShortDay(day, locale));
  const [first, last] = [nameOf(points[0]!.day), nameOf(points.at(-1)!.day)];
  const between = nameOf(middle.day);
  const y = plan.height - 6;
  return (
    <g className="fill-fg-3">
      <text x={plan.columns.left} y={y}>
        {first}
      </text>
      {between !== first && between !== last && (
        <text x={placeOf(plan, middle).x} y={y} textAnchor="middle">
          {between}
        </text>
      )}
      {last !== first && (
        <text x="100%" y={y} textAnchor="end">
          {last}
        </text>
      )}
    </g>
  );
}
