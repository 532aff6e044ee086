import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDuckDbDirectory, sweepDuckDbDirectories } from './directory.ts';

let folder: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inlay-sweep-test-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** A process with a directory that holds some data. @param then what it does next */
async function startOwner(
  then = 'setInterval(() => {}, 1000)',
): Promise<{ child: ChildProcess; name: string }> {
  const module = path.join(import.meta.dirname, 'directory.ts');
  const script = `
    import { createDuckDbDirectory } from ${JSON.stringify(module)};
    import { writeFileSync } from 'node:fs';
    const directory = await createDuckDbDirectory();
    writeFileSync(directory.path + '/tables.duckdb', 'rows');
    console.log(directory.path);
    ${then};`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, TMPDIR: folder },
  });
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, name: path.basename(line) };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const swept = async () => {
  await sweepDuckDbDirectories();
  return await readdir(folder);
};

it('goes when it is disposed of, once', async () => {
  const directory = await createDuckDbDirectory();
  await writeFile(path.join(directory.path, 'tables.duckdb'), 'rows');
  expect((await stat(directory.path)).mode & 0o777).toBe(0o700);
  await directory[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
  expect(await readdir(folder)).toEqual([]);
});

it.each([
  ['exits', 'process.exit(3)'],
  ['throws what nobody catches', "throw new Error('not caught')"],
])('goes with a process that %s', async (_, then) => {
  const { child } = await startOwner(then);
  if (child.exitCode === null) await once(child, 'exit');
  expect(await readdir(folder)).toEqual([]);
});

it('of a process that was killed is swept; those of living ones stay, of this one too', async () => {
  const [killed, living] = await Promise.all([startOwner(), startOwner()]);
  await using own = await createDuckDbDirectory();
  await kill(killed.child);
  expect((await readdir(folder)).toSorted()).toEqual(
    [killed.name, living.name, path.basename(own.path)].toSorted(),
  );
  expect((await swept()).toSorted()).toEqual([living.name, path.basename(own.path)].toSorted());
  expect(await readdir(path.join(folder, living.name))).toContain('tables.duckdb');
});

it('is swept by several at once, while others are made', async () => {
  const dead = await Promise.all(Array.from({ length: 5 }, () => startOwner()));
  await Promise.all(dead.map(({ child }) => kill(child)));
  const made = await Promise.all([
    ...Array.from({ length: 20 }, () => createDuckDbDirectory()),
    ...Array.from({ length: 5 }, async () => void (await sweepDuckDbDirectories())),
  ]);
  const names = made.flatMap((directory) => (directory ? [path.basename(directory.path)] : []));
  expect((await readdir(folder)).toSorted()).toEqual(names.toSorted());
  await Promise.all(made.map(async (directory) => directory?.[Symbol.asyncDispose]()));
  expect(await readdir(folder)).toEqual([]);
});

it('is left alone when it may be somebody else’s', async () => {
  const outside = await mkdtemp(path.join(tmpdir(), 'kept-'));
  await writeFile(path.join(outside, 'lock'), '');
  await writeFile(path.join(outside, 'data'), 'rows');
  await symlink(outside, path.join(folder, 'inlay-duckdb-linked'));
  await writeFile(path.join(folder, 'inlay-duckdb-file'), '');
  // Whether a process still uses it is not known.
  await mkdir(path.join(folder, 'inlay-duckdb-unlocked'));
  await writeFile(path.join(folder, 'inlay-duckdb-unlocked', 'tables.duckdb'), 'rows');
  await mkdir(path.join(folder, 'inlay-duckdb-linked-lock'));
  await symlink(path.join(outside, 'lock'), path.join(folder, 'inlay-duckdb-linked-lock', 'lock'));
  await mkdir(path.join(folder, 'another-program'));
  await writeFile(path.join(folder, 'another-program', 'lock'), '');
  const before = (await readdir(folder)).toSorted();
  expect((await swept()).toSorted()).toEqual(before);
  expect(await readdir(outside)).toEqual(['data', 'lock']);
});

it.runIf(process.getuid?.() === 0)('is left alone when it is another user’s', async () => {
  const { child, name } = await startOwner();
  await kill(child);
  await chown(path.join(folder, name), 54_321, 54_321);
  expect(await swept()).toEqual([name]);
});

it('that was left before anything was put in is swept once it is old', async () => {
  const made = path.join(folder, 'inlay-duckdb-empty');
  await mkdir(made);
  expect(await swept()).toEqual(['inlay-duckdb-empty']);
  await utimes(made, new Date(0), new Date(0));
  expect(await swept()).toEqual([]);
});
