import { REPORT_GAMES, type ReportDay, type ReportGame } from '@karat/contract/reports';

/** One game's part of a day's column: from where to where, in diamonds. */
export type Bar = { readonly game: ReportGame; readonly from: number; readonly to: number };

/** What was gained stands on the line, what was paid hangs below it, one game upon the other. */
export function barsOf(day: ReportDay): Bar[] {
  const bars: Bar[] = [];
  let [top, bottom] = [0, 0];
  for (const game of REPORT_GAMES) {
    const amount = day[game];
    if (amount > 0) bars.push({ game, from: top, to: (top += amount) });
    if (amount < 0) bars.push({ game, from: bottom, to: (bottom += amount) });
  }
  return bars;
}

/** The games that moved anything at all, in their order. */
export function gamesOf(days: readonly ReportDay[]): ReportGame[] {
  return REPORT_GAMES.filter((game) => days.some((day) => day[game] !== 0));
}
