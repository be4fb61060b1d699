import { GAMES } from './games.ts';

/** What staff can switch off. `site` off is maintenance: only staff can use the site. */
export const SWITCHES = ['site', ...GAMES, 'market', 'deposits', 'withdrawals', 'chat', 'signups'] as const;
export type SwitchName = (typeof SWITCHES)[number];

type Period = { readonly startsAtMs: number; readonly endsAtMs: number | null };

/** Whether a moment is in a period. The end does not belong to it. */
export function isDuring({ startsAtMs, endsAtMs }: Period, atMs: number): boolean {
  return startsAtMs <= atMs && (endsAtMs === null || atMs < endsAtMs);
}

/** The next moment at which one of the periods starts or ends; undefined if there is none. */
export function nextBoundaryMs(periods: readonly Period[], atMs: number): number | undefined {
  const boundaries = periods.flatMap(({ startsAtMs, endsAtMs }) => [startsAtMs, endsAtMs ?? startsAtMs]);
  const coming = boundaries.filter((boundaryMs) => boundaryMs > atMs);
  return coming.length === 0 ? undefined : Math.min(...coming);
}
