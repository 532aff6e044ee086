import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fillDataDirectory } from '../../test/support/database.ts';
import { lockDataDirectory } from './data-directory.ts';
import { openDatabase } from './database.ts';

const script = join(import.meta.dirname, '..', '..', 'test', 'support', 'state-process.ts');

let scratch: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'inlay-state-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** A process that opens `dataDir`, and what it says. */
function start(dataDir: string, prefix = ''): { child: ChildProcess; lines: AsyncIterator<string> } {
  // To optimise WebAssembly takes longer than these processes live.
  const child = spawn(process.execPath, ['--liftoff-only', script, dataDir, prefix], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

describe('lockDataDirectory', () => {
  it('lockDataDirectory makes a directory that only its owner can enter', async () => {
    const dataDir = join(scratch, 'deep', 'new');
    using directory = lockDataDirectory(dataDir);
    expect(directory.path).toBe(dataDir);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  it('excludes this same process, too, until it is disposed of', () => {
    const dataDir = join(scratch, 'twice');
    const held = lockDataDirectory(dataDir);
    expect(() => lockDataDirectory(dataDir)).toThrow(`${dataDir} is in use by process ${process.pid} on `);
    held[Symbol.dispose]();
    held[Symbol.dispose]();
    using again = lockDataDirectory(dataDir);
    expect(again.path).toBe(dataDir);
  });

  it('frees the holder of a lock that was left by a dead process, whoever has its pid now', async () => {
    const dataDir = join(scratch, 'stale');
    lockDataDirectory(dataDir)[Symbol.dispose]();
    await writeFile(
      join(dataDir, 'holder.json'),
      JSON.stringify({ pid: process.pid, startedAt: '2020-01-01T00:00:00.000Z', hostname: 'elsewhere' }),
    );
    using directory = lockDataDirectory(dataDir);
    expect(directory.path).toBe(dataDir);
  });

  it('is refused at once in a folder that can hold none', () => {
    expect(() => lockDataDirectory('/proc/inlay/state')).toThrow(
      /^DATA_DIR: \/proc\/inlay\/state cannot be used as a folder for the state \(/,
    );
  });

  it('still refuses when the holder is not named', async () => {
    const dataDir = join(scratch, 'unnamed');
    using _held = lockDataDirectory(dataDir);
    await rm(join(dataDir, 'holder.json'));
    expect(() => lockDataDirectory(dataDir)).toThrow(`${dataDir} is in use by another process.`);
  });
});

describe('the state in a data directory', () => {
  it('a data directory that is a file, or whose files are damaged, is refused with what to do', async () => {
    const file = join(scratch, 'file');
    await writeFile(file, '');
    await expect(openDatabase({ dataDir: file })).rejects.toMatchObject({
      reason: 'unusable',
      message: expect.stringContaining(`DATA_DIR: ${file} cannot be used as a folder`),
    });
    const damaged = join(scratch, 'damaged');
    await fillDataDirectory(damaged);
    await rm(join(damaged, 'pglite', 'global', 'pg_control'));
    await expect(openDatabase({ dataDir: damaged })).rejects.toMatchObject({
      reason: 'unusable',
      message: expect.stringContaining(`The embedded database in ${damaged}/pglite does not start.`),
    });
    // Nothing of it stays locked.
    lockDataDirectory(damaged)[Symbol.dispose]();
  });

  it('belongs to one process; after kill -9 the next one finds every acknowledged row', async () => {
    const dataDir = join(scratch, 'killed');
    await fillDataDirectory(dataDir);
    const acknowledged: string[] = [];
    for (const [round, count] of [
      ['a', 1],
      ['b', 40],
      ['c', 7],
    ] as const) {
      const { child, lines } = start(dataDir, round);
      expect(await lines.next()).toEqual({ done: false, value: 'open' });
      await expect(openDatabase({ dataDir })).rejects.toThrow(`in use by process ${child.pid} on `);
      const second = start(dataDir);
      expect((await second.lines.next()).value).toContain(
        `refused: ${dataDir} is in use by process ${child.pid}`,
      );
      for (let index = 0; index < count; index++) acknowledged.push(String((await lines.next()).value));
      await kill(child);
      // What it still said before it died counts as well.
      for (let line = await lines.next(); !line.done; line = await lines.next())
        acknowledged.push(line.value);
    }
    await using database = await openDatabase({ dataDir });
    const names = new Set((await database.prisma.account.findMany()).map(({ name }) => name));
    expect(acknowledged.length).toBeGreaterThanOrEqual(48);
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
    // One row of each round may have been stored without its acknowledgement getting out.
    expect(names.size - acknowledged.length).toBeLessThanOrEqual(3);
  });

  it('survives an orderly close, and a copy of the closed directory is a backup', async () => {
    const dataDir = join(scratch, 'closed');
    await fillDataDirectory(dataDir);
    {
      await using database = await openDatabase({ dataDir });
      await database.prisma.account.create({ data: { name: 'acme', plan: 'premium', cloudRegion: 'local' } });
    }
    expect((await readdir(dataDir)).sort()).toEqual(['lock', 'pglite']);
    await cp(dataDir, join(scratch, 'backup'), { recursive: true });
    await using backup = await openDatabase({ dataDir: join(scratch, 'backup') });
    expect(await backup.prisma.account.findMany({ select: { name: true } })).toEqual([{ name: 'acme' }]);
  });

  it('the state in a data directory starts anew, and deletes nothing, where the very first set-up never finished', async () => {
    const dataDir = join(scratch, 'half');
    await cp(join(scratch, 'closed'), dataDir, { recursive: true });
    await rm(join(dataDir, 'pglite', 'INLAY_COMPLETE'));
    await rm(join(dataDir, 'pglite', 'global'), { recursive: true });
    await using database = await openDatabase({ dataDir });
    expect(await database.prisma.account.count()).toBe(0);
    expect(await readdir(dataDir)).toContainEqual(expect.stringMatching(/^pglite\.incomplete-\d+$/));
  });
});
