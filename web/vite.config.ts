import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { barelyTheContract } from './tools/bare-contract.ts';
import { chunkGroups } from './tools/chunk-groups.ts';
import { compiledEarly } from './tools/compiled-early.ts';
import { firstCalls } from './tools/first-calls.ts';
import { pageParts } from './tools/page-parts.ts';
import { verifiers } from './verifier/plugin.ts';

// Must be set before rolldown loads its binary: a binary of another version builds chunks with syntax errors and reports success.
process.env['NAPI_RS_ENFORCE_VERSION_CHECK'] ??= '1';

export default defineConfig({
  root: import.meta.dirname,
  appType: 'spa',
  define: { FIRST_CALLS: JSON.stringify(firstCalls) },
  plugins: [barelyTheContract(), react(), tailwindcss(), pageParts(), compiledEarly(), verifiers()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The CSP forbids data: fonts, and a separate font file can be cached permanently.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
});
