import dayjs from 'dayjs';
import 'dayjs/locale/tr.js';
import relativeTime from 'dayjs/plugin/relativeTime.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(relativeTime);
dayjs.extend(utc);

export type Locale = 'en' | 'tr';

/** The time of a table row in the local time zone: 03 March 2026, 14:05:09. */
export function formatTableTime(iso: string, locale: Locale = 'en'): string {
  return dayjs.utc(iso).local().locale(locale).format('DD MMMM YYYY, HH:mm:ss');
}

/** A day in the local time zone: 03 March 2026. */
export function formatDay(iso: string, locale: Locale = 'en'): string {
  return dayjs.utc(iso).local().locale(locale).format('DD MMMM YYYY');
}

/** The time on an admin page: 14:05:09 03/03/2026. */
export function formatAdminTime(iso: string): string {
  return dayjs.utc(iso).local().format('HH:mm:ss DD/MM/YYYY');
}

/** Formats the time since a date. A slow local clock must not show the past as the future. */
export function formatRelative(iso: string, now: number, locale: Locale = 'en'): string {
  const then = Math.min(Date.parse(iso), now);
  return dayjs(then).locale(locale).from(dayjs(now));
}

/** A month in the local time zone: March 2026. */
export function formatMonth(iso: string, locale: Locale = 'en'): string {
  return dayjs.utc(iso).local().locale(locale).format('MMMM YYYY');
}

/** A UTC day, which no time zone shifts: 3 March 2026. */
export function formatUtcDay(day: string, locale: Locale = 'en'): string {
  return dayjs.utc(day).locale(locale).format('D MMMM YYYY');
}

/** The same without its year: 3 Mar. */
export function formatShortDay(day: string, locale: Locale = 'en'): string {
  return dayjs.utc(day).locale(locale).format('D MMM');
}
