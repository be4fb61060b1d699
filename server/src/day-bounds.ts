const DAY_MS = 86_400_000;

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** UTC days, both included. */
export type DayRange = { readonly from?: string | undefined; readonly to?: string | undefined };

/** The start of the first day and the end of the last, as bounds of a timestamp. */
export function timeBounds({ from, to }: DayRange): { since: string; until: string } {
  return {
    since: from === undefined ? '-infinity' : new Date(startOf(from)).toISOString(),
    until: to === undefined ? 'infinity' : new Date(startOf(to) + DAY_MS).toISOString(),
  };
}
