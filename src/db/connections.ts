import type pg from 'pg';
import type { Logger } from 'pino';
import type { Migration } from './migrations.ts';

export interface OpenDatabaseOptions {
  /** PostgreSQL 15 or later, `postgres://user:password@host:port/database`. Absent means PGlite. */
  readonly databaseUrl?: string | undefined;
  /** Where PGlite keeps its files, made if need be. Absent means that the state is gone with the process. */
  readonly dataDir?: string | undefined;
  /** PGlite's `dumpDataDir()` to start from; only without `dataDir`. */
  readonly snapshot?: Blob | undefined;
  /** Connections to PostgreSQL at most. PGlite always has one. @default 10 */
  readonly poolSize?: number | undefined;
  /** How long a statement waits for a connection to PostgreSQL, new or from the pool. @default 5,000 */
  readonly poolTimeoutMs?: number | undefined;
  /** @default the migrations of this version */
  readonly migrations?: readonly Migration[] | undefined;
  readonly logger?: Logger | undefined;
  /** Called with each SQL statement that Prisma runs; for tests. */
  readonly onStatement?: ((sql: string) => void) | undefined;
}

/** A pool of connections, and what has to be closed once it has ended. */
export interface Connections extends AsyncDisposable {
  readonly pool: pg.Pool;
}
