import dayjs from 'dayjs';
import 'dayjs/locale/tr.js';
import relativeTime from 'dayjs/plugin/relativeTime.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(relativeTime);
dayjs.extend(utc);

export type Locale = 'en' | 'tr';

/** The time of a table row: 03 March 2026, 14:05:09, on the player's own clock. */
export function formatTableTime(iso: string, locale: Locale = 'en'): string {
  return dayjs.utc(iso).local().locale(locale).format('DD MMMM YYYY, HH:mm:ss');
}

/** A day alone: 03 March 2026, on the player's own calendar. */
export function formatDay(iso: string, locale: Locale = 'en'): string {
  return dayjs.utc(iso).local().locale(locale).format('DD MMMM YYYY');
}

/** The time on an admin page: 14:05:09 03/03/2026. */
export function formatAdminTime(iso: string): string {
  return dayjs.utc(iso).local().format('HH:mm:ss DD/MM/YYYY');
}

/** How long ago something was. A clock that runs slow must not put the past into the future. */
export function formatRelative(iso: string, now: number, locale: Locale = 'en'): string {
  const then = Math.min(Date.parse(iso), now);
  return dayjs(then).locale(locale).from(dayjs(now));
}
