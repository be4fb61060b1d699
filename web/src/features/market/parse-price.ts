import { PRICE_MAX } from '@karat/rules/items';

/** Parses a price in whole diamonds, as plain digits or in the site's grouping. Undefined for anything else. */
export function parsePrice(text: string): number | undefined {
  const digits = text.trim();
  if (!/^\d{1,10}$|^\d{1,3}(\.\d{3}){1,3}$/.test(digits)) return undefined;
  const price = Number(digits.replaceAll('.', ''));
  return price >= 1 && price <= PRICE_MAX ? price : undefined;
}
