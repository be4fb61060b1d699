import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: 'tests',
  testMatch: '*.e2e.ts',
  outputDir: 'results',
  globalSetup: './start-site.ts',
  fullyParallel: true,
  // More than the two cores of CI, because many journeys wait for rounds and matches.
  workers: 3,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    // Set by the global setup, before any worker reads this.
    baseURL: process.env['KARAT_E2E_ORIGIN'],
    viewport: { width: 1280, height: 860 },
    // Without a GPU, animations cost processor time; journeys about motion turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Istanbul',
    // Traces cost a sixth of the time: use --trace=on. A snapshot of the page at a failure is always kept.
    trace: 'off',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      // A journey runs no code long enough to gain from optimizing compilers: without them it takes a tenth less time.
      args: ['--js-flags=--no-opt --no-maglev'],
    },
  },
});
