import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundlePackages, isBundled } from './bundle-packages.ts';
import { lockedForProduction } from './production-lock.ts';

/**
 * Builds the package of the service into `dist`, or into the folder that is named: plain JavaScript with source maps, and
 * all that it reads at run time, in the folders of the repository. `npm pack ./dist` packs it.
 */
const root = join(import.meta.dirname, '..');
const target = join(root, process.argv[2] ?? 'dist');

/** What is read at run time besides modules. The pages have been built before. */
const assets = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'prisma/migrations',
  'src/planner/language/lexical-wordnet.bin.br',
  'eval/prices.json',
  'web/dist',
  'examples/starter',
  'schemas',
  ...['inlay.yml', 'data', 'model', 'branches', 'dashboards'].map((name) => `examples/shop/${name}`),
];

const startedMs = performance.now();
// Beside the target, so that a package that is in use stays whole until it is replaced.
const folder = await mkdtemp(`${target}.`);
try {
  compile(folder);
  const { name, version, description, type, license, bin, engines, ...rest } = await readJson('package.json');
  const dependencies = Object.fromEntries(
    Object.entries<string>(rest.dependencies).filter(([dependency]) => !isBundled(dependency)),
  );
  await bundlePackages(folder, Object.keys(dependencies));
  for (const asset of assets) await cp(join(root, asset), join(folder, asset), { recursive: true });
  const manifest = { name, version, description, type, license, bin, engines, dependencies };
  await writeJson('package.json', manifest);
  // Published with the package, so that everyone installs the versions that were tested.
  await writeJson('npm-shrinkwrap.json', lockedForProduction(await readJson('package-lock.json'), manifest));
  await chmod(join(folder, 'src/cli/inlay.mjs'), 0o755);
  await chmod(folder, 0o755);
  await rm(target, { recursive: true, force: true });
  await rename(folder, target);
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.error(`package built in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);

function compile(outDir: string): void {
  const typescript = createRequire(import.meta.url).resolve('typescript/package.json');
  const tsc = join(dirname(typescript), 'bin/tsc');
  const project = join(root, 'tsconfig.build.json');
  const { status } = spawnSync(process.execPath, [tsc, '-p', project, '--outDir', outDir], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('The sources do not compile.');
}

async function readJson(name: string) {
  return JSON.parse(await readFile(join(root, name), 'utf8'));
}

async function writeJson(name: string, value: unknown): Promise<void> {
  await writeFile(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
}
