const figures = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 });
const small = new Intl.NumberFormat('de-DE', { maximumSignificantDigits: 2 });

/** Smaller numbers are shown as "less than" this. */
const TINY = 1e-6;

/** 1234.56 as 1.234,6; numbers below one with two significant digits. */
export function formatFigure(value: number): string {
  if (value === 0 || value >= 1) return figures.format(value);
  return value < TINY ? `<\u00a0${small.format(TINY)}` : small.format(value);
}

/** The distance of a count from its expectation, in standard deviations. */
export function deviation(count: { observed: number; expected: number; openings: number }): number {
  const { observed, expected, openings } = count;
  const spread = Math.sqrt(expected * (1 - expected / Math.max(openings, 1)));
  if (spread > 0) return (observed - expected) / spread;
  return Math.sign(observed - expected) * Number.POSITIVE_INFINITY || 0;
}
