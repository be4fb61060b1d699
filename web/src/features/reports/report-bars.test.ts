import { expect, test } from 'vitest';
import { reportDay } from '#testing/reports.ts';
import { barsOf, gamesOf } from './report-bars.ts';
import { reportRangeOf } from './queries.ts';

test('stacks gains above zero and costs below it', () => {
  const day = reportDay('2026-03-03', { cases: 100, roulette: -30, duels: 20, promo: -10 });
  expect(barsOf(day)).toEqual([
    { game: 'cases', from: 0, to: 100 },
    { game: 'roulette', from: 0, to: -30 },
    { game: 'duels', from: 100, to: 120 },
    { game: 'promo', from: -30, to: -40 },
  ]);
  expect(barsOf(reportDay('2026-03-03'))).toEqual([]);
});

test('omits games without any amount', () => {
  expect(gamesOf([reportDay('2026-03-03', { market: 5 }), reportDay('2026-03-04', { cases: -5 })])).toEqual([
    'cases',
    'market',
  ]);
});

test.each<[search: string, from: string, to: string, days: number | undefined]>([
  ['', '2026-02-02', '2026-03-03', 30],
  ['days=7', '2026-02-25', '2026-03-03', 7],
  ['days=90', '2025-12-04', '2026-03-03', 90],
  ['days=5', '2026-02-02', '2026-03-03', 30],
  ['from=2026-01-01&to=2026-01-31', '2026-01-01', '2026-01-31', undefined],
  ['from=2026-01-31&to=2026-01-01', '2026-02-02', '2026-03-03', 30],
  ['from=2020-01-01&to=2026-01-01', '2026-02-02', '2026-03-03', 30],
  ['from=soon&to=2026-01-01', '2026-02-02', '2026-03-03', 30],
])('reads the URL "%s" as %s to %s', (search, from, to, days) => {
  expect(reportRangeOf(new URLSearchParams(search), '2026-03-03')).toEqual({ from, to, days, players: 'all' });
});
