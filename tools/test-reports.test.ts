import { expect, test } from 'vitest';
import { playwrightReport, slowest, vitestReport } from './test-reports.ts';

const unit = vitestReport({
  numPassedTests: 2,
  numFailedTests: 1,
  testResults: [
    {
      name: '/somewhere/server/src/wallet.test.ts',
      assertionResults: [
        { fullName: 'a stake is booked', duration: 30 },
        { fullName: 'a refund is booked', duration: 900 },
        { fullName: 'skipped', duration: null },
      ],
    },
  ],
});

const journeys = playwrightReport({
  stats: { expected: 3, unexpected: 1, flaky: 2 },
  suites: [
    {
      specs: [{ file: 'chat.e2e.ts', title: 'a message', tests: [{ results: [{ duration: 500 }] }] }],
      suites: [{ specs: [{ file: 'chat.e2e.ts', title: 'a mute', tests: [{ results: [{ duration: 1_000 }] }] }] }],
    },
  ],
});

test('counts passed and failed tests, and flaky journeys as failed', () => {
  expect([unit.passed, unit.failed]).toEqual([2, 1]);
  expect([journeys.passed, journeys.failed]).toEqual([3, 3]);
});

test('lists the slowest tests of all reports first', () => {
  expect(slowest([unit, journeys], 3)).toEqual([
    { name: 'chat.e2e.ts › a mute', ms: 1_000 },
    { name: 'wallet.test.ts › a refund is booked', ms: 900 },
    { name: 'chat.e2e.ts › a message', ms: 500 },
  ]);
});
