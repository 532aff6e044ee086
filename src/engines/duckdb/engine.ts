import path from 'node:path';
import './allocator.ts';
import { DuckDBInstance } from '@duckdb/node-api';
import { AppError } from '../../errors.ts';
import { quoteLiteral } from '../../quoting.ts';
import type { ObservableQueryEngine } from '../query-engine.ts';
import { SharedMemory } from '../shared-memory.ts';
import { createSqlEngine } from '../sql-engine.ts';
import { duckDbBudget } from './budget.ts';
import { duckDbDialect } from './dialect.ts';
import { createDuckDbDirectory, type DuckDbDirectory } from './directory.ts';
import { duckDbError } from './errors.ts';
import { importTables } from './import.ts';
import { resolveFile, resolveTables, type TableSource } from './source.ts';
import { createDuckDbDriver } from './statement.ts';

export interface DuckDbEngineOptions {
  /** Folder of the workspace: every path below is relative to it and stays inside it. */
  readonly folder: string;
  readonly tables?: Readonly<Record<string, TableSource>> | undefined;
  /** A `.duckdb` file, opened read-only; not together with `tables`. */
  readonly database?: string | undefined;
  /** @default the whole budget of the process */
  readonly threads?: number | undefined;
  /**
   * DuckDB's memory; it spills up to twice as much to its temporary directory, and a statement that needs more
   * fails with `QUERY_LIMIT`. @default the whole budget of the process
   */
  readonly memoryLimitBytes?: number | undefined;
  /** DuckDB's memory while tables are copied in, before any statement runs. @default `memoryLimitBytes` */
  readonly importMemoryBytes?: number | undefined;
  /** Maximum number of concurrent statements. Each occupies a thread of Node's pool while it works. @default 3 */
  readonly maxConcurrentQueries?: number | undefined;
  /** Maximum number of waiting statements. @default 100 */
  readonly maxWaitingQueries?: number | undefined;
  /** Maximum time a result may stay open, however slowly it is read. @default 15 minutes */
  readonly maxLifetimeMs?: number | undefined;
  /**
   * Parquet tables up to this size are copied into the engine's own database, which answers faster; larger ones are
   * read in place, which starts faster and keeps their pages out of memory. @default 32 MiB
   */
  readonly importLimitBytes?: number | undefined;
}

const mebibyte = 1024 * 1024;

/**
 * DuckDB over files of a workspace. Tables are loaded into a database file in a temporary
 * directory, which is removed with the engine. The file is then opened read-only, with all other access switched off and the
 * configuration locked, except for a session's time zone. The caller decides which functions a statement may call.
 * @throws AppError `VALIDATION_FAILED` or `DATA_SOURCE_UNAVAILABLE`, with one issue per table that cannot be read
 */
export async function createDuckDbEngine(options: DuckDbEngineOptions): Promise<ObservableQueryEngine> {
  if (options.database !== undefined && options.tables !== undefined) {
    throw new AppError('VALIDATION_FAILED', 'A DuckDB data source has either tables or a database.', {
      issues: [{ path: 'database', message: 'Give either tables or database.' }],
    });
  }
  const tables = await resolveTables(options.folder, options.tables ?? {});
  const database =
    options.database === undefined ? undefined : await resolveFile(options.folder, options.database);
  const directory = await createDuckDbDirectory();
  const budget = duckDbBudget({ memoryBytes: options.memoryLimitBytes, threads: options.threads });
  const config = configuration(budget.threads, directory.path);
  const importLimit = mebibytes(options.importMemoryBytes ?? budget.memoryBytes);
  const limit = mebibytes(budget.memoryBytes);
  let instance: DuckDBInstance;
  try {
    const file = database ?? path.join(directory.path, 'tables.duckdb');
    const inPlace =
      database === undefined
        ? await importTables(
            file,
            tables,
            { ...config, memory_limit: importLimit },
            options.importLimitBytes ?? 32 * mebibyte,
          )
        : [];
    instance = await DuckDBInstance.create(file, {
      ...config,
      memory_limit: limit,
      access_mode: 'READ_ONLY',
    });
    await lockDown(instance, inPlace, mebibytes(2 * budget.memoryBytes));
  } catch (error) {
    await directory[Symbol.asyncDispose]();
    throw duckDbError(error);
  }
  return engineOver(instance, directory, options);
}

function engineOver(
  instance: DuckDBInstance,
  directory: DuckDbDirectory,
  options: DuckDbEngineOptions,
): ObservableQueryEngine {
  const memory = new SharedMemory();
  return createSqlEngine({
    dialect: duckDbDialect,
    maxConcurrentQueries: options.maxConcurrentQueries ?? 3,
    maxWaitingQueries: options.maxWaitingQueries,
    maxLifetimeMs: options.maxLifetimeMs ?? 15 * 60_000,
    drive: (query, timezone) => createDuckDbDriver(instance, memory, query, timezone),
    findTable: ({ schema = 'main', table }) => ({ sql: findTableSql, params: [schema, table] }),
    async close() {
      instance.closeSync();
      await directory[Symbol.asyncDispose]();
    },
  });
}

const findTableSql = `
  SELECT table_catalog, table_schema, table_name FROM information_schema.tables
  WHERE table_catalog = current_database() AND lower(table_schema) = lower($1) AND lower(table_name) = lower($2)`;

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / mebibyte)}MiB`;
}

function configuration(threads: number, directory: string): Record<string, string> {
  return {
    threads: String(threads),
    temp_directory: path.join(directory, 'spill'),
    extension_directory: path.join(directory, 'extensions'),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
  };
}

/** After this, only the database and the tables' own files can be read, and nothing can be switched back. */
async function lockDown(
  instance: DuckDBInstance,
  inPlace: readonly string[],
  spillLimit: string,
): Promise<void> {
  const connection = await instance.connect();
  try {
    for (const statement of [
      "SET GLOBAL TimeZone = 'UTC'",
      // As an option of the instance it would be shown but have no effect.
      `SET max_temp_directory_size = ${quoteLiteral(spillLimit)}`,
      `SET allowed_paths = [${inPlace.map(quoteLiteral).join(', ')}]`,
      "SET allowed_configs = ['TimeZone', 'enable_caching_operators']",
      'SET enable_external_access = false',
      'SET lock_configuration = true',
    ]) {
      await connection.run(statement);
    }
  } finally {
    connection.disconnectSync();
  }
}
