import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of what the pages and packages are made of, which Vite puts together. */
const ofPages = [
  'web/src/**/*.test.{ts,tsx}',
  'test/{pages,packages}/**/*.test.ts',
  'examples/react/**/*.test.ts',
];

/** Tests that need a browser and the built pages, which are built before the first of them. */
const inBrowser = 'test/browser/**/*.test.ts';

// Workers, and the processes that tests start, find what those before them compiled.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url));

/** Files that take long for their size, by which others are ordered as long as nobody knows their times. */
const slow =
  /\/(admin|answers|configuration|crash|dashboard|db-scripts|duckdb-(copies|memory)|eval|failed-start|helpdesk|hidden-rows|npm-start|pages|redis-outage|rolling-restart|three-processes)\.test\.ts$/;

/** Begins with what takes long, so that no worker is left alone with it at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(slow.test(b.moduleId)) - Number(slow.test(a.moduleId)));
  }
}

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    // Vite would take the package's development build, our dependencies take the other one, and a schema made with the
    // one is refused by the other.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    // Tests wait a lot, for browsers, processes and servers: with a worker for each core, a third of the cores' time is idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // On a busy machine, too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is polled for comes at once or never, but a busy machine may take its time; a second is the default.
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['test/support/property-seed.ts', 'src/engines/duckdb/allocator.ts'],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          include: [
            'src/**/*.test.ts',
            'test/**/*.test.ts',
            'examples/**/*.test.ts',
            'eval/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [...ofPages, inBrowser, '**/node_modules/**'],
          globalSetup: 'test/fixtures/clickhouse/start.ts',
          // None of these files changes what another imports; importing it for each costs a third of their time.
          isolate: false,
          // To optimise WebAssembly takes longer than these tests gain from it.
          execArgv: ['--liftoff-only'],
          // Node runs the service as it stands, and so it does here: that takes a fifth less time than through Vite.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ofPages,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [inBrowser],
          // As above; they share a browser, too.
          isolate: false,
          globalSetup: 'test/browser/build-pages.ts',
        },
      },
    ],
  },
});
