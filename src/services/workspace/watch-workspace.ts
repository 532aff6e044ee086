import { type FSWatcher, watch } from 'node:fs';

/** Changes within this time count as one, since editors write a file in several steps. */
const settleMs = 100;

/**
 * Calls `onChange` after `inlay.yml` has changed, until it is disposed of; while what was read last is refused, also after any
 * other YAML file of the folder has. Models that are in use are watched with their data.
 */
export function watchWorkspace(
  folder: string,
  onChange: () => Promise<void>,
  isRefused: () => boolean,
): Disposable {
  let timer: NodeJS.Timeout | undefined;
  let refused: FSWatcher | undefined;
  const settle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void change(), settleMs);
  };
  const follow = (recursive: boolean, isMeant: (name: string) => boolean): FSWatcher => {
    // The folder rather than the file, because the watcher of a file loses it when an editor replaces it.
    const watcher = watch(folder, { persistent: false, recursive }, (_, name) => {
      if (name !== null && isMeant(name)) settle();
    });
    return watcher.on('error', () => watcher.close());
  };
  const change = async (): Promise<void> => {
    await onChange();
    if (isRefused()) refused ??= follow(true, (name) => /\.ya?ml$/.test(name));
    else {
      refused?.close();
      refused = undefined;
    }
  };
  const watcher = follow(false, (name) => name === 'inlay.yml');
  return {
    [Symbol.dispose]() {
      clearTimeout(timer);
      watcher.close();
      refused?.close();
    },
  };
}
