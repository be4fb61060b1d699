import { defineConfig } from 'vitest/config';

/** What both projects of the server share. */
export const serverTests = {
  root: import.meta.dirname,
  globalSetup: ['src/testing/postgres.ts'],
  testTimeout: 20_000,
  // A busy machine takes its time.
  expect: { poll: { timeout: 8_000 } },
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    ...serverTests,
    name: 'server',
    include: ['src/**/*.test.ts'],
    // These start, kill, freeze or flood real processes: vitest.system.config.ts.
    exclude: ['src/**/*.system.test.ts'],
    // Modules are loaded once for each worker: loading them took more than half of the time. Tests keep their state in what they create.
    isolate: false,
  },
});
