import { expect, test } from 'vitest';
import { chartDays, dayName, namedDays, priceAxis } from './chart-plan.ts';

const sold = (day: string, low: number, high = low) => ({ day, sales: 1, low, high, average: low });

test('includes days without a sale, and shows at least a month', () => {
  const days = chartDays([sold('2026-03-01', 100)], '2026-03-03');
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({ day: '2026-03-03', sales: undefined });
  expect(days.at(-3)?.sales?.low).toBe(100);
  expect(chartDays([sold('2025-12-10', 100)], '2026-03-03')[0]!.day).toBe('2025-12-10');
});

test.each([
  [[sold('2026-03-01', 87, 141)], [80, 100, 120, 140, 160]],
  [[sold('2026-03-01', 100)], [99, 100, 101]],
  [[sold('2026-03-01', 1)], [0, 1, 2]],
  [
    [sold('2026-03-01', 1_200), sold('2026-03-02', 9_900)],
    [0, 5_000, 10_000],
  ],
])('builds the axis of %j as %j, with round numbers around all prices', (history, ticks) => {
  expect(priceAxis(history, 4)).toEqual(ticks);
});

test('always labels the last day', () => {
  expect(namedDays(30, 4).at(-1)).toBe(29);
  expect(namedDays(90, 0)).toEqual([89]);
});

test('names the same day in every time zone', () => {
  expect(dayName('2026-03-01', 'en')).toBe('01 Mar');
  expect(dayName('2026-03-01', 'tr')).toBe('01 Mar');
  expect(dayName('2026-11-30', 'tr')).toBe('30 Kas');
});
