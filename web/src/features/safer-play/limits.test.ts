import { LIMIT_DIAMONDS_MAX } from '@karat/contract/safer-play';
import { expect, test } from 'vitest';
import { askedAt, typedLimit, usedPercent } from './limits.ts';
import { minutesSince } from './moments.ts';

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
])('%i of %i used is %i percent', (used, allowed, percent) => {
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
  [String(LIMIT_DIAMONDS_MAX + 1), { trouble: 'tooLarge' }],
  ['99999999999999999999', { trouble: 'tooLarge' }],
  ['1,5', { trouble: 'unclear' }],
  ['1.5', { trouble: 'unclear' }],
  ['15.00', { trouble: 'unclear' }],
  ['-1', { trouble: 'unclear' }],
  ['1e3', { trouble: 'unclear' }],
  ['much', { trouble: 'unclear' }],
])('“%s” in the field is %o', (text, typed) => {
  expect(typedLimit(text)).toEqual(typed);
});

test('a wish was made a day before it can be confirmed', () => {
  expect(askedAt('2026-03-04T14:05:00.000Z')).toBe('2026-03-03T14:05:00.000Z');
});

test.each([
  [0, 1],
  [59, 1],
  [60, 1],
  [119, 1],
  [1_800, 30],
  [-5, 1],
])('%i seconds of play are told as %i minutes', (seconds, minutes) => {
  const now = Date.parse('2026-03-03T14:00:00.000Z');
  expect(minutesSince(new Date(now - seconds * 1_000).toISOString(), now)).toBe(minutes);
});
