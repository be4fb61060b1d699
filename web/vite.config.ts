import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Set before rolldown loads its binary: a binary of another version builds chunks with syntax errors and reports success.
process.env['NAPI_RS_ENFORCE_VERSION_CHECK'] ??= '1';

/** Groups that change seldom, so that a returning player loads only what a release touched; `kit` is what every page draws with. */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  { name: 'ui', test: /node_modules\/(radix-ui|@radix-ui|@floating-ui|react-remove-scroll|aria-hidden)/, priority: 2 },
  {
    name: 'vendor',
    test: /node_modules\/(react-router|@tanstack|react-toastify|zustand|dayjs|clsx|use-sync-external-store|cookie)/,
    priority: 1,
  },
  {
    name: 'kit',
    test: /web\/src\/(ui\/|app\/(api|live|modals|session)\.ts|i18n\/(mixed|i18n|lang-of|plural|refusals|sentences))|node_modules\/lucide-react/,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  appType: 'spa',
  plugins: [react(), tailwindcss()],
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
