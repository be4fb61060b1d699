/** Shifts the decimal point without the rounding error of a product: 1.005 becomes 100.5 and not 100.49999999999999. */
const shiftDecimalPoint = (value: number, digits: number): number =>
  Number(/e/.test(String(value)) ? value * 10 ** digits : `${value}e${digits}`);

/**
 * Formats like `Intl.NumberFormat('de-DE')`. Written by hand, because every page formats numbers before its first paint, and
 * creating the first `Intl` formatter takes longer than formatting all of them.
 */
function formatDecimal(value: number, digits: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : `${value < 0 ? '-' : ''}∞`;
  const rounded = Math.round(shiftDecimalPoint(Math.abs(value), digits)) / 10 ** digits;
  const [whole = '', fraction] = rounded.toFixed(digits).split('.');
  const shownFraction = fraction?.replace(/0+$/, '');
  const sign = value < 0 && rounded > 0 ? '-' : '';
  return `${sign}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, '.')}${shownFraction ? `,${shownFraction}` : ''}`;
}

/** 1234567 as 1.234.567, in every language. */
export function formatNumber(value: number): string {
  return formatDecimal(value, 0);
}

/** 25 as +25: a change shows its sign. */
export function formatChange(value: number): string {
  return value > 0 ? `+${formatNumber(value)}` : formatNumber(value);
}

/** 1500 as +1.500 and -500 as −500, with a minus sign as wide as the plus. */
export function formatAmount(amount: number): string {
  return `${amount < 0 ? '−' : '+'}${formatNumber(Math.abs(amount))}`;
}

/** 7.25 as 7,25 %, with a non-breaking space. */
export function formatPercent(value: number): string {
  return `${formatDecimal(value, 2)}\u00a0%`;
}

/** 7.25 as %7,25 and -7.25 as -%7,25: the Turkish way. */
export function formatPercentFirst(value: number): string {
  const text = formatDecimal(value, 2);
  return text.startsWith('-') ? `-%${text.slice(1)}` : `%${text}`;
}
