import { type Locale, formatTableTime } from '#ui/dates.ts';

/** A day with its hour and minute, on the player's own clock: 03 March 2026, 14:05. */
export function formatMoment(iso: string, locale: Locale): string {
  return formatTableTime(iso, locale).slice(0, -':ss'.length);
}

/** Whole minutes since then; at least one, because nobody is told of none. */
export function minutesSince(iso: string, nowMs: number): number {
  return Math.max(1, Math.floor((nowMs - Date.parse(iso)) / 60_000));
}
