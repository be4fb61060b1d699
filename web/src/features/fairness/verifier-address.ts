import { pages } from '@karat/contract/pages';
import { ROUND_FIELDS } from './typed-round.ts';
import type { ShownRound } from './round-ticks.ts';

const VALUES = '#verify=';

/** The form with the values of a round in it. They stand behind the #, which a browser sends to nobody. */
export function verifierAddress(round: ShownRound): string {
  const values = Object.fromEntries(ROUND_FIELDS.map((field) => [field, round[field]]));
  return `${pages.fair}${VALUES}${encodeURIComponent(JSON.stringify(values))}`;
}

/** The values that such an address carries, as JSON. */
export function valuesOfAddress(hash: string): string | undefined {
  if (!hash.startsWith(VALUES)) return undefined;
  try {
    return decodeURIComponent(hash.slice(VALUES.length));
  } catch {
    return undefined;
  }
}
