import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PGlite } from '@electric-sql/pglite';
import type { Logger } from 'pino';
import type { Connections, OpenDatabaseOptions } from './connections.ts';
import { lockDataDirectory } from './data-directory.ts';
import { createPGlitePool } from './pglite-pool.ts';
import { StateError } from './state-error.ts';

/**
 * The default is 128 MB, all of which is resident from the start. What it does not hold is read from the files' cache of the
 * operating system.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** Marks PGlite's folder as completely set up; PostgreSQL ignores it. */
const completeMarker = 'INLAY_COMPLETE';

/**
 * Starts PGlite over `dataDir`, held by this process alone, or in memory without one.
 *
 * @throws StateError `locked` if another process holds `dataDir`, `unusable` if its files are damaged or cannot be written.
 */
export async function openPGlite(
  dataDir: string | undefined,
  { pglite: given, logger }: Pick<OpenDatabaseOptions, 'pglite' | 'logger'> = {},
): Promise<Connections> {
  await using stack = new AsyncDisposableStack();
  let pglite: PGlite;
  if (dataDir === undefined) {
    pglite = given ?? (await PGlite.create());
  } else {
    const directory = stack.use(lockDataDirectory(dataDir));
    const folder = join(directory.path, 'pglite');
    setAsideIncomplete(folder, logger);
    const isNew = !existsSync(join(folder, completeMarker));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    pglite = await startPGlite(folder);
    writeFileSync(join(folder, completeMarker), '');
    if (isNew) collectGarbage();
  }
  if (pglite !== given) stack.defer(() => pglite.close());
  const pool = createPGlitePool(pglite);
  stack.defer(() => pool.end());
  const disposables = stack.move();
  return { pool, [Symbol.asyncDispose]: () => disposables.disposeAsync() };
}

/** The setup leaves 300 MB in memories of WebAssembly, which do not make V8 collect them. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}

async function startPGlite(folder: string): Promise<PGlite> {
  try {
    return await PGlite.create(folder, { startParams });
  } catch (error) {
    // PGlite throws whatever its WebAssembly does, which names no cause and is not always an Error.
    throw new StateError(
      'unusable',
      `The embedded database in ${folder} does not start. Its files are damaged, or they cannot be written: check the free space \
and the permissions. If they are damaged, restore the data directory from a backup, or name a new one with DATA_DIR.`,
      { cause: error },
    );
  }
}

/**
 * If a process dies while PGlite sets up its folder, that folder never starts again. Nothing in it was acknowledged,
 * but it is moved instead of deleted, in case it is a backup that was copied without the marker.
 */
function setAsideIncomplete(folder: string, logger: Logger | undefined): void {
  if (!existsSync(folder) || existsSync(join(folder, completeMarker)) || readdirSync(folder).length === 0)
    return;
  const aside = `${folder}.incomplete-${Date.now()}`;
  renameSync(folder, aside);
  logger?.warn({ folder: aside }, 'moved aside a database folder whose setup was never finished');
}
