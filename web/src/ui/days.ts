import { day } from '@karat/contract/text';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

const DAY_MS = 86_400_000;
const CHECK_INTERVAL_MS = 60_000;

/** The UTC day of a time, as the server uses it. */
function utcDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** Adds days to a day; negative numbers subtract. */
export function addDays(date: string, days: number): string {
  return utcDay(Date.parse(date) + days * DAY_MS);
}

/** A day in the format of admin pages: 03/03/2026. */
export function formatAdminDay(date: string): string {
  return date.split('-').toReversed().join('/');
}

/** Whether a text is an existing day, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  return z.safeParse(day, text).success;
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}

/** Returns today's date by UTC, and updates it after midnight. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => utcDay(Date.now()));
}
