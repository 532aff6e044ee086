import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { StateError } from './state-error.ts';

/** The process that holds a data directory, for people to read: the lock itself is the operating system's. */
const holderSchema = z.object({ pid: z.number(), startedAt: z.string(), hostname: z.string() });

interface DataDirectory extends Disposable {
  /** Absolute path. */
  readonly path: string;
}

/**
 * Creates the data directory (mode 0700) if necessary and locks it for this process, until it is disposed or the process ends
 * in any way: two processes on one PGlite would corrupt it.
 *
 * The lock is a file lock of the operating system, taken through SQLite's exclusive transaction because Node has no call for
 * one. The kernel releases it with the process, so there are no stale locks, and reused pids do not matter. It works on local
 * file systems, between containers on one machine, and within one process.
 *
 * @throws StateError `locked`, naming the holder; `unusable` if there is no such directory and none can be created, or if it
 * cannot be written
 */
export function lockDataDirectory(dataDir: string): DataDirectory {
  const path = resolve(dataDir);
  const holderPath = join(path, 'holder.json');
  const file = openLockFile(path);
  try {
    // Nothing is written to the file; without this, a journal would appear beside it.
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (!isBusy(error)) throw error;
    throw new StateError('locked', `${path} is in use by ${describeHolder(holderPath)}. ${advice}`, {
      cause: error,
    });
  }
  const holder = { pid: process.pid, startedAt: new Date().toISOString(), hostname: hostname() };
  writeFileSync(holderPath, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  return {
    path,
    [Symbol.dispose]() {
      if (!file.isOpen) return;
      rmSync(holderPath, { force: true });
      file.close();
    },
  };
}

function openLockFile(path: string): DatabaseSync {
  try {
    makeFolder(path);
    return new DatabaseSync(join(path, 'lock'), { timeout: 0 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown error';
    const message = `DATA_DIR: ${path} cannot be used as a folder for the state (${reason}).`;
    throw new StateError('unusable', message, { cause: error });
  }
}

/** Not `recursive`, which never returns where a folder that exists cannot hold another, as in `/proc`. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(path)) throw error;
  }
}

const advice = 'Stop that process, or use another DATA_DIR. To run several processes, use DATABASE_URL.';

/** SQLITE_BUSY: another connection, in this process or another, holds the lock. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

function describeHolder(path: string): string {
  try {
    const holder = holderSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    return `process ${holder.pid} on ${holder.hostname}, which opened it at ${holder.startedAt}`;
  } catch {
    // The holder has not written its name yet, or the file was removed.
    return 'another process';
  }
}
