import { defineConfig } from 'vite';

/** The script of host pages: one file without dependencies and with a name that stays, beside the pages of `vite.config.ts`. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true },
  build: {
    target: 'es2022',
    lib: {
      entry: `${import.meta.dirname}/src/embed/mount.ts`,
      name: 'Inlay',
      formats: ['iife'],
      fileName: () => 'embed.js',
    },
  },
});
