import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledEarly } from './tools/compiled-early.ts';
import { pageParts } from './tools/page-parts.ts';
import { withoutSummaries } from './tools/without-summaries.ts';
import { verifiers } from './verifier/plugin.ts';

// Set before rolldown loads its binary: a binary of another version builds chunks with syntax errors and reports success.
process.env['NAPI_RS_ENFORCE_VERSION_CHECK'] ??= '1';

/**
 * Groups that change seldom, so that a returning player loads only what a release touched. `kit` is what pages draw
 * with, but for what a single one of them needs; `ui` is what opens over a page, and is not needed for the first one;
 * `boot` is what runs before all of them; `desk` is the words of staff.
 */
const groups = [
  { name: 'boot', test: /vite\/preload-helper|rolldown\/runtime|web\/src\/app\/first-calls/, priority: 5 },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|get-nonce)\//, priority: 4 },
  {
    name: 'ui',
    test: /node_modules\/(radix-ui|@radix-ui|@floating-ui|react-remove-scroll|aria-hidden)/,
    priority: 3,
  },
  { name: 'dates', test: /node_modules\/dayjs/, priority: 3 },
  {
    name: 'vendor',
    test: /node_modules\/(react-router|@tanstack|react-toastify|zustand|clsx|use-sync-external-store|cookie)/,
    priority: 2,
  },
  {
    name: 'kit',
    test: /web\/src\/(ui\/(?!admin-|days|modal|sheet|menu|choice-menu|popover-panel|tooltip|dates|time|spin|sound|preferences|age-button|own-rules)|app\/(api|channel|live|modals|session|navigation|nav-links|language)\.|features\/chat\/chat-(bones|state|options)\.|features\/\w+\/online-count|i18n\/(mixed|i18n|lang-of|plural|refusals|sentences))|node_modules\/lucide-react/,
    minShareCount: 2,
    priority: 1,
  },
  { name: 'desk', test: /web\/src\/i18n\/desk\//, priority: 0 },
];

export default defineConfig({
  root: import.meta.dirname,
  appType: 'spa',
  plugins: [withoutSummaries(), react(), tailwindcss(), pageParts(), compiledEarly(), verifiers()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The CSP allows no data: fonts, and a font of its own is cached for ever.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
