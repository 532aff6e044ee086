import { defineConfig } from 'vitest/config';

/** `npm run test:soak`: minutes, chosen by `SOAK_MINUTES`; no part of `npm test`. */
export default defineConfig({
  test: {
    include: ['test/soak/*.soak.ts'],
    testTimeout: 0,
    hookTimeout: 300_000,
    disableConsoleIntercept: true,
  },
});
