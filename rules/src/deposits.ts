/** Decimals that a value is rounded to before it is cut: enough to tell 1.15 from 1.149999, too few to show floating-point errors. */
const READ_DIGITS = 9;

/** A value in whole hundredths, rounded down. Uses the decimal digits, because `1.15 * 100` is below 115 in floating point. */
function hundredthsOf(value: number): number {
  const [whole = '0', part = ''] = value.toFixed(READ_DIGITS).split('.');
  return Number(whole) * 100 + Number(part.slice(0, 2));
}

/**
 * The diamonds for deposited skins: each value is cut to two decimals, the values are added up, and 1.00 is 100 diamonds. Used
 * both for what is shown and for what is credited.
 */
export function depositDiamonds(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + hundredthsOf(value), 0);
}

export const DEPOSIT_SKINS_MAX = 50;

/** The value of a skin on deposit: the lower of its prices in diamonds, divided by 100. Null while the prices are unknown. */
export function depositValueOf({
  price,
  min_price: minPrice,
}: {
  price: number;
  min_price: number | null;
}): number | null {
  return minPrice === null ? null : Math.min(price, minPrice) / 100;
}
