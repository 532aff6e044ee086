import { rm } from 'node:fs/promises';
import path from 'node:path';
import './allocator.ts';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { LRUCache } from 'lru-cache';
import { quoteIdentifier, quoteLiteral } from '../../quoting.ts';
import { SharedMemory } from '../shared-memory.ts';
import type { DuckDbBudget } from './budget.ts';
import { createDuckDbDirectory } from './directory.ts';
import { isIsolated, type Surroundings } from './isolation.ts';
import { attachTo, createLoader, type Database, type DuckDbFiles, firstColumn } from './loader.ts';
import { createSerial } from './serial.ts';

/**
 * One DuckDB for all data sources of the process, with one budget of memory and threads. It can read only what is attached
 * to it, and nothing can be switched back.
 */
export interface DuckDb extends AsyncDisposable {
  readonly memory: SharedMemory;
  /**
   * Attaches a database file, or tables, of which Parquet is read where it is and text is copied in.
   * @throws AppError `DATA_SOURCE_UNAVAILABLE` with one issue per table that cannot be read; DuckDB's error for a database
   */
  attach(files: DuckDbFiles): Promise<AttachedDatabase>;
}

/** The data of one source. Disposing detaches it, once its connections are closed. */
export interface AttachedDatabase extends AsyncDisposable {
  readonly memory: SharedMemory;
  /** A digest of what statements can name, if it was made of tables: equal ones accept the same statements. */
  readonly catalog: string | undefined;
  /** A connection on which names without a database mean this one. */
  connect(): Promise<DatabaseConnection>;
}

export interface DatabaseConnection extends Disposable {
  readonly connection: DuckDBConnection;
  /**
   * Whether a statement reads nothing but its database; false if that cannot be told.
   * @throws AppError `SQL_NOT_ALLOWED` if it names something else
   */
  isIsolated(sql: string): Promise<boolean>;
}

/** A DuckDB instance. What it may read is settled when it is made, so another replaces it when that is not enough. */
interface Generation {
  readonly instance: DuckDBInstance;
  readonly admin: DuckDBConnection;
  readonly allowed: ReadonlySet<string>;
  readonly system: ReadonlySet<string>;
  uses: number;
}

const mebibyte = 1024 * 1024;

/** Statements that were found to be isolated are not parsed again. */
const maxKnownCharacters = 4_000_000;

export async function openDuckDb(budget: DuckDbBudget): Promise<DuckDb> {
  const directory = await createDuckDbDirectory();
  const memory = new SharedMemory();
  const databases = new Map<string, Database>();
  const generations = new Set<Generation>();
  let current: Generation | undefined;
  /** Changes of what is attached come one after the other. */
  const inTurn = createSerial();

  const config = {
    threads: String(budget.threads),
    memory_limit: mebibytes(budget.memoryBytes),
    temp_directory: path.join(directory.path, 'spill'),
    extension_directory: path.join(directory.path, 'extensions'),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
  };

  const loader = createLoader(config, directory.path);

  async function begin(): Promise<Generation> {
    const allowed = new Set([...databases.values()].flatMap(({ reads }) => reads));
    const instance = await DuckDBInstance.create(':memory:', config);
    const admin = await instance.connect();
    for (const statement of [
      "SET GLOBAL TimeZone = 'UTC'",
      // As an option of the instance it would be shown but have no effect.
      `SET max_temp_directory_size = ${quoteLiteral(mebibytes(2 * budget.memoryBytes))}`,
      `SET allowed_paths = [${[...allowed].map(quoteLiteral).join(', ')}]`,
      `SET allowed_directories = [${quoteLiteral(directory.path)}]`,
      "SET allowed_configs = ['TimeZone', 'enable_caching_operators', 'search_path', 'schema']",
      'SET enable_external_access = false',
      'SET lock_configuration = true',
    ]) {
      await admin.run(statement);
    }
    for (const database of databases.values()) await attachTo(admin, database).catch(() => undefined);
    const system = new Set(await firstColumn(admin, systemTables));
    const generation = { instance, admin, allowed, system, uses: 0 };
    generations.add(generation);
    return generation;
  }

  function end(generation: Generation): void {
    if (!generations.delete(generation)) return;
    generation.admin.disconnectSync();
    generation.instance.closeSync();
  }

  /** Another generation begins with the next connection. */
  function replace(): void {
    const replaced = current;
    current = undefined;
    if (replaced?.uses === 0) end(replaced);
  }

  async function serving(): Promise<Generation> {
    current ??= await inTurn(async () => current ?? (await begin()));
    return current;
  }

  function attached(database: Database): AttachedDatabase {
    const { name, file, isCopy, tables, catalog } = database;
    const known = new LRUCache<string, true>({
      maxSize: maxKnownCharacters,
      sizeCalculation: (_, sql) => sql.length + 100,
    });
    let uses = 0;
    let isDisposed = false;

    function foreign(schema: string): boolean {
      return schema !== '' && (systemSchemas.has(schema) || databases.has(schema));
    }

    async function detachIfUnused(): Promise<void> {
      if (!isDisposed || uses > 0 || !databases.delete(name)) return;
      await inTurn(async () => {
        for (const { admin } of generations)
          await admin.run(`DETACH ${quoteIdentifier(name)}`).catch(() => undefined);
        if (isCopy) await rm(file, { force: true });
      });
    }

    return {
      memory,
      catalog,
      async connect() {
        const generation = await serving();
        generation.uses += 1;
        uses += 1;
        let isOpen = true;
        const release = () => {
          if (!isOpen) return;
          isOpen = false;
          generation.uses -= 1;
          uses -= 1;
          if (generation !== current && generation.uses === 0) end(generation);
          void detachIfUnused();
        };
        try {
          const connection = await generation.instance.connect();
          await connection.run(`USE ${quoteIdentifier(name)}`);
          const surroundings: Surroundings = { tables, foreign, system: generation.system };
          return {
            connection,
            async isIsolated(sql) {
              if (known.has(sql)) return true;
              if (!(await isIsolated(connection, sql, surroundings))) return false;
              known.set(sql, true);
              return true;
            },
            [Symbol.dispose]() {
              connection.disconnectSync();
              release();
            },
          };
        } catch (error) {
          release();
          throw error;
        }
      },
      async [Symbol.asyncDispose]() {
        isDisposed = true;
        await detachIfUnused();
      },
    };
  }

  return {
    memory,
    async attach(files) {
      const database = await loader.load(files);
      await inTurn(async () => {
        databases.set(database.name, database);
        if (current === undefined) return;
        const { admin, allowed } = current;
        if (database.reads.every((file) => allowed.has(file))) await attachTo(admin, database);
        else replace();
      });
      return attached(database);
    },
    async [Symbol.asyncDispose]() {
      await loader[Symbol.asyncDispose]();
      await inTurn(async () => {});
      for (const generation of generations) end(generation);
      await directory[Symbol.asyncDispose]();
    },
  };
}

const systemTables = 'SELECT DISTINCT lower(view_name) FROM duckdb_views() WHERE internal';

const systemSchemas: ReadonlySet<string> = new Set([
  'information_schema',
  'pg_catalog',
  'system',
  'temp',
  'memory',
]);

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / mebibyte)}MiB`;
}
