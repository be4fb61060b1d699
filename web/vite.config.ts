import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { stripSchemas } from './tools/strip-schemas.ts';
import { chunkGroups } from './tools/chunk-groups.ts';
import { compileHints } from './tools/compile-hints.ts';
import { firstCalls } from './tools/first-calls.ts';
import { pageAssets } from './tools/page-assets.ts';
import { serviceWorker } from './tools/service-worker.ts';
import { verifiers } from './verifier/plugin.ts';

// Must be set before rolldown loads its binary: a binary of another version builds chunks with syntax errors and reports success.
process.env['NAPI_RS_ENFORCE_VERSION_CHECK'] ??= '1';

export default defineConfig({
  root: import.meta.dirname,
  appType: 'spa',
  define: { FIRST_CALLS: JSON.stringify(firstCalls) },
  plugins: [stripSchemas(), react(), tailwindcss(), pageAssets(), compileHints(), verifiers(), serviceWorker()],
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
