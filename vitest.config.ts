import { defineConfig } from 'vitest/config';

// Many times what a test needs, for a busy machine.
const testTimeout = 30_000;
const include = ['src/**/*.test.ts'];
const systemTests = ['src/**/*.system.test.ts'];

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'rules', root: 'rules', include, exclude: systemTests, testTimeout } },
      { test: { name: 'rules-system', root: 'rules', include: systemTests, testTimeout } },
      { test: { name: 'contract', root: 'contract', include, testTimeout } },
      { test: { name: 'art', root: 'art', include, testTimeout } },
      { test: { name: 'tools', root: 'tools', include: ['*.test.ts'], testTimeout } },
      'server',
      'server/vitest.system.config.ts',
      'web',
    ],
  },
});
