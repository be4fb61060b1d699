import type { SaferPlay } from '@karat/contract/safer-play';
import { type Locale, formatTableTime } from '#ui/dates.ts';

/** Date, hour and minute in the player's time zone: 03 March 2026, 14:05. */
export function formatDateTime(iso: string, locale: Locale): string {
  return formatTableTime(iso, locale).slice(0, -':ss'.length);
}

/** Whole minutes since then; at least one. */
export function minutesSince(iso: string, nowMs: number): number {
  return Math.max(1, Math.floor((nowMs - Date.parse(iso)) / 60_000));
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * The next time when the page changes without an event: a less strict limit can be confirmed, a break or exclusion ends, or a new day starts.
 * A past time that the server still reports as pending is due immediately.
 */
export function nextChangeMs({ limits, breakUntil, excludedUntil }: SaferPlay, nowMs: number): number {
  const midnightMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  const dueTimes = limits.map(({ pending }) => (pending === null || pending.isDue ? null : pending.dueAt));
  const moments = [...dueTimes, breakUntil, excludedUntil].filter((iso) => iso !== null);
  return Math.min(midnightMs, ...moments.map((iso) => Date.parse(iso)));
}
