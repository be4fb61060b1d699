import { defineConfig } from 'vitest/config';

/** Shared by both test projects of the server. */
export const serverTests = {
  root: import.meta.dirname,
  globalSetup: ['src/testing/postgres.ts'],
  testTimeout: 20_000,
  // Allows for a busy machine.
  expect: { poll: { timeout: 8_000 } },
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    ...serverTests,
    name: 'server',
    include: ['src/**/*.test.ts'],
    // These take long: vitest.system.config.ts.
    exclude: ['src/**/*.system.test.ts'],
    // Loads modules once for each worker: loading took more than half of the time. Tests keep state only in what they create.
    isolate: false,
  },
});
