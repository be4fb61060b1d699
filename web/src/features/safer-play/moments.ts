import type { SaferPlay } from '@karat/contract/safer-play';
import { type Locale, formatTableTime } from '#ui/dates.ts';

/** A day with its hour and minute, on the player's own clock: 03 March 2026, 14:05. */
export function formatMoment(iso: string, locale: Locale): string {
  return formatTableTime(iso, locale).slice(0, -':ss'.length);
}

/** Whole minutes since then; at least one, because nobody is told of none. */
export function minutesSince(iso: string, nowMs: number): number {
  return Math.max(1, Math.floor((nowMs - Date.parse(iso)) / 60_000));
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * When the page will be other than it is, though nobody does anything: a looser limit can be confirmed, a break or an
 * exclusion is over, or a new day counts anew. What has passed and the server still tells as to come is due at once.
 */
export function nextChangeMs({ limits, breakUntil, excludedUntil }: SaferPlay, nowMs: number): number {
  const midnightMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  const wishes = limits.map(({ pending }) => (pending === null || pending.isDue ? null : pending.dueAt));
  const moments = [...wishes, breakUntil, excludedUntil].filter((iso) => iso !== null);
  return Math.min(midnightMs, ...moments.map((iso) => Date.parse(iso)));
}
