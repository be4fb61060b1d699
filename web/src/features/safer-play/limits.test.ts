import { LIMIT_DIAMONDS_MAX } from '@karat/contract/safer-play';
import { expect, test } from 'vitest';
import { exampleLimits, exampleSaferPlay } from '#testing/safer-play.ts';
import { requestTimeFromDue, parseLimit, usedPercent } from './limits.ts';
import { minutesSince, nextChangeMs } from './date-times.ts';

test.each([
  [0, 100, 0],
  [1, 300, 0],
  [50, 100, 50],
  [99, 100, 99],
  [999, 1_000, 99],
  [100, 100, 100],
  [250, 100, 100],
  [-40, 100, 0],
  [0, 0, 100],
])('%i of %i used are %i percent', (used, allowed, percent) => {
  expect(usedPercent({ used, allowed })).toBe(percent);
});

test.each([
  ['', { allowed: null }],
  ['  ', { allowed: null }],
  ['0', { allowed: 0 }],
  ['1500', { allowed: 1_500 }],
  ['1.500', { allowed: 1_500 }],
  [' 1.234.567 ', { allowed: 1_234_567 }],
  [String(LIMIT_DIAMONDS_MAX), { allowed: LIMIT_DIAMONDS_MAX }],
  [String(LIMIT_DIAMONDS_MAX + 1), { problem: 'tooLarge' }],
  ['99999999999999999999', { problem: 'tooLarge' }],
  ['1,5', { problem: 'unclear' }],
  ['1.5', { problem: 'unclear' }],
  ['15.00', { problem: 'unclear' }],
  ['-1', { problem: 'unclear' }],
  ['1e3', { problem: 'unclear' }],
  ['much', { problem: 'unclear' }],
])('parses “%s” as %o', (text, typed) => {
  expect(parseLimit(text)).toEqual(typed);
});

test("derives the request's time as a day before its confirmation", () => {
  expect(requestTimeFromDue('2026-03-04T14:05:00.000Z')).toBe('2026-03-03T14:05:00.000Z');
});

test.each([
  [0, 1],
  [59, 1],
  [60, 1],
  [119, 1],
  [1_800, 30],
  [-5, 1],
])('shows %i seconds of play as %i minutes', (seconds, minutes) => {
  const now = Date.parse('2026-03-03T14:00:00.000Z');
  expect(minutesSince(new Date(now - seconds * 1_000).toISOString(), now)).toBe(minutes);
});

const pendingLimits = (dueAt: string, isDue = false) =>
  exampleLimits({ 'loss week': { allowed: 5, pending: { allowed: null, dueAt, isDue } } });

test.each([
  ['the next day, where nothing is to come', {}, '2026-03-04T00:00:00.000Z'],
  ['the end of a break', { breakUntil: '2026-03-03T15:00:00.000Z' }, '2026-03-03T15:00:00.000Z'],
  ['the end of an exclusion', { excludedUntil: '2026-03-03T16:00:00.000Z' }, '2026-03-03T16:00:00.000Z'],
  ['the next day, where a break lasts longer', { breakUntil: '2026-03-09T15:00:00.000Z' }, '2026-03-04T00:00:00.000Z'],
  [
    'a requested limit that becomes due',
    { limits: pendingLimits('2026-03-03T14:30:00.000Z') },
    '2026-03-03T14:30:00.000Z',
  ],
  [
    'not a requested limit that is due already',
    { limits: pendingLimits('2026-03-03T13:30:00.000Z', true) },
    '2026-03-04T00:00:00.000Z',
  ],
  ['what the server has not let go yet', { breakUntil: '2026-03-03T13:59:59.000Z' }, '2026-03-03T13:59:59.000Z'],
  [
    'the first of several',
    { limits: pendingLimits('2026-03-03T14:30:00.000Z'), breakUntil: '2026-03-03T14:10:00.000Z' },
    '2026-03-03T14:10:00.000Z',
  ],
])('changes next with %s', (_, overrides, then) => {
  const now = Date.parse('2026-03-03T14:00:00.000Z');
  expect(new Date(nextChangeMs(exampleSaferPlay(overrides), now)).toISOString()).toBe(then);
});
