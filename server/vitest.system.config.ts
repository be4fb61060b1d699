import { defineConfig } from 'vitest/config';
import { serverTests } from './vitest.config.ts';

/** Tests that start, kill, freeze or flood real processes. */
export default defineConfig({
  test: { ...serverTests, name: 'system', include: ['src/**/*.system.test.ts'] },
});
