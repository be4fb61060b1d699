import { expect, test } from 'vitest';
import { createCalendar } from './calendar.ts';

test('the calendar maps real time to seven days, with busy evenings and quiet nights', () => {
  let now = 0;
  const calendar = createCalendar(7_000, () => now);
  const activityAt = (day: number, hour: number): number => {
    now = (day - 1) * 1_000 + (hour / 24) * 1_000 + 1;
    return calendar.activity();
  };
  expect(activityAt(1, 20)).toBeCloseTo(1, 2);
  expect(activityAt(5, 8)).toBeCloseTo(0.15, 2);
  expect(calendar.moment()).toEqual({ day: 5, hour: 8 });
  expect(calendar.elapsed()).toBeLessThan(1);
  now = 7_000;
  expect(calendar.elapsed()).toBe(1);
  expect(calendar.moment()).toEqual({ day: 7, hour: 23 });
});
