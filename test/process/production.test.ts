import { execFile, spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDataDirectory } from '../support/database.ts';
import { createGymWorkspace, type GymWorkspace } from '../support/gym-workspace.ts';
import { ServiceProcess } from '../support/service-process.ts';

const root = join(import.meta.dirname, '../..');
const { PATH = '' } = process.env;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inlay-production-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('on a Node.js that is too old', () => {
  let checkout: string;
  let oldPath: string;
  beforeAll(async () => {
    checkout = join(folder, 'old');
    oldPath = `${await oldNodeFolder()}${delimiter}${PATH}`;
    // All that is read before the check; what is installed would bring a newer one.
    await mkdir(join(checkout, 'src/cli'), { recursive: true });
    for (const file of ['package.json', 'src/cli/check-node.mjs']) {
      await cp(join(root, file), join(checkout, file));
    }
  });

  it.each(['start', 'dev', 'demo'])('npm run %s says so in one line and ends with 1', (script) => {
    const env = { PATH: oldPath, HOME: process.env['HOME'] ?? '' };
    const run = spawnSync('npm', ['run', '--silent', script], { cwd: checkout, env, encoding: 'utf8' });
    const said = `${run.stdout}${run.stderr}`.split('\n').filter((line) => !/^(npm warn .*)?$/.test(line));
    expect(said).toEqual([expect.stringMatching(/^Inlay needs Node\.js 24 or newer, and this is \d+\./)]);
    expect(run.status).toBe(1);
  });

  /** One of this machine's, else this Node.js under an older one's version. */
  async function oldNodeFolder(): Promise<string> {
    for (const path of PATH.split(delimiter)) {
      const { stdout } = spawnSync(join(path, 'node'), ['--version'], { encoding: 'utf8' });
      if (Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 24) < 24) return path;
    }
    const path = join(folder, 'old-node');
    await mkdir(path);
    const version =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });";
    await writeFile(join(path, 'version.mjs'), version);
    const program = `#!/bin/sh\nexec '${process.execPath}' --import '${join(path, 'version.mjs')}' "$@"\n`;
    await writeFile(join(path, 'node'), program);
    await chmod(join(path, 'node'), 0o755);
    return path;
  }
});

describe('a checkout without development dependencies', () => {
  let checkout: string;
  let workspace: GymWorkspace;
  beforeAll(async () => {
    checkout = join(folder, 'checkout');
    await cp(root, checkout, { recursive: true, filter: isSource });
    await linkDependencies();
    workspace = await createGymWorkspace();
    await fillDataDirectory(workspace.dataDir);
  });
  afterAll(() => workspace[Symbol.asyncDispose]());

  function isSource(path: string): boolean {
    const [first = '', second] = path.slice(root.length + 1).split('/');
    if (first === 'web' && /^dist/.test(second ?? '')) return false;
    return ['', 'package.json', 'package-lock.json', 'packages', 'prisma', 'scripts', 'src', 'web'].includes(
      first,
    );
  }

  /** The packages that `npm prune --omit=dev` keeps, found by one another in that folder only. */
  async function linkDependencies(): Promise<void> {
    const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly optional?: boolean }>>;
    };
    for (const [path, { dev }] of Object.entries(lock.packages)) {
      if (dev === true || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)) continue;
      await mkdir(dirname(join(checkout, path)), { recursive: true });
      await symlink(join(root, path), join(checkout, path));
    }
  }

  function start(): Promise<ServiceProcess> {
    const environment = {
      PATH: `${dirname(process.execPath)}${delimiter}${PATH}`,
      NODE_OPTIONS: '--preserve-symlinks',
      LOG_LEVEL: 'warn',
    };
    return ServiceProcess.start(workspace, environment, ['npm', 'start', '--prefix', checkout]);
  }

  it('a checkout without development dependencies starts without its pages, warns of that once, and says so at their addresses', async () => {
    await using service = await start();
    expect(service.logged.map(({ msg }) => msg)).toEqual([
      'the browser pages are not built: run "npm ci && npm run build" and restart; the APIs work without them',
    ]);
    for (const path of ['/admin', '/embed/chat', '/embed/dashboard/gym']) {
      const page = await fetch(`${service.url}${path}`);
      expect(page.status).toBe(503);
      expect(page.headers.get('content-type')).toMatch(/^text\/html/);
      expect(await page.text()).toContain('Run <code>npm ci &amp;&amp; npm run build</code>');
    }
    expect((await service.readiness()).status).toBe(200);
  });

  it('serves the pages that were built before', async () => {
    await promisify(execFile)(process.execPath, [join(root, 'scripts/build-web.ts'), '--if-stale']);
    await cp(join(root, 'web/dist'), join(checkout, 'web/dist'), { recursive: true });
    await using service = await start();
    expect(service.logged).toEqual([]);
    const page = await fetch(`${service.url}/admin`);
    expect(page.status).toBe(200);
    const [, asset = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    expect((await fetch(`${service.url}${asset}`)).headers.get('content-type')).toMatch(/^text\/javascript/);
  });
});
