import { AppError } from '../../errors.ts';
import type { ObservableQueryEngine } from '../query-engine.ts';
import { createSqlEngine } from '../sql-engine.ts';
import { duckDbBudget } from './budget.ts';
import { duckDbDialect } from './dialect.ts';
import { duckDbError } from './errors.ts';
import { type AttachedDatabase, type DuckDb, openDuckDb } from './instance.ts';
import type { DuckDbFiles } from './loader.ts';
import { resolveFile, resolveTables, type TableSource } from './source.ts';
import { createDuckDbDriver } from './statement.ts';
import { stampOf, watchFiles } from './watched-files.ts';

export interface DuckDbEngineOptions {
  /** Folder of the workspace: every path below is relative to it and stays inside it. */
  readonly folder: string;
  readonly tables?: Readonly<Record<string, TableSource>> | undefined;
  /** A `.duckdb` file, opened read-only; not together with `tables`. */
  readonly database?: string | undefined;
  /** The DuckDB that it shares with others, and which stays the caller's. @default one of its own */
  readonly duckdb?: DuckDb | undefined;
  /** Threads of a DuckDB of its own. @default the whole budget of the process */
  readonly threads?: number | undefined;
  /**
   * Memory of a DuckDB of its own; it spills up to twice as much to its temporary directory, and a statement that needs
   * more fails with `QUERY_LIMIT`. @default the whole budget of the process
   */
  readonly memoryLimitBytes?: number | undefined;
  /** Maximum number of concurrent statements. Each occupies a thread of Node's pool while it works. @default 3 */
  readonly maxConcurrentQueries?: number | undefined;
  /** Maximum number of waiting statements. @default 100 */
  readonly maxWaitingQueries?: number | undefined;
  /** Maximum time a result may stay open, however slowly it is read. @default 15 minutes */
  readonly maxLifetimeMs?: number | undefined;
  /**
   * If given, files are looked at every `lookMs`, and changed ones are read again; statements that run keep what they
   * read. Called after each change, with the error if the files cannot be read, in which case the earlier data stays.
   */
  readonly onReload?: ((error?: AppError) => void) | undefined;
  /** @default 2,000 */
  readonly lookMs?: number | undefined;
}

/** What an engine reads, and the state of the files when it was read. */
interface Data {
  readonly database: AttachedDatabase;
  readonly stamp: string;
}

/**
 * DuckDB over files of a workspace: Parquet is read where it is, text formats are copied into a database file in a temporary
 * directory. Nothing else can be read. The caller decides which functions a statement may call.
 * @throws AppError `VALIDATION_FAILED` or `DATA_SOURCE_UNAVAILABLE`, with one issue per table that cannot be read
 */
export async function createDuckDbEngine(options: DuckDbEngineOptions): Promise<ObservableQueryEngine> {
  const files = await resolveFiles(options);
  const { memoryLimitBytes: memoryBytes, threads } = options;
  const duckdb = options.duckdb ?? (await openDuckDb(duckDbBudget({ memoryBytes, threads })));
  async function closeOwn(): Promise<void> {
    if (options.duckdb === undefined) await duckdb[Symbol.asyncDispose]();
  }
  let data: Data;
  try {
    data = await readData(duckdb, files);
  } catch (error) {
    await closeOwn();
    throw error;
  }

  async function replaceData(changed: DuckDbFiles): Promise<void> {
    const replaced = data;
    data = await readData(duckdb, changed);
    await replaced.database[Symbol.asyncDispose]();
  }

  const { onReload } = options;
  const watch =
    onReload === undefined
      ? undefined
      : watchFiles({
          stampOfData: () => data.stamp,
          find: () => resolveFiles(options),
          read: replaceData,
          onReload,
          lookMs: options.lookMs ?? 2_000,
        });
  const engine = createSqlEngine({
    kind: 'duckdb',
    dialect: duckDbDialect,
    maxConcurrentQueries: options.maxConcurrentQueries ?? 3,
    maxWaitingQueries: options.maxWaitingQueries,
    maxLifetimeMs: options.maxLifetimeMs ?? 15 * 60_000,
    drive: (query, timezone, isOwn) => createDuckDbDriver(data.database, query, timezone, isOwn),
    tables: { sql: tablesSql, params: [] },
    findTable: ({ schema = 'main', table }) => ({ sql: findTableSql, params: [schema, table] }),
    async close() {
      await watch?.[Symbol.asyncDispose]();
      await data.database[Symbol.asyncDispose]();
      await closeOwn();
    },
  });
  return { ...engine, version: () => data.stamp, catalog: () => data.database.catalog };
}

const tablesSql = `
  SELECT table_schema, table_name FROM information_schema.tables
  WHERE table_catalog = current_database() ORDER BY 1, 2 LIMIT 5000`;

const findTableSql = `
  SELECT table_catalog, table_schema, table_name FROM information_schema.tables
  WHERE table_catalog = current_database() AND lower(table_schema) = lower($1) AND lower(table_name) = lower($2)`;

async function resolveFiles({ folder, tables, database }: DuckDbEngineOptions): Promise<DuckDbFiles> {
  if (database === undefined) return { tables: await resolveTables(folder, tables ?? {}) };
  if (tables !== undefined) {
    throw new AppError('VALIDATION_FAILED', 'A DuckDB data source has either tables or a database.', {
      issues: [{ path: 'database', message: 'Give either tables or database.' }],
    });
  }
  return { database: await resolveFile(folder, database) };
}

async function readData(duckdb: DuckDb, files: DuckDbFiles): Promise<Data> {
  try {
    // Before they are read: what changes meanwhile is read again.
    const stamp = await stampOf(files);
    return { database: await duckdb.attach(files), stamp };
  } catch (error) {
    throw duckDbError(error);
  }
}
