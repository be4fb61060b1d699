import { expect, test } from 'vitest';
import { playwrightReport, slowest, vitestReport } from './test-reports.ts';

const unit = vitestReport({
  numPassedTests: 2,
  numFailedTests: 1,
  testResults: [
    {
      name: '/somewhere/server/src/wallet.test.ts',
      status: 'failed',
      assertionResults: [
        { fullName: 'a stake is booked', status: 'passed', duration: 30 },
        { fullName: 'a refund is booked', status: 'failed', duration: 900, failureMessages: ['expected 1 to be 2'] },
        { fullName: 'skipped', status: 'skipped', duration: null },
      ],
    },
    {
      name: '/somewhere/server/src/chat.test.ts',
      status: 'failed',
      message: 'Cannot find module',
      assertionResults: [],
    },
  ],
});

const journeys = playwrightReport({
  stats: { expected: 3, unexpected: 1, flaky: 2 },
  suites: [
    {
      specs: [{ file: 'chat.e2e.ts', title: 'a message', tests: [{ results: [{ duration: 500 }] }] }],
      suites: [
        {
          specs: [
            {
              file: 'chat.e2e.ts',
              title: 'a mute',
              tests: [{ results: [{ duration: 1_000, errors: [{ message: 'Timeout' }] }] }],
            },
          ],
        },
      ],
    },
  ],
});

test('counts passed and failed tests, and flaky journeys as failed', () => {
  expect([unit.passed, unit.failed]).toEqual([2, 1]);
  expect([journeys.passed, journeys.failed]).toEqual([3, 3]);
});

test('lists failed tests, files that do not load and failed journeys with their messages', () => {
  expect([...unit.failures, ...journeys.failures]).toEqual([
    { name: 'wallet.test.ts › a refund is booked', message: 'expected 1 to be 2' },
    { name: 'chat.test.ts', message: 'Cannot find module' },
    { name: 'chat.e2e.ts › a mute', message: 'Timeout' },
  ]);
});

test('lists the slowest tests of all reports first', () => {
  expect(slowest([unit, journeys], 3)).toEqual([
    { name: 'chat.e2e.ts › a mute', ms: 1_000 },
    { name: 'wallet.test.ts › a refund is booked', ms: 900 },
    { name: 'chat.e2e.ts › a message', ms: 500 },
  ]);
});
