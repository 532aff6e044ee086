import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type InlineConfig, type Rollup } from 'vite';
import { expect, vi } from 'vitest';
import type { RunningService } from '../../examples/demo/start-service.ts';
import { fillDataDirectory } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { installPackages } from '../support/installed-packages.ts';
import { type ModelCall, openModelServer } from '../support/model-server.ts';
import { adminKey, createServiceFolder, modelAgent, ServiceProcess } from '../support/service-process.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { browserTest, describeInBrowser } from './browser-test.ts';

/**
 * examples/react with both packages as they are published, against the started service, through a proxy that cuts connections.
 * Packages of others are those of this repository, so that no registry is asked.
 */
const root = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);
const ofOthers = [
  'ai',
  '@ai-sdk/react',
  'react',
  'react-dom',
  '@types/node',
  '@types/react',
  '@types/react-dom',
];

interface World {
  /** The application's origin. */
  readonly origin: string;
  readonly proxy: TcpProxy;
  readonly service: ServiceProcess;
  readonly nextCall: () => Promise<ModelCall>;
  readonly folder: string;
}

async function openWorld(opened: AsyncDisposableStack): Promise<World> {
  const calls: ModelCall[] = [];
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  async function startService(): Promise<ServiceProcess> {
    const model = opened.use(await openModelServer((call) => void calls.push(call)));
    const workspace = opened.use(await createServiceFolder());
    const file = join(workspace.path, 'inlay.yml');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/embedOrigins: \[.*\]/, `embedOrigins: ["${origin}"]`));
    await fillDataDirectory(workspace.dataDir);
    return opened.use(await ServiceProcess.start(workspace, { OPENAI_COMPATIBLE_BASE_URL: model.url }));
  }
  async function buildApp(): Promise<string> {
    const { folder } = opened.use(await installPackages(['client', 'react'], ofOthers));
    const sources = ['index.html', 'server.ts', 'app.tsx', 'chat.tsx', 'figures.tsx', 'worker.ts'];
    for (const name of sources) await cp(join(root, 'examples/react', name), join(folder, name));
    const buildWith = (changes: InlineConfig) =>
      build({ root: folder, configFile: false, logLevel: 'error', ...changes });
    await buildWith({ build: { minify: false } });
    // React 18 is in the range of the package, too.
    const alias = ['react', 'react-dom'].map((name) => ({
      find: new RegExp(`^${name}(?=/|$)`),
      replacement: join(root, 'node_modules', `${name}-18`),
    }));
    const output = { minify: false, outDir: 'dist/react-18' };
    const built = await buildWith({ base: '/react-18/', resolve: { alias }, build: output });
    const { output: chunks } = built as Rollup.RollupOutput;
    const modules = chunks.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : []));
    expect(modules.filter((id) => /node_modules\/react(-dom)?\//.test(id))).toEqual([]);
    expect(modules.filter((id) => id.includes('node_modules/react-dom-18/')).length).toBeGreaterThan(0);
    return folder;
  }
  const [service, folder] = await Promise.all([startService(), buildApp()]);
  const proxy = opened.use(await openTcpProxy(service.url));
  const backend = spawn(process.execPath, [join(folder, 'server.ts')], {
    env: { PORT: String(port), INLAY_URL: proxy.url, INLAY_API_KEY: adminKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  opened.defer(async () => {
    backend.kill();
    await once(backend, 'exit');
  });
  await once(backend.stdout, 'data');
  async function nextCall(): Promise<ModelCall> {
    await vi.waitUntil(() => calls.length > 0, { timeout: 20_000, interval: 5 });
    return calls.shift() as ModelCall;
  }
  return { origin, proxy, service, nextCall, folder };
}

const packagesTest = browserTest
  .extend<{ world: World }>({
    world: [
      // biome-ignore lint/correctness/noEmptyPattern: fixtures are named by a pattern
      async ({}, use) => {
        await using opened = new AsyncDisposableStack();
        await use(await openWorld(opened));
      },
      { scope: 'file' },
    ],
  })
  .extend<{ service: RunningService }>({
    service: [
      async ({ world }: { world: World }, use: (service: RunningService) => Promise<void>) => {
        const { service } = world;
        await use({ url: service.url, adminKey, [Symbol.asyncDispose]: async () => {} });
      },
      { scope: 'file' },
    ],
  });

const pieces = Array.from({ length: 10 }, (_, index) => `piece ${index} `);

describeInBrowser('an application with the packages from npm', () => {
  packagesTest('is typed strictly', async ({ world }) => {
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      ...{ target: 'esnext', module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx', noEmit: true },
      ...{ skipLibCheck: true, allowImportingTsExtensions: true, noPropertyAccessFromIndexSignature: true },
      lib: ['esnext', 'dom', 'dom.iterable', 'dom.asynciterable'],
      types: ['node', 'react', 'react-dom'],
    };
    const readme = await readFile(join(world.folder, 'node_modules/@inlay/react/README.md'), 'utf8');
    const blocks = [...readme.matchAll(/```tsx\n([\s\S]*?)```/g)];
    expect(blocks.length).toBeGreaterThan(2);
    for (const [index, [, code = '']] of blocks.entries())
      await writeFile(join(world.folder, `readme-${index}.tsx`), code);
    const config = { compilerOptions, include: ['*.ts', '*.tsx'] };
    await writeFile(join(world.folder, 'tsconfig.json'), JSON.stringify(config));
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', world.folder]).catch(({ stdout }) =>
      expect(stdout).toBe(''),
    );
  });

  packagesTest(
    'streams an answer through ten cuts and a reload, without loss or repetition',
    async ({ visit, world }) => {
      const { origin, proxy, nextCall } = world;
      const page = await visit(`${origin}/?agent=${modelAgent}`, {
        alsoFrom: [origin, proxy.url],
        expectErrors: [/net::ERR/, /Failed to fetch/],
      });
      const chat = page.getByRole('region', { name: 'Chat' });
      const answer = chat.getByRole('article', { name: 'assistant' });
      await chat.getByLabel('Question').fill('What happens when the connection breaks?');
      await chat.getByLabel('Question').press('Enter');
      const call = await nextCall();
      let text = '';
      for (const [index, piece] of pieces.entries()) {
        call.say(piece);
        text += piece;
        await expect.poll(() => answer.textContent()).toBe(text);
        if (index === 4) await page.reload();
        else proxy.cut();
      }
      proxy.cut();
      call.end();
      await expect.poll(() => chat.getAttribute('data-status')).toBe('ready');
      await expect.poll(() => answer.allTextContents()).toEqual([text]);
      await expect.poll(() => chat.getByRole('article', { name: 'user' }).count()).toBe(1);

      await page.getByRole('button', { name: 'Ask the analyst' }).click();
      // The application asks for German.
      const frame = page.frameLocator('iframe[title="The analyst"]');
      await frame.getByLabel('Ihre Frage').fill('And when a frame loses it?');
      await frame.getByLabel('Ihre Frage').press('Enter');
      const framed = await nextCall();
      for (const [index, piece] of pieces.entries()) {
        framed.say(piece);
        const said = pieces
          .slice(0, index + 1)
          .join('')
          .trim();
        await frame.getByRole('article').getByText(said, { exact: true }).waitFor();
        proxy.cut();
      }
      framed.end();
      await frame.getByRole('group', { name: 'Zu dieser Antwort' }).waitFor();
      await expect.poll(() => frame.getByText(text.trim(), { exact: true }).count()).toBe(1);
      await expect.poll(() => frame.getByRole('article').count()).toBe(1);
    },
  );

  packagesTest('shows rows, and the embedded pages in frames, with React 18', async ({ visit, world }) => {
    const { origin, proxy } = world;
    const page = await visit(`${origin}/react-18/index.html?agent=1`, {
      alsoFrom: [origin, proxy.url],
      expectErrors: [/net::ERR/, /Failed to fetch/],
    });
    const figures = page.getByRole('region', { name: 'Figures' });
    const threads = async () =>
      Number.parseInt((await figures.getByText(/threads, the first/).textContent()) ?? '', 10);
    await expect.poll(threads).not.toBeNaN();
    const threadsBefore = await threads();
    const chat = page.getByRole('region', { name: 'Chat' });
    await chat.getByLabel('Question').fill('How many orders in 2025 by channel?');
    await chat.getByLabel('Question').press('Enter');
    await expect.poll(() => chat.getByRole('row').allTextContents()).toContain('online10748');
    await expect.poll(() => chat.getByRole('article', { name: 'assistant' }).textContent()).toMatch(/10,748/);

    await expect
      .poll(() => figures.getByRole('listitem').allTextContents())
      .toContainEqual(expect.stringMatching(/^online \d+$/));
    await expect.poll(() => figures.getByRole('heading').textContent()).toBe('Sales');
    await expect.poll(() => figures.getByText(/^revenue \d/).count()).toBe(1);
    await figures.getByRole('button', { name: 'Explain' }).click();
    await expect.poll(() => figures.getByText(/10,748/).count()).toBe(1);
    await expect
      .poll(() => page.locator('body').getAttribute('data-worker'))
      .toMatch(/online \d+, store \d+/);

    // From here on, the list follows on another connection.
    proxy.cut();
    await page.getByRole('button', { name: 'Ask the analyst' }).click();
    const frame = page.frameLocator('iframe[title="The analyst"]');
    await frame.getByLabel('Ihre Frage').fill('Orders by month');
    await frame.getByLabel('Ihre Frage').press('Enter');
    await frame.locator('[role=img] svg.marks').waitFor();
    await frame.getByText('Tabelle', { exact: true }).click();
    await expect.poll(() => frame.getByRole('cell', { name: /^\d\.\d{3}$/ }).count()).toBeGreaterThan(0);
    const said = page.getByRole('status');
    await expect.poll(() => said.textContent()).toMatch(/chat ready/);
    await expect.poll(() => said.textContent()).toMatch(/dashboard ready/);
    await expect.poll(() => said.textContent()).toMatch(/asked Orders by month/);
    // The list follows what was asked in the chat, by the button and in the frame.
    await expect.poll(threads).toBe(threadsBefore + 3);

    const board = page.frameLocator('iframe[title="Sales"]');
    await board
      .getByRole('region', { name: 'Revenue by category', exact: true })
      .locator('.mark-rect path')
      .nth(1)
      .click();
    await expect.poll(() => said.textContent()).toMatch(/clicked category,revenue of revenue_by_category/);
    await page.getByRole('button', { name: 'Dark' }).click();
    await board.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await page.getByRole('button', { name: 'Only stores' }).click();
    await board.getByRole('search').getByText('store', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Close the analyst' }).click();
    await expect.poll(() => page.locator('iframe').count()).toBe(0);
  });
});
