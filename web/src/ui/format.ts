const numbers = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 0 });
const percents = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 });

/** 1234567 as 1.234.567, whatever the language. */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** 25 as +25: a change says which way it went. */
export function formatChange(value: number): string {
  return value > 0 ? `+${formatNumber(value)}` : formatNumber(value);
}

/** 1500 as +1.500 and -500 as −500, with the sign as long as the plus. */
export function formatAmount(amount: number): string {
  return `${amount < 0 ? '−' : '+'}${formatNumber(Math.abs(amount))}`;
}

/** 7.25 as 7,25 %, with a space that does not break. */
export function formatPercent(value: number): string {
  return `${percents.format(value)}\u00a0%`;
}
