import { defineConfig } from 'vitest/config';

/** Tests that start, kill, freeze or flood real processes. */
export default defineConfig({
  test: {
    name: 'system',
    root: import.meta.dirname,
    include: ['src/**/*.system.test.ts'],
    globalSetup: ['src/testing/postgres.ts'],
    testTimeout: 20_000,
    // A busy machine takes its time.
    expect: { poll: { timeout: 8_000 } },
    hookTimeout: 60_000,
  },
});
