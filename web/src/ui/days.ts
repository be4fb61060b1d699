import { day } from '@karat/contract/text';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

const DAY_MS = 86_400_000;
const LOOK_MS = 60_000;

/** The day of a moment as the server has it: in every time zone the same. */
function utcDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** The day so many days after another one, or before it. */
export function dayFrom(date: string, days: number): string {
  return utcDay(Date.parse(date) + days * DAY_MS);
}

/** A day as admin pages write it: 03/03/2026. */
export function formatAdminDay(date: string): string {
  return date.split('-').toReversed().join('/');
}

/** Whether the calendar has such a day. */
export function isDay(text: string): boolean {
  return z.safeParse(day, text).success;
}

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, LOOK_MS);
  return () => clearInterval(timer);
}

/** Today, which is another day after midnight. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => utcDay(Date.now()));
}
