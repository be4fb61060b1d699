import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/postgres.ts'],
    testTimeout: 20_000,
    // How long something that will be so is waited for: a busy machine takes its time.
    expect: { poll: { timeout: 8_000 } },
    hookTimeout: 60_000,
  },
});
