import { describe, expect, test } from 'vitest';
import {
  CLAIM_ABOVE_PERCENT,
  MISSION_EVENTS,
  MISSION_PERIODS,
  missionTypeText,
  parseMissionType,
  periodEnd,
  progressPercent,
} from './missions.ts';

describe('types', () => {
  test('every type can be written and parsed again', () => {
    for (const period of MISSION_PERIODS) {
      for (const event of MISSION_EVENTS) {
        const type = { period, event, caseName: event === 'open_case' ? 'Şafak: "daily:" & more' : undefined };
        expect(parseMissionType(missionTypeText(type))).toEqual(type);
      }
    }
  });

  test.each([
    ['open_cases', 'once', 'open_cases', undefined],
    ['daily:sell_items', 'day', 'sell_items', undefined],
    ['weekly:wager', 'week', 'wager', undefined],
    ['open_case:Flint', 'once', 'open_case', 'Flint'],
    ['weekly:open_case:Leather & Brass', 'week', 'open_case', 'Leather & Brass'],
    ['daily:open_case:daily:wager', 'day', 'open_case', 'daily:wager'],
  ] as const)('parses %s', (text, period, event, caseName) => {
    expect(parseMissionType(text)).toEqual({ period, event, caseName });
    expect(missionTypeText({ period, event, caseName })).toBe(text);
  });

  test.each([
    [''],
    ['invite a friend'],
    ['open_case'],
    ['open_case:'],
    ['daily:open_case:'],
    ['OPEN_CASES'],
    ['open_cases '],
    ['daily:'],
    ['daily:weekly:wager'],
    ['monthly:wager'],
    ['wager:100'],
  ])('rejects %j', (text) => expect(parseMissionType(text)).toBeUndefined());
});

describe('percent', () => {
  test.each([
    [0, 10, 0],
    [1, 1_000, 0],
    [29, 100, 29],
    [57, 100, 57],
    [1, 3, 33],
    [9_999, 10_000, 99],
    [999_999_999, 1_000_000_000, 99],
    [10, 10, 100],
    [11, 10, 100],
    [1, 1, 100],
  ])('%i of %i is %i', (amount, target, percent) => expect(progressPercent(amount, target)).toBe(percent));

  test('each percent is exact, and only a target that was reached can be claimed', () => {
    for (let amount = 0; amount <= 100; amount++) expect(progressPercent(amount, 100)).toBe(amount);
    for (const target of [1, 2, 3, 7, 99, 101, 12_345, 1_000_000_000]) {
      expect(progressPercent(target - 1, target)).toBeLessThanOrEqual(CLAIM_ABOVE_PERCENT);
      expect(progressPercent(target, target)).toBeGreaterThan(CLAIM_ABOVE_PERCENT);
    }
  });
});

describe('the end of a period', () => {
  const endOf = (period: 'day' | 'week', at: string) => new Date(periodEnd(period, Date.parse(at))!).toISOString();

  test.each([
    ['day', '2026-03-11T00:00:00.000Z', '2026-03-12'],
    ['day', '2026-03-11T23:59:59.999Z', '2026-03-12'],
    ['day', '2026-12-31T12:00:00.000Z', '2027-01-01'],
    ['day', '2028-02-28T12:00:00.000Z', '2028-02-29'],
    ['week', '2026-03-09T00:00:00.000Z', '2026-03-16'],
    ['week', '2026-03-11T12:00:00.000Z', '2026-03-16'],
    ['week', '2026-03-15T23:59:59.999Z', '2026-03-16'],
    ['week', '2026-03-16T00:00:00.000Z', '2026-03-23'],
    ['week', '2026-12-31T12:00:00.000Z', '2027-01-04'],
    ['week', '2027-01-03T23:59:59.999Z', '2027-01-04'],
    ['week', '1970-01-01T00:00:00.000Z', '1970-01-05'],
  ] as const)('the %s of %s ends with the first moment of %s', (period, index, end) =>
    expect(endOf(period, index)).toBe(`${end}T00:00:00.000Z`),
  );

  test('a mission without a period has none', () => expect(periodEnd('once', Date.now())).toBeUndefined());

  test('weeks begin on Monday, in any of ten years', () => {
    for (let atMs = Date.UTC(2024, 0, 1, 5); atMs < Date.UTC(2034, 0, 1); atMs += 86_400_000) {
      const end = new Date(periodEnd('week', atMs)!);
      expect(end.getUTCDay()).toBe(1);
      expect(end.getTime() - atMs).toBeLessThanOrEqual(7 * 86_400_000);
    }
  });
});
