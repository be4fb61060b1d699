/** First and last day, YYYY-MM-DD by UTC, both included. */
export type DayRange = { readonly from: string; readonly to: string };

const DAY_MS = 86_400_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const today = (): string => dayOf(Date.now());
export const dayAfter = (day: string): string => dayOf(Date.parse(day) + DAY_MS);
export const dayBefore = (day: string): string => dayOf(Date.parse(day) - DAY_MS);

export function daysOf({ from, to }: DayRange): string[] {
  const days = [from];
  while (days.at(-1)! < to) days.push(dayAfter(days.at(-1)!));
  return days;
}
