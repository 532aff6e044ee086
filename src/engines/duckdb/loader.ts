import { randomUUID } from 'node:crypto';
import path from 'node:path';
import './allocator.ts';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral } from '../../quoting.ts';
import { importTables } from './import.ts';
import { createSerial } from './serial.ts';
import type { ResolvedTable } from './source.ts';

/** What an attached database is made of. */
export type DuckDbFiles = { readonly database: string } | { readonly tables: readonly ResolvedTable[] };

/** A database file that can be attached. */
export interface Database {
  readonly name: string;
  readonly file: string;
  /** Whether the file was made here and goes with the database. */
  readonly isCopy: boolean;
  /** Files outside of the process's own directory. */
  readonly reads: readonly string[];
  /** As `schema.table`, in lower case. */
  readonly tables: ReadonlySet<string>;
  readonly catalog: string | undefined;
}

/** Makes databases of files. */
export interface Loader extends AsyncDisposable {
  /**
   * One at a time: each may need all of the memory, and DuckDB makes no checkpoint while another database is written.
   * @throws AppError as `importTables`, with one issue per table that cannot be read; DuckDB's error for a database
   */
  load(files: DuckDbFiles): Promise<Database>;
}

/** How long the instance stays for more to load. */
const idleMs = 1_000;

/**
 * Loads with an instance of its own, which is not locked, but runs nothing of a caller's.
 * @param folder where it may write
 */
export function createLoader(config: Readonly<Record<string, string>>, folder: string): Loader {
  const inTurn = createSerial();
  let instance: DuckDBInstance | undefined;
  let closing: NodeJS.Timeout | undefined;

  async function loadNow(files: DuckDbFiles): Promise<Database> {
    clearTimeout(closing);
    instance ??= await DuckDBInstance.create(':memory:', config);
    const connection = await instance.connect();
    try {
      return await loadWith(connection, files);
    } finally {
      connection.disconnectSync();
      closing = setTimeout(close, idleMs).unref();
    }
  }

  function close(): void {
    clearTimeout(closing);
    instance?.closeSync();
    instance = undefined;
  }

  async function loadWith(connection: DuckDBConnection, files: DuckDbFiles): Promise<Database> {
    const name = randomUUID();
    const file = 'database' in files ? files.database : path.join(folder, `${name}.duckdb`);
    if ('database' in files) await attachTo(connection, { name, file });
    else await connection.run(`ATTACH ${quoteLiteral(file)} AS ${quoteIdentifier(name)}`);
    try {
      await connection.run(`USE ${quoteIdentifier(name)}`);
      const { reads, catalog } =
        'database' in files
          ? { reads: [file, `${file}.wal`], catalog: undefined }
          : await importTables(connection, files.tables);
      const tables = new Set(await firstColumn(connection, ownTables));
      return { name, file, isCopy: 'tables' in files, reads, tables, catalog };
    } finally {
      await connection.run(`USE memory; DETACH ${quoteIdentifier(name)}`);
    }
  }

  return {
    load: (files) => inTurn(() => loadNow(files)),
    [Symbol.asyncDispose]: () => inTurn(async () => close()),
  };
}

export async function attachTo(
  connection: DuckDBConnection,
  { name, file }: Pick<Database, 'name' | 'file'>,
): Promise<void> {
  await connection.run(`ATTACH ${quoteLiteral(file)} AS ${quoteIdentifier(name)} (READ_ONLY)`);
}

const ownTables = `
  SELECT lower(schema_name || '.' || table_name) FROM duckdb_tables() WHERE database_name = current_database()
  UNION ALL
  SELECT lower(schema_name || '.' || view_name) FROM duckdb_views() WHERE database_name = current_database() AND NOT internal`;

export async function firstColumn(connection: DuckDBConnection, sql: string): Promise<string[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRows().map(([value]) => String(value));
}
