import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** One page per HTML file; `scripts/build-web.ts` runs this and compresses what comes out. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { tsconfigPaths: true },
  // Scripts find their parts beside themselves; the server says in the page where they are (src/pages/web-door.ts).
  base: './',
  // The server puts a fresh nonce in its place for each page that it sends (src/pages/web-door.ts).
  html: { cspNonce: 'INLAY_CSP_NONCE' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // The policy of the pages allows no scripts or fonts from data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Vega is one large chunk by nature, and loaded only with the first chart.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: ['chat', 'dashboard', 'admin'].map((page) => `${import.meta.dirname}/${page}.html`),
    },
  },
});
