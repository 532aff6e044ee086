import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/**
 * Builds the browser pages into `web/dist`: assets with hashed names, each with compressed copies beside it, and a hash
 * of what they were built from. With `--if-stale` it builds only when that has changed, and never fails: the service
 * also starts without the pages, with a warning.
 */
const root = join(import.meta.dirname, '..');
const web = join(root, 'web');
const packages = join(root, 'packages');
const dist = join(web, 'dist');
const hashFile = 'sources.sha256';
const ifStale = process.argv.includes('--if-stale');

const sources = await hashSources();
const built = await readFile(join(dist, hashFile), 'utf8').catch(() => null);
if (!ifStale || built !== sources) {
  try {
    await buildPages();
  } catch (error) {
    console.error(`The browser pages were not built: ${reasonOf(error)}`);
    if (!ifStale) process.exitCode = 1;
  }
}

async function buildPages(): Promise<void> {
  // Whatever the caller runs as: the pages are always built for production.
  process.env['NODE_ENV'] = 'production';
  const { build } = await import('vite');
  const startedMs = performance.now();
  // In a separate folder, so that a build that is being served, or made by another process, stays intact.
  const outDir = join(web, `dist.${process.pid}`);
  try {
    await build({ configFile: join(web, 'vite.config.ts'), logLevel: 'warn', build: { outDir } });
    const hostFiles = join(outDir, 'host');
    await build({
      configFile: join(web, 'vite.embed.config.ts'),
      logLevel: 'warn',
      build: { outDir: hostFiles },
    });
    await writeFile(join(hostFiles, 'embed.d.ts'), await declareGlobally());
    await copyFile(join(web, 'src/shared/favicon.ico'), join(hostFiles, 'favicon.ico'));
    for (const folder of [join(outDir, 'assets'), hostFiles]) await compressFiles(folder);
    await writeFile(join(outDir, hashFile), sources);
    await rm(dist, { recursive: true, force: true });
    await rename(outDir, dist);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
  console.error(`browser pages built in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
}

/** The types of embed.js, which is a script without imports and exports. */
async function declareGlobally(): Promise<string> {
  const types = await readFile(join(packages, 'client/src/embed/options.ts'), 'utf8');
  return `/** What \`embed.js\` adds to a page: \`<script src="https://inlay.example.com/embed.js"></script>\`. */
declare const Inlay: {
  /**
   * Mounts an embedded page in an element and fills it: a chat takes the element's height, a dashboard has its own.
   * The page's origin must be among the account's \`embedOrigins\`.
   */
  mount(element: Element, options: EmbedOptions): EmbedFrame;
};

${types.replace(/^export /gm, '')}`;
}

/** Everything that the build reads: its sources, the versions of its packages, and how it is made. */
async function hashSources(): Promise<string> {
  const folders = [web, ...['client', 'react'].map((name) => join(packages, name, 'src'))];
  const entries = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  );
  const files = entries
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/^\/web\/dist[/.]|\.test\.tsx?$/.test(path.slice(root.length)));
  const hash = createHash('sha256');
  const shared = ['package-lock.json', 'src/csv.ts'].map((path) => join(root, path));
  for (const path of [...files.sort(), ...shared, import.meta.filename]) {
    hash.update(`${path.slice(root.length)}\0`).update(await readFile(path));
  }
  return hash.digest('hex');
}

async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^\.(js|css|svg|json)$/.test(extname(name)));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const content = await readFile(path);
      const copies = {
        br: await promisify(brotliCompress)(content),
        gz: await promisify(gzip)(content, { level: 9 }),
      };
      for (const [extension, copy] of Object.entries(copies)) {
        if (copy.length < content.length) await writeFile(`${path}.${extension}`, copy);
      }
    }),
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
    return 'the development dependencies are missing. Run "npm ci && npm run build".';
  }
  return String(error);
}
