import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { DataModel } from '../../semantic/data-model.ts';
import { loadDataModel } from '../../semantic/model/load-model.ts';
import { ModelError, type Problem } from '../../yaml/model-error.ts';

/** The result of reloading a model folder: the new model is in use, or its problems kept the earlier one in use. */
export type ModelReload =
  | { readonly folder: string; readonly ok: true; readonly warnings: readonly Problem[] }
  | { readonly folder: string; readonly ok: false; readonly problems: readonly Problem[] };

interface ReloadModelsOptions {
  readonly workspaceFolder: string;
  /** Model folders, as named in `inlay.yml`. */
  readonly folders: Iterable<string>;
  /** Replaces the model of a folder. */
  readonly replace: (folder: string, model: DataModel) => Promise<void>;
  /** Called after each change, successful or not. */
  readonly onReload: (reload: ModelReload) => void;
}

/** Reloads models when their files change, for development. */
export async function reloadModels(options: ReloadModelsOptions): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  for (const folder of options.folders) {
    stack.use(
      await watchFolder(resolve(options.workspaceFolder, folder), async () =>
        options.onReload(await reload(folder, options)),
      ),
    );
  }
  return stack.move();
}

async function reload(
  folder: string,
  { workspaceFolder, replace }: ReloadModelsOptions,
): Promise<ModelReload> {
  try {
    const { model, warnings } = await loadDataModel(resolve(workspaceFolder, folder), {
      relativeTo: workspaceFolder,
    });
    await replace(folder, model);
    return { folder, ok: true, warnings };
  } catch (error) {
    if (error instanceof ModelError) return { folder, ok: false, problems: error.problems };
    // For example, a file was deleted between listing and reading. That change triggers another reload.
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The model could not be read: ${reason}`;
    return { folder, ok: false, problems: [{ file: folder, line: 1, path: '', message }] };
  }
}

/** Changes within this time count as one, since editors write a file in several steps. */
const settleMs = 60;

/**
 * Calls `onChange` after changes in a folder or its subfolders, once for changes that come together. Calls never
 * overlap; a change during one leads to another.
 * @param onChange must not reject
 */
async function watchFolder(folder: string, onChange: () => Promise<void>): Promise<AsyncDisposable> {
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
    // Folders first: a change in a new folder before it is watched is then read by `onChange`.
    await watchFolders();
    await onChange();
  }

  /** Watches each folder rather than each file, because the watcher of a file loses it when an editor replaces it. */
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
        // It was deleted after it was listed, which the watcher of its parent reports.
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

/** The folder and all folders below it; only the folder itself if it cannot be read. */
async function subfolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const inner = entries.filter((entry) => entry.isDirectory());
  return [folder, ...inner.map((entry) => join(entry.parentPath, entry.name))];
}
