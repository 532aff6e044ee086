import type { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Migration } from './migrations.ts';

export interface OpenDatabaseOptions {
  /** PostgreSQL 15 or later, `postgres://user:password@host:port/database`. Absent means PGlite. */
  readonly databaseUrl?: string | undefined;
  /** Folder for PGlite's files, created if necessary. If absent, the state is lost when the process ends. */
  readonly dataDir?: string | undefined;
  /** Used instead of a new PGlite, and left open; only without `dataDir`. */
  readonly pglite?: PGlite | undefined;
  /** Maximum number of connections to PostgreSQL. PGlite always has one. @default 10 */
  readonly poolSize?: number | undefined;
  /** How long a statement waits for a connection to PostgreSQL, new or from the pool. @default 5,000 */
  readonly poolTimeoutMs?: number | undefined;
  /** @default the migrations of this version */
  readonly migrations?: readonly Migration[] | undefined;
  /** Whether missing migrations are applied. @default true */
  readonly autoMigrate?: boolean | undefined;
  /** Nothing is written before this resolves; if it rejects, the state is not opened. @default at once */
  readonly mayWrite?: Promise<unknown> | undefined;
  readonly logger?: Logger | undefined;
  /** Called with each SQL statement that Prisma runs; for tests. */
  readonly onStatement?: ((sql: string) => void) | undefined;
}

/** A pool of connections, and what must be closed after it. */
export interface Connections extends AsyncDisposable {
  readonly pool: pg.Pool;
}
