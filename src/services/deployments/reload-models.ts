import { resolve } from 'node:path';
import type { DataModel } from '../../semantic/data-model.ts';
import { loadDataModel } from '../../semantic/model/load-model.ts';
import { ModelError, type Problem } from '../../yaml/model-error.ts';
import { watchFolder } from './watch-folder.ts';

/** A model folder changed: its new model answers from now on, or its problems kept the old one in place. */
export type ModelReload =
  | { readonly folder: string; readonly ok: true; readonly warnings: readonly Problem[] }
  | { readonly folder: string; readonly ok: false; readonly problems: readonly Problem[] };

export interface ReloadModelsOptions {
  /** The workspace. */
  readonly workspaceFolder: string;
  /** Model folders, as `inlay.yml` names them. */
  readonly folders: Iterable<string>;
  /** Puts a model in the place of the folder's earlier one. */
  readonly replace: (folder: string, model: DataModel) => Promise<void>;
  /** Told after each change, whatever came of it. */
  readonly onReload: (reload: ModelReload) => void;
}

/** Reads model folders again when their files change, for development (issue of the data layer; contract §3). */
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
    // A file that went away between listing and reading, for example; its change is told next.
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The model could not be read: ${reason}`;
    return { folder, ok: false, problems: [{ file: folder, line: 1, path: '', message }] };
  }
}
