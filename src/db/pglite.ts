import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Logger } from 'pino';
import type { Connections } from './connections.ts';
import { lockDataDirectory } from './data-directory.ts';
import { createPGlitePool } from './pglite-pool.ts';

/** In PGlite's folder once it was set up completely; PostgreSQL ignores it. */
const completeMarker = 'INLAY_COMPLETE';

/**
 * Starts PGlite over `dataDir`, held by this process alone, or in memory without one.
 *
 * @throws StateError `locked` when another process holds `dataDir`.
 */
export async function openPGlite(
  dataDir: string | undefined,
  { snapshot, logger }: { snapshot?: Blob | undefined; logger?: Logger | undefined } = {},
): Promise<Connections> {
  await using stack = new AsyncDisposableStack();
  let pglite: PGlite;
  if (dataDir === undefined) {
    pglite = await PGlite.create(snapshot ? { loadDataDir: snapshot } : {});
  } else {
    const directory = stack.use(lockDataDirectory(dataDir));
    const folder = join(directory.path, 'pglite');
    setAsideIncomplete(folder, logger);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    pglite = await PGlite.create(folder);
    writeFileSync(join(folder, completeMarker), '');
  }
  stack.defer(() => pglite.close());
  const pool = createPGlitePool(pglite);
  stack.defer(() => pool.end());
  const disposables = stack.move();
  return { pool, [Symbol.asyncDispose]: () => disposables.disposeAsync() };
}

/**
 * A process that dies while PGlite sets up its folder leaves one that never starts again. Nothing was acknowledged
 * from such a folder, but it is moved, not deleted: whoever copied a backup there without the marker keeps it.
 */
function setAsideIncomplete(folder: string, logger: Logger | undefined): void {
  if (!existsSync(folder) || existsSync(join(folder, completeMarker)) || readdirSync(folder).length === 0)
    return;
  const aside = `${folder}.incomplete-${Date.now()}`;
  renameSync(folder, aside);
  logger?.warn({ folder: aside }, 'set aside a database folder whose set-up never finished');
}
