import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Packages of which the service uses a small part: Prisma's client brings compilers for five other databases (62 of 72 MB),
 * OpenTelemetry's three builds of everything, and Vega, by which `inlay eval` checks charts, all of its parts. The API of
 * OpenTelemetry stays apart, since other packages use it too.
 */
export function isBundled(name: string): boolean {
  return /^(@(prisma|opentelemetry)\/|vega(-lite)?$)/.test(name) && name !== '@opentelemetry/api';
}

const imported = /(?<=\b(?:from|import)\s*\(?\s*)(['"])([@\w][^'"]*)\1/g;

/**
 * Puts what the modules of a folder use of these packages into its `vendor`, and lets them import it from there.
 * @param installed names of the packages that are there at run time; what else a bundled package uses is bundled too
 */
export async function bundlePackages(folder: string, installed: readonly string[]): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.m?js$/.test(name));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  );
  const used = texts.flatMap(([, text]) => [...text.matchAll(imported)].map(([, , module = '']) => module));
  const entries = [...new Set(used)].filter((module) => isBundled(packageOf(module)));
  const codes = new Map<string, string>();
  for (const module of entries) codes.set(module, await entryCode(module));
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((module) => [fileOf(module), `${entryPrefix}${module}`])),
    plugins: [
      {
        name: 'entries',
        resolveId: (id: string) => (id.startsWith(entryPrefix) ? id : null),
        load: (id: string) => codes.get(id.slice(entryPrefix.length)),
      },
    ],
    platform: 'node',
    external: (id) => !isBundled(packageOf(id)) && installed.includes(packageOf(id)),
    logLevel: 'warn',
  });
  const dir = join(folder, 'vendor');
  const { output } = await bundle.write({
    dir,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  const modules = output.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : []));
  await writeFile(join(dir, 'LICENSES'), await licensesOf(modules));
  for (const [name, text] of texts) {
    const changed = text.replace(imported, (whole, quote: string, module: string) => {
      if (!isBundled(packageOf(module))) return whole;
      const path = relative(dirname(join(folder, name)), join(folder, 'vendor', `${fileOf(module)}.js`));
      return `${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
    });
    if (changed !== text) await writeFile(join(folder, name), changed);
  }
}

const entryPrefix = 'entry:';

/** A module that exports by name what Node.js finds in another one, which may be of either kind. */
async function entryCode(module: string): Promise<string> {
  const names = Object.keys(await import(module)).filter(
    (name) => !/^(default|module\.exports|__esModule)$/.test(name),
  );
  return `import * as all from ${JSON.stringify(module)};\nexport const { ${names.join(', ')} } = all;\n`;
}

/** The licenses of the packages that modules come from, which ask for a copy. */
async function licensesOf(modules: readonly string[]): Promise<string> {
  const packages = modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const texts = [...new Set(packages)].sort().map(async (path) => {
    const { name, version, license } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
    const file = (await readdir(path)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? license : await readFile(join(path, file), 'utf8');
    return `${name} ${version}\n\n${text}`;
  });
  return (await Promise.all(texts)).join(`\n\n${'-'.repeat(80)}\n\n`);
}

/** `@scope/name` of a module of it, or `name`. */
function packageOf(module: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module;
}

function fileOf(module: string): string {
  return module
    .replace(/^@/, '')
    .replace(/[^\w.-]/g, '-')
    .replace(/\.mjs$/, '');
}
