import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillDataDirectory } from '../support/database.ts';
import { runDocumentedCommands } from '../support/documented-commands.ts';
import { freePort } from '../support/free-port.ts';
import type { Line } from '../support/line-client.ts';
import { chatPath, ServiceProcess } from '../support/service-process.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** The built package, in the repository so that it finds the packages that are installed there. */
let built: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inlay-package-'));
  const name = `dist.test-${process.pid}`;
  built = join(root, name);
  await run(process.execPath, [join(root, 'scripts/build-web.ts'), '--if-stale']);
  await run(process.execPath, [join(root, 'scripts/build-package.ts'), name]);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(built, { recursive: true, force: true });
});

const command = (...args: string[]): [string, ...string[]] => [
  process.execPath,
  '--liftoff-only',
  join(built, 'src/cli/inlay.mjs'),
  ...args,
];

it('the built package: init, check and start, then a first answer, pages, and an end in order', async () => {
  const [node, ...init] = command('init', 'shop');
  const { stdout } = await run(node, init, { cwd: folder });
  expect(stdout).toContain('inlay start shop');
  const checked = await run(node, command('check').slice(1), { cwd: folder });
  expect(checked.stdout).toBe(
    '1 account, 1 deployment, 4 cubes and views, 1 dashboard, 1 agent: 0 mistakes, 0 warnings\n',
  );
  const dataDir = join(folder, 'state');
  await fillDataDirectory(dataDir);
  const path = join(folder, 'shop');
  const metricsPort = String(await freePort());
  const environment = { LOG_LEVEL: 'info', METRICS_PORT: metricsPort };
  await using service = await ServiceProcess.start({ path, dataDir }, environment, command('start'));
  const userAttributes = [{ name: 'region', value: ['EU'] }];
  const sessionSettings = { externalId: 'emma', userAttributes };
  const asked = await service.post(chatPath(1), { input: 'Revenue by category', sessionSettings });
  let answer: Line | undefined;
  for (let line = await asked.next(); line !== undefined; line = await asked.next()) {
    if (String(line['graphPath']) === 'final') answer = line;
  }
  // What SQL by hand says of the files, to the cent.
  expect(answer?.['content']).toMatch(/Machines [^.]*€17,497\.49/);
  for (const guide of ['first-workspace', 'row-security', 'operations'])
    await runDocumentedCommands(`docs/guides/${guide}.md`, service.url);
  // What OpenTelemetry brings is bundled.
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(await metrics.text()).toMatch(/^# TYPE \w+ /m);
  const page = await fetch(`${service.url}/embed/chat`);
  expect(page.status).toBe(200);
  expect(await service.terminate()).toBe(0);
  expect(service.logged.filter(({ level }) => level >= 40)).toEqual([]);
});

it('the manifest of the package pins every dependency, and asks for none of development', async () => {
  const manifest = JSON.parse(await readFile(join(built, 'package.json'), 'utf8'));
  const lock = JSON.parse(await readFile(join(built, 'npm-shrinkwrap.json'), 'utf8'));
  const names = Object.keys(manifest.dependencies);
  expect(names).toContain('@duckdb/node-api');
  expect(names.filter((name) => /prisma|typescript|^vite/.test(name))).toEqual([]);
  for (const name of names) {
    expect(lock.packages[`node_modules/${name}`].version).toBe(manifest.dependencies[name]);
  }
  expect(Object.keys(lock.packages).filter((path) => /prisma|typescript|effect|react/.test(path))).toEqual(
    [],
  );
  expect(manifest).not.toHaveProperty('private');
  const source = JSON.parse(await readFile(join(built, 'src/gateway.js.map'), 'utf8'));
  expect(source.sourcesContent[0]).toContain('export function createGateway');
});

it('modules of the package import nothing that is not installed with it', async () => {
  const { dependencies } = JSON.parse(await readFile(join(built, 'package.json'), 'utf8'));
  const imported = /^(?:import|export|\}).* from (['"])([@\w][^'"]*)\1;$|\bimport\('([@\w][^']*)'\)/gm;
  const modules = (await readdir(built, { recursive: true })).filter((name) =>
    /^(src|eval|examples|vendor)\b.*\.m?js$/.test(name),
  );
  const names = modules.map(async (module) => {
    const text = await readFile(join(built, module), 'utf8');
    return [...text.matchAll(imported)].map(([, , name, later]) => name ?? later ?? '');
  });
  const packages = (await Promise.all(names))
    .flat()
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
    .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  expect(packages).toContain('yargs');
  expect([...new Set(packages)].filter((name) => !(name in dependencies))).toEqual([]);
});

it('every bundled module of the package can be loaded', async () => {
  const vendor = join(built, 'vendor');
  const names = (await readdir(vendor)).filter((name) =>
    /^((prisma|opentelemetry)-|vega(-lite)?\.)/.test(name),
  );
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) expect(Object.keys(await import(join(vendor, name)))).not.toEqual(['default']);
});

it('completions and help of the command line name every command', async () => {
  const commands = ['init', 'generate', 'check', 'start', 'migrate', 'eval', 'demo'];
  const [node, ...help] = command('--help');
  const { stdout } = await run(node, help);
  for (const name of commands) expect(stdout).toMatch(new RegExp(`^ +inlay ${name}\\b`, 'm'));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  expect((await run(node, command('--version').slice(1))).stdout).toBe(`${version}\n`);
  const completed = await run(node, command('--get-yargs-completions', 'inlay', '').slice(1));
  expect(completed.stdout.split('\n')).toEqual(expect.arrayContaining(commands));
  const options = await run(node, command('--get-yargs-completions', 'inlay', 'generate', '--').slice(1));
  expect(options.stdout.split('\n')).toEqual(expect.arrayContaining(['--from', '--to', '--tables']));
});

it.each([
  ['an unknown command', ['frob'], 2, /Unknown argument: frob\nUsage: see "inlay --help"/],
  ['an unknown option', ['check', '--fast'], 2, /Unknown argument: fast\nUsage: see "inlay check --help"/],
  [
    'a folder without a workspace',
    ['check', 'nowhere'],
    2,
    /There is no inlay\.yml in .*nowhere.*inlay init/,
  ],
  ['a folder that is not empty', ['init', '.'], 2, /is not empty\. Name a new folder\.\n$/],
])('the command line explains %s', (_, args, code, message) => {
  const [node, ...rest] = command(...args);
  const { status, stderr } = spawnSync(node, rest, { cwd: root, encoding: 'utf8' });
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(status).toBe(code);
});

it('check names the file, the line and the remedy of a mistake, and ends with 1', async () => {
  const path = join(folder, 'wrong');
  await cp(join(root, 'examples/starter'), path, { recursive: true });
  const model = join(path, 'model/cubes.yml');
  const text = await readFile(model, 'utf8');
  const wrong = text.replace('{CUBE}.amount', '{CUBE}.amunt').replace('group: managers', 'group: manager');
  await writeFile(model, wrong);
  const [node, ...check] = command('check', path);
  const { status, stdout } = spawnSync(node, check, { encoding: 'utf8' });
  expect(stdout).toMatch(/^error {4}model\/cubes\.yml:\d+ .*no column "amunt"\. Did you mean "amount"\?$/m);
  expect(stdout).toMatch(/^error {4}model\/cubes\.yml:\d+ .*no group "manager"\. Did you mean "managers"\?/m);
  expect(stdout).toMatch(/2 mistakes, 0 warnings\n$/);
  expect(status).toBe(1);
});
