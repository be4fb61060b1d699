import { pages } from '@karat/contract/pages';
import { ROUND_FIELDS } from './typed-round.ts';
import type { ShownRound } from './round-checks.ts';

const VALUES = '#verify=';

/** The address of the form with the values of a round, in the hash part, which browsers do not send. */
export function verifierAddress(round: ShownRound): string {
  const values = Object.fromEntries(ROUND_FIELDS.map((field) => [field, round[field]]));
  return `${pages.fair}${VALUES}${encodeURIComponent(JSON.stringify(values))}`;
}

/** The values in such an address, as JSON. */
export function valuesOfAddress(hash: string): string | undefined {
  if (!hash.startsWith(VALUES)) return undefined;
  try {
    return decodeURIComponent(hash.slice(VALUES.length));
  } catch {
    return undefined;
  }
}
