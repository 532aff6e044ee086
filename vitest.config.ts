import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    // Vite would take the package's development build, our dependencies take the other one, and a schema made with the
    // one is refused by the other.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts', 'eval/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
