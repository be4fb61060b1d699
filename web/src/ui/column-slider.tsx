import clsx from 'clsx';
import type { CSSProperties, PointerEvent } from 'react';

type ColumnSliderProps = {
  label: string;
  /** The number of columns; where the first begins and how wide each is, in pixels. */
  count: number;
  left: number;
  column: number;
  index: number;
  valueText: string | undefined;
  describedBy?: string;
  onChoose: (index: number) => void;
  onPoint: (index: number | undefined) => void;
};

/** An invisible slider over a chart. Its thumb is as wide as a column, so that a click selects the column under it. */
export function ColumnSlider(props: ColumnSliderProps) {
  const { label, count, left, column, index, valueText, describedBy, onChoose, onPoint } = props;
  const style: CSSProperties & { '--column': string } = { left, width: column * count, '--column': `${column}px` };
  const point = (event: PointerEvent<HTMLInputElement>) => {
    const place = event.currentTarget.getBoundingClientRect();
    const under = Math.floor(((event.clientX - place.left) / place.width) * count);
    onPoint(Math.min(count - 1, Math.max(0, under)));
  };
  return (
    <input
      type="range"
      aria-label={label}
      aria-describedby={describedBy}
      min={0}
      max={count - 1}
      value={index}
      aria-valuetext={valueText}
      onChange={({ target }) => onChoose(Number(target.value))}
      onPointerMove={point}
      onPointerLeave={() => onPoint(undefined)}
      style={style}
      className={clsx(
        'absolute inset-y-0 m-0 h-full cursor-crosshair touch-pan-y appearance-none opacity-0',
        '[&::-moz-range-thumb]:h-full [&::-moz-range-thumb]:w-(--column) [&::-moz-range-thumb]:rounded-none [&::-moz-range-thumb]:border-0',
        '[&::-webkit-slider-thumb]:h-full [&::-webkit-slider-thumb]:w-(--column) [&::-webkit-slider-thumb]:appearance-none',
        '[&::-webkit-slider-runnable-track]:h-full',
      )}
    />
  );
}
