import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { AppError } from '../../errors.ts';
import { duckDbError } from './errors.ts';
import type { DuckDbFiles } from './loader.ts';

/** Names, sizes and times of files, as one text. */
export async function stampOf(files: DuckDbFiles): Promise<string> {
  const paths =
    'database' in files
      ? [files.database]
      : files.tables.flatMap((table) => [table.identifier, table.reader, ...table.files]);
  const states = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ size, mtimeMs, ino }) => [path, size, mtimeMs, ino],
        () => [path],
      ),
    ),
  );
  return createHash('sha256').update(JSON.stringify(states)).digest('base64url');
}

/** Looking at many files takes at most this part of the time. */
const shareOfLooking = 1 / 50;

interface WatchedFiles {
  /** Of the files as they were read last. */
  readonly stampOfData: () => string;
  readonly find: () => Promise<DuckDbFiles>;
  /** Reads files that have changed. What it rejects with is told to `onReload`, and not tried again. */
  readonly read: (files: DuckDbFiles) => Promise<void>;
  readonly onReload: (error?: AppError) => void;
  /** The shortest time between two looks. */
  readonly lookMs: number;
}

/**
 * Looks at files at intervals, since network file systems and mounts of containers tell nobody of changes. What has changed
 * is read once two looks in a row have found it the same. However long reading takes, it delays no later look.
 */
export function watchFiles({ stampOfData, find, read, onReload, lookMs }: WatchedFiles): AsyncDisposable {
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  let isClosed = false;
  /** Of files that have changed, until it stays the same: they may still be being written. */
  let changed: string | undefined;
  let failed: string | undefined;

  async function look(): Promise<void> {
    const startedAt = performance.now();
    let pauseMs = lookMs;
    try {
      const files = await find().catch(() => undefined);
      // A file that is being replaced may be missing for a moment.
      const stamp = files && (await stampOf(files));
      pauseMs = Math.max(lookMs, (performance.now() - startedAt) / shareOfLooking);
      if (files === undefined || stamp === undefined) return;
      const isKnown = (state: string | undefined) =>
        state === undefined || state === stampOfData() || state === failed;
      // The first sight of a change is confirmed soon. Files that go on changing are not looked at more often for it.
      if (isKnown(changed) && !isKnown(stamp)) pauseMs = lookMs;
      const isSettled = stamp === changed;
      changed = stamp;
      if (isKnown(stamp) || !isSettled || isClosed) return;
      try {
        await read(files);
        onReload();
      } catch (error) {
        failed = stamp;
        onReload(duckDbError(error));
      }
    } finally {
      schedule(pauseMs);
    }
  }

  function schedule(afterMs: number): void {
    if (isClosed) return;
    timer = setTimeout(() => {
      looking = look();
    }, afterMs).unref();
  }

  schedule(lookMs);
  return {
    async [Symbol.asyncDispose]() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
