import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What is written within this time is read as one change: editors write a file in several steps. */
const settleMs = 60;

/**
 * Calls `onChange` after something in a folder or its subfolders changed, once for changes that come together. Calls
 * never overlap; what changes during one leads to another.
 * @param onChange never rejects
 */
export async function watchFolder(folder: string, onChange: () => Promise<void>): Promise<AsyncDisposable> {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let closed = false;

  function schedule(): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(change);
    }, settleMs);
  }

  async function change(): Promise<void> {
    if (closed) return;
    // Folders first: a change in a new one that comes before it is watched is seen by what is read after.
    await watchFolders();
    await onChange();
  }

  /** Watches each folder by itself: a watcher of a file loses it when an editor replaces it by a new one. */
  async function watchFolders(): Promise<void> {
    const present = new Set(await subfolders(folder));
    for (const [path, watcher] of watchers) {
      if (present.has(path)) continue;
      watcher.close();
      watchers.delete(path);
    }
    for (const path of present) {
      if (closed || watchers.has(path)) continue;
      try {
        const watcher = watch(path, { persistent: false }, schedule);
        watcher.on('error', () => {
          watcher.close();
          watchers.delete(path);
          schedule();
        });
        watchers.set(path, watcher);
      } catch {
        // It went away since it was listed, which its parent's watcher tells.
      }
    }
  }

  await watchFolders();
  return {
    async [Symbol.asyncDispose]() {
      closed = true;
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      await working;
    },
  };
}

/** The folder and those in it, at any depth; the folder alone when it cannot be read now. */
async function subfolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const inner = entries.filter((entry) => entry.isDirectory());
  return [folder, ...inner.map((entry) => join(entry.parentPath, entry.name))];
}
