import { expect, test } from 'vitest';
import { limitEffect, type LimitEffect, type CurrentLimit } from './limits.ts';

const requested = (allowed: number | null) => ({ allowed });

test.each<[what: string, current: CurrentLimit, wanted: number | null, step: LimitEffect]>([
  ['a first limit', { allowed: null, requested: null }, 100, 'holds'],
  ['a first limit of nothing at all', { allowed: null, requested: null }, 0, 'holds'],
  ['a lower one', { allowed: 100, requested: null }, 99, 'holds'],
  ['a lower one while a higher was asked for', { allowed: 100, requested: requested(200) }, 50, 'holds'],
  ['a higher one', { allowed: 100, requested: null }, 101, 'waits'],
  ['none in place of one', { allowed: 100, requested: null }, null, 'waits'],
  ['another higher one than was asked for', { allowed: 100, requested: requested(200) }, 300, 'waits'],
  ['none where a higher one was asked for', { allowed: 100, requested: requested(200) }, null, 'waits'],
  ['what was asked for', { allowed: 100, requested: requested(200) }, 200, 'stays'],
  ['none where none was asked for', { allowed: 100, requested: requested(null) }, null, 'stays'],
  ['the same', { allowed: 100, requested: requested(200) }, 100, 'stays'],
  ['none where there is none', { allowed: null, requested: null }, null, 'stays'],
])('%s', (_, current, wanted, step) => {
  expect(limitEffect(current, wanted)).toBe(step);
});
