import { existsSync, rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

const prefix = 'inlay-duckdb-';
const lockName = 'lock';

/** A folder for an engine's copies of tables and for what it spills; disposing removes it. */
export interface DuckDbDirectory extends AsyncDisposable {
  readonly path: string;
}

const open = new Set<string>();

/**
 * Makes a directory in the temporary folder, for this user only. It goes when it is disposed of or when the process
 * exits; what a killed process leaves is removed by {@link sweepDuckDbDirectories}.
 */
export async function createDuckDbDirectory(): Promise<DuckDbDirectory> {
  const directory = await mkdtemp(path.join(tmpdir(), prefix));
  // Before there is any data in it. The kernel drops the lock with the process, however that ends.
  const file = path.join(directory, lockName);
  const lock = takeLock(file, 'rwc');
  // A sweep may come between making the file and locking it.
  if (lock === undefined || !existsSync(file)) {
    lock?.close();
    return createDuckDbDirectory();
  }
  if (open.size === 0) process.once('exit', removeAll);
  open.add(directory);
  return {
    path: directory,
    async [Symbol.asyncDispose]() {
      if (!open.delete(directory)) return;
      if (open.size === 0) process.off('exit', removeAll);
      await removeWithLockLast(directory);
      lock.close();
    },
  };
}

/**
 * Removes directories of processes that are gone: of this user, and with a lock that nobody holds any more. Several
 * processes may sweep at once. What cannot be removed stays.
 */
export async function sweepDuckDbDirectories(): Promise<void> {
  const entries = await readdir(tmpdir()).catch(() => []);
  const names = entries.filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => sweep(path.join(tmpdir(), name)).catch(() => undefined)));
}

/** A directory without a lock is one that was made just now, or that its process left before it put anything in. */
const emptyMs = 60_000;

async function sweep(directory: string): Promise<void> {
  const entry = await lstat(directory);
  if (!entry.isDirectory() || entry.uid !== (process.getuid?.() ?? entry.uid)) return;
  const file = path.join(directory, lockName);
  const lockFile = await lstat(file).catch(() => undefined);
  if (lockFile === undefined) {
    // Fails when there is anything in it.
    if (Date.now() - entry.mtimeMs > emptyMs) await rmdir(directory);
    return;
  }
  const lock = lockFile.isFile() ? takeLock(file, 'rw') : undefined;
  if (lock === undefined) return;
  await removeWithLockLast(directory);
  lock.close();
}

/**
 * A file lock of the operating system, through SQLite, because Node has no call of its own for one.
 * @returns undefined when another process, or this one, holds it
 */
function takeLock(file: string, mode: 'rw' | 'rwc'): DatabaseSync | undefined {
  const url = pathToFileURL(file);
  url.searchParams.set('mode', mode);
  const lock = new DatabaseSync(url, { timeout: 0 });
  try {
    // Nothing is ever written to the file: without this, a journal would appear beside it.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined;
    throw error;
  }
}

/** SQLITE_BUSY */
const busy = 5;

/** What is cut short can be found and removed by a later sweep. */
async function removeWithLockLast(directory: string): Promise<void> {
  const entries = await readdir(directory);
  const data = entries.filter((name) => name !== lockName);
  await Promise.all(data.map((name) => rm(path.join(directory, name), { recursive: true, force: true })));
  await rm(directory, { recursive: true, force: true });
}

function removeAll(): void {
  for (const directory of open) rmSync(directory, { recursive: true, force: true });
}
