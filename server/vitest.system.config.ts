import { defineConfig } from 'vitest/config';
import { serverTests } from './vitest.config.ts';

/** Tests that start, kill, freeze or flood real processes, or need very many rows or rounds. */
export default defineConfig({
  test: {
    ...serverTests,
    name: 'system',
    include: ['src/**/*.system.test.ts'],
    // Starting a process and its database alone can take half a minute on a busy machine.
    testTimeout: 120_000,
  },
});
