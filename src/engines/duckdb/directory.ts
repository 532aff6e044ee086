import { existsSync, rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

const prefix = 'inlay-duckdb-';
const lockName = 'lock';

/** A folder for an engine's copies of tables and spilled data; disposing removes it. */
export interface DuckDbDirectory extends AsyncDisposable {
  readonly path: string;
}

const open = new Set<string>();

/**
 * Creates a directory in the temporary folder, for this user only. It is removed when disposed or when the process exits;
 * {@link sweepDuckDbDirectories} removes those of killed processes.
 */
export async function createDuckDbDirectory(): Promise<DuckDbDirectory> {
  const directory = await mkdtemp(path.join(tmpdir(), prefix));
  // Before it contains any data. The kernel releases the lock with the process, however that ends.
  const file = path.join(directory, lockName);
  const lock = takeLock(file, 'rwc');
  // A sweep may run between creating the file and locking it.
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
 * Removes this user's directories whose lock nobody holds any more. Several processes may sweep at once. What cannot be
 * removed stays.
 */
export async function sweepDuckDbDirectories(): Promise<void> {
  const entries = await readdir(tmpdir()).catch(() => []);
  const names = entries.filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => sweep(path.join(tmpdir(), name)).catch(() => undefined)));
}

/** A directory without a lock was created just now, or abandoned before it contained anything. */
const emptyMs = 60_000;

async function sweep(directory: string): Promise<void> {
  const entry = await lstat(directory);
  if (!entry.isDirectory() || entry.uid !== (process.getuid?.() ?? entry.uid)) return;
  const file = path.join(directory, lockName);
  const lockFile = await lstat(file).catch(() => undefined);
  if (lockFile === undefined) {
    // Fails unless it is empty.
    if (Date.now() - entry.mtimeMs > emptyMs) await rmdir(directory);
    return;
  }
  const lock = lockFile.isFile() ? takeLock(file, 'rw') : undefined;
  if (lock === undefined) return;
  await removeWithLockLast(directory);
  lock.close();
}

/**
 * A file lock of the operating system, taken through SQLite because Node has no call for one.
 * @returns undefined if this or another process holds it
 */
function takeLock(file: string, mode: 'rw' | 'rwc'): DatabaseSync | undefined {
  const url = pathToFileURL(file);
  url.searchParams.set('mode', mode);
  const lock = new DatabaseSync(url, { timeout: 0 });
  try {
    // Nothing is written to the file; without this, a journal would appear beside it.
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

/** If interrupted, a later sweep removes the rest. */
async function removeWithLockLast(directory: string): Promise<void> {
  const entries = await readdir(directory);
  const data = entries.filter((name) => name !== lockName);
  await Promise.all(data.map((name) => rm(path.join(directory, name), { recursive: true, force: true })));
  await rm(directory, { recursive: true, force: true });
}

function removeAll(): void {
  for (const directory of open) rmSync(directory, { recursive: true, force: true });
}
