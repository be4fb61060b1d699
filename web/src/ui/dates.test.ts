import { expect, test } from 'vitest';
import {
  formatAdminTime,
  formatMonth,
  formatRelative,
  formatShortDay,
  formatTableTime,
  formatUtcDay,
} from './dates.ts';

// Times are shown in the local time zone, so the expectation uses it too.
const iso = '2026-03-03T14:05:09.000Z';
const local = new Date(iso);
const two = (value: number) => String(value).padStart(2, '0');
const clock = [local.getHours(), local.getMinutes(), local.getSeconds()].map(two).join(':');

test('a table shows day, month, year and time, in English or Turkish', () => {
  expect(formatTableTime(iso)).toBe(`${two(local.getDate())} March 2026, ${clock}`);
  expect(formatTableTime(iso, 'tr')).toBe(`${two(local.getDate())} Mart 2026, ${clock}`);
});

test('an admin page shows the time first', () => {
  expect(formatAdminTime(iso)).toBe(`${clock} ${two(local.getDate())}/03/2026`);
});

const now = Date.parse(iso);
const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString();

test.each([
  [0, 'a few seconds ago'],
  [44, 'a few seconds ago'],
  [60, 'a minute ago'],
  [5 * 60, '5 minutes ago'],
  [3 * 3_600, '3 hours ago'],
  [2 * 86_400, '2 days ago'],
])('%i seconds ago read "%s"', (seconds, text) => {
  expect(formatRelative(ago(seconds), now)).toBe(text);
});

test('never shows a past event as in the future, even if the local clock is slow', () => {
  expect(formatRelative(ago(-30), now)).toBe('a few seconds ago');
  expect(formatRelative(ago(-90_000), now)).toBe('a few seconds ago');
});

test.each([
  ['en', 'March 2026', '3 March 2026', '3 Mar'],
  ['tr', 'Mart 2026', '3 Mart 2026', '3 Mar'],
] as const)('months and UTC days in %s', (locale, month, day, shortDay) => {
  expect(formatMonth('2026-03-15T12:00:00.000Z', locale)).toBe(month);
  expect(formatUtcDay('2026-03-03', locale)).toBe(day);
  expect(formatShortDay('2026-03-03', locale)).toBe(shortDay);
});
