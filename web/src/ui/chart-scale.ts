/** At most so many steps of 1, 2 or 5 times a power of ten, never less than a whole diamond. */
function stepOf(spread: number, stepsMax: number): number {
  const least = Math.max(1, spread / stepsMax);
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((each) => each * power >= least)!;
  return factor * power;
}

/** Round numbers for an axis that holds all values and 0, lowest first. */
export function axisOf(values: readonly number[], stepsMax: number): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = stepOf(high - low, stepsMax);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}

/** Which of so many days are named below the axis: the last one always, and as many before it as have room. */
export function namedDays(count: number, room: number): number[] {
  const every = [1, 2, 5, 7, 10, 15].find((each) => Math.ceil(count / each) <= Math.max(1, room)) ?? count;
  return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % every === 0);
}
