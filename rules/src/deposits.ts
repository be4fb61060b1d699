/** Digits that a value is read to before it is cut: enough to tell 1.15 from 1.149999, too few to show how a machine stores it. */
const READ_DIGITS = 9;

/** A value in whole hundredths, cut off. By its decimal digits: `1.15 * 100` is below 115 in a machine's numbers. */
function hundredthsOf(value: number): number {
  const [whole = '0', part = ''] = value.toFixed(READ_DIGITS).split('.');
  return Number(whole) * 100 + Number(part.slice(0, 2));
}

/**
 * What deposited skins bring: each is cut to two decimals, then they are added up, and 1.00 is 100 diamonds. The one function for
 * what is shown and what is credited.
 */
export function depositDiamonds(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + hundredthsOf(value), 0);
}

export const DEPOSIT_SKINS_MAX = 50;

/** What a skin is worth on deposit, of its prices in diamonds: the lower one. Null while none is known. */
export function depositValueOf({
  price,
  min_price: minPrice,
}: {
  price: number;
  min_price: number | null;
}): number | null {
  return minPrice === null ? null : Math.min(price, minPrice) / 100;
}
