import { pages } from '@karat/contract/pages';
import { ROUND_FIELDS } from './typed-round.ts';
import type { ShownRound } from './round-checks.ts';

const VALUES = '#verify=';

/** The URL of the form with the values of a round, in the hash part, which browsers do not send. */
export function verifierUrl(round: ShownRound): string {
  const values = Object.fromEntries(ROUND_FIELDS.map((field) => [field, round[field]]));
  return `${pages.fair}${VALUES}${encodeURIComponent(JSON.stringify(values))}`;
}

/** Parses the values in a verifier URL, as JSON. */
export function parseVerifierUrl(hash: string): string | undefined {
  if (!hash.startsWith(VALUES)) return undefined;
  try {
    return decodeURIComponent(hash.slice(VALUES.length));
  } catch {
    return undefined;
  }
}
