import { formatNumber } from '#i18n/format.ts';

/** Width of a digit on an axis, in pixels; all digits are equally wide. */
const DIGIT_WIDTH = 6.8;
/** Pixels between the numbers of an axis and the first column. */
const AXIS_GAP = 8;

/** The step for at most `stepsMax` steps: 1, 2 or 5 times a power of ten, at least one diamond. */
function stepOf(spread: number, stepsMax: number): number {
  const minStep = Math.max(1, spread / stepsMax);
  const power = 10 ** Math.floor(Math.log10(minStep));
  const factor = [1, 2, 5, 10].find((each) => each * power >= minStep)!;
  return factor * power;
}

/** Chooses round numbers for an axis that contains all values and 0, lowest first. */
export function axisOf(values: readonly number[], stepsMax: number): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = stepOf(high - low, stepsMax);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** The same for values far from 0, such as ratings: the axis ends close to the lowest and the highest value. */
export function closeAxisOf(values: readonly number[], stepsMax: number): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = stepOf(Math.max(high - low, stepsMax), stepsMax);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** Indexes of the days that get a label below the axis: always the last one, and as many before it as fit. */
export function namedDays(count: number, room: number): number[] {
  const every = [1, 2, 5, 7, 10, 15].find((each) => Math.ceil(count / each) <= Math.max(1, room)) ?? count;
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % every === 0);
}

/** The columns of a chart, in pixels: where the first begins after the numbers of the axis, and how wide each is. */
export type Columns = { readonly left: number; readonly column: number; readonly count: number };

export function columnsOf(count: number, { ticks, width }: { ticks: readonly number[]; width: number }): Columns {
  const digits = Math.max(...ticks.map((tick) => formatNumber(tick).length));
  const left = Math.ceil(digits * DIGIT_WIDTH) + AXIS_GAP;
  return { left, column: Math.max(1, (width - left) / Math.max(1, count)), count };
}

/** The middle of a column. */
export function middleOf({ left, column }: Columns, index: number): number {
  return left + (index + 0.5) * column;
}

/** An axis and the vertical part of the chart that it covers, in pixels. */
export type Axis = { readonly ticks: readonly number[]; readonly top: number; readonly height: number };

export function heightAt({ ticks, top, height }: Axis, value: number): number {
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  return top + height * (1 - (value - low) / (high - low));
}
