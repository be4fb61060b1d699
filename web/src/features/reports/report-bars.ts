import { REPORT_GAMES, type ReportDay, type ReportGame } from '@karat/contract/reports';

/** One game's part of a day's column, from and to in diamonds. */
export type Bar = { readonly game: ReportGame; readonly from: number; readonly to: number };

/** Stacks gains above zero and costs below it. */
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

/** The games with any amount, in their fixed order. */
export function gamesOf(days: readonly ReportDay[]): ReportGame[] {
  return REPORT_GAMES.filter((game) => days.some((day) => day[game] !== 0));
}
