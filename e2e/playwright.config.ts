import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: 'tests',
  testMatch: '*.e2e.ts',
  outputDir: 'results',
  globalSetup: './start-site.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    // Set by the start of the site, before any worker reads this.
    baseURL: process.env['KARAT_E2E_ORIGIN'],
    viewport: { width: 1280, height: 860 },
    // Without a graphics card every moving light is drawn by the processor; journeys about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Istanbul',
    // A trace of every journey costs a sixth of the time: ask for one by --trace=on. The page at the moment of a failure is kept always.
    trace: 'off',
    launchOptions: executablePath === undefined ? {} : { executablePath },
  },
});
