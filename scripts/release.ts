import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * `npm version minor` runs this between the new version of package.json and the commit that it tags: gives the packages the same
 * version and the changelog its section, packs all into `release`, and keeps the schema for comparison
 * (docs/decisions/080-a-release-is-npm-version.md).
 */
const root = join(import.meta.dirname, '..');
const packages = ['packages/client', 'packages/react'];

/** A changelog whose unreleased changes are those of a version. @throws when there are none */
export function releaseChangelog(text: string, version: string, date: string): string {
  const heading = '## Unreleased\n';
  const [before, after] = text.split(heading);
  if (before === undefined || after === undefined || /^\s*(## |$)/.test(after))
    throw new Error('CHANGELOG.md has no changes under "## Unreleased".');
  return `${before}${heading}\n## ${version} (${date})\n${after}`;
}

async function edit(name: string, change: (text: string) => string): Promise<void> {
  const path = join(root, name);
  await writeFile(path, change(await readFile(path, 'utf8')));
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: root, stdio: 'inherit' });
}

async function release(): Promise<void> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  await edit('CHANGELOG.md', (text) =>
    releaseChangelog(text, version, new Date().toISOString().slice(0, 10)),
  );
  for (const path of packages) {
    await edit(`${path}/package.json`, (text) => {
      const manifest = JSON.parse(text);
      manifest.version = version;
      if (manifest.peerDependencies['@inlay/client']) manifest.peerDependencies['@inlay/client'] = version;
      return `${JSON.stringify(manifest, null, 2)}\n`;
    });
  }
  run('npm', 'run', 'build');
  await rm(join(root, 'release'), { recursive: true, force: true });
  await mkdir(join(root, 'release'));
  run(
    'npm',
    'pack',
    '--loglevel=error',
    '--pack-destination=release',
    './dist',
    ...packages.map((path) => `./${path}`),
  );
  run('node', 'scripts/schema-diff.ts', '--release');
  run('git', 'add', 'CHANGELOG.md', 'schema.released.graphql', ...packages);
}

if (import.meta.main) {
  try {
    await release();
  } catch (error) {
    console.error(
      `${(error as Error).message}\nNothing is released. "git restore ." takes back what was begun.`,
    );
    process.exitCode = 1;
  }
}
