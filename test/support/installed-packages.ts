import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

/** An empty folder in which packages of this repository are installed as they are published. */
export interface InstalledPackages extends AsyncDisposable {
  readonly folder: string;
  /** The files of each package. */
  readonly files: Readonly<Record<string, readonly string[]>>;
}

/**
 * Packs packages of `packages/` and installs them, without asking a registry.
 * @param linked packages of others, which are taken from this repository as they are
 */
export async function installPackages(
  names: readonly string[],
  linked: readonly string[] = [],
): Promise<InstalledPackages> {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-packages-'));
  // Built from a copy, because others may be building at the same time.
  const sources = join(folder, 'sources');
  await mkdir(join(sources, 'packages'), { recursive: true });
  for (const name of await readdir(join(root, 'packages'))) {
    const isSource = (path: string) => !path.includes(`${name}/dist`);
    await cp(join(root, 'packages', name), join(sources, 'packages', name), {
      recursive: true,
      filter: isSource,
    });
  }
  for (const file of ['tsconfig.json', 'LICENSE']) await cp(join(root, file), join(sources, file));
  await symlink(join(root, 'node_modules'), join(sources, 'node_modules'));
  const app = join(folder, 'app');
  await mkdir(app);
  await writeFile(join(app, 'package.json'), '{ "type": "module" }');
  const files: Record<string, string[]> = {};
  const archives: string[] = [];
  for (const name of names) {
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: join(sources, 'packages', name),
    });
    const [{ filename, files: list }] = JSON.parse(stdout.slice(stdout.indexOf('[')));
    files[name] = list.map(({ path }: { path: string }) => path);
    archives.push(join(folder, filename));
  }
  const quiet = ['--offline', '--no-audit', '--no-fund', '--legacy-peer-deps'];
  await run('npm', ['install', ...quiet, ...archives], { cwd: app });
  for (const name of linked) {
    const path = join(app, 'node_modules', name);
    await mkdir(dirname(path), { recursive: true });
    await symlink(join(root, 'node_modules', name), path);
  }
  return {
    folder: app,
    files,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
