import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'rules', root: 'rules', include: ['src/**/*.test.ts'], exclude: ['src/**/*.system.test.ts'] } },
      { test: { name: 'rules-system', root: 'rules', include: ['src/**/*.system.test.ts'] } },
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      { test: { name: 'art', root: 'art', include: ['src/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'tools', root: 'tools', include: ['*.test.ts'], testTimeout: 30_000 } },
      'server',
      'server/vitest.system.config.ts',
      'web',
    ],
  },
});
