import { expect, test } from 'vitest';
import { limitStep, type LimitStep, type Standing } from './limits.ts';

const asked = (allowed: number | null) => ({ allowed });

test.each<[what: string, standing: Standing, wanted: number | null, step: LimitStep]>([
  ['a first limit', { allowed: null, asked: null }, 100, 'holds'],
  ['a first limit of nothing at all', { allowed: null, asked: null }, 0, 'holds'],
  ['a lower one', { allowed: 100, asked: null }, 99, 'holds'],
  ['a lower one while a higher was asked for', { allowed: 100, asked: asked(200) }, 50, 'holds'],
  ['a higher one', { allowed: 100, asked: null }, 101, 'waits'],
  ['none in place of one', { allowed: 100, asked: null }, null, 'waits'],
  ['another higher one than was asked for', { allowed: 100, asked: asked(200) }, 300, 'waits'],
  ['none where a higher one was asked for', { allowed: 100, asked: asked(200) }, null, 'waits'],
  ['what was asked for', { allowed: 100, asked: asked(200) }, 200, 'stays'],
  ['none where none was asked for', { allowed: 100, asked: asked(null) }, null, 'stays'],
  ['the same', { allowed: 100, asked: asked(200) }, 100, 'stays'],
  ['none where there is none', { allowed: null, asked: null }, null, 'stays'],
])('%s', (_, standing, wanted, step) => {
  expect(limitStep(standing, wanted)).toBe(step);
});
