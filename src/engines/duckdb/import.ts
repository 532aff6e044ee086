import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError, type Issue } from '../../errors.ts';
import { quoteIdentifier } from '../../quoting.ts';
import { importMessage, isOfStatement } from './errors.ts';
import type { ResolvedTable } from './source.ts';

export interface ImportedTables {
  /** Files that stay where they are and must remain readable. */
  readonly reads: readonly string[];
  /** A digest of the tables and views with their columns and types. */
  readonly catalog: string;
}

/**
 * Creates every table in the current database. Text formats are copied in, because they are slow to read and their errors
 * should show at start; Parquet becomes a view over its files.
 * @throws AppError with one issue per table that cannot be read: `VALIDATION_FAILED` if an option or a name can never work,
 *   else `DATA_SOURCE_UNAVAILABLE`
 */
export async function importTables(
  connection: DuckDBConnection,
  tables: readonly ResolvedTable[],
): Promise<ImportedTables> {
  const issues: Issue[] = [];
  let isOfConfiguration = false;
  const inPlace: string[] = [];
  await connection.run("SET TimeZone = 'UTC'");
  for (const table of tables) {
    const asView = table.format === 'parquet';
    try {
      if (table.schema !== undefined) {
        await connection.run(`CREATE SCHEMA IF NOT EXISTS ${quoteIdentifier(table.schema)}`);
      }
      await connection.run(
        `CREATE ${asView ? 'VIEW' : 'TABLE'} ${table.identifier} AS SELECT * FROM ${table.reader}`,
      );
      if (asView) inPlace.push(...table.files);
    } catch (error) {
      isOfConfiguration ||= isOfStatement(error);
      issues.push({ path: `tables.${table.name}`, message: importMessage(error) });
    }
  }
  if (issues.length > 0) {
    const code = isOfConfiguration ? 'VALIDATION_FAILED' : 'DATA_SOURCE_UNAVAILABLE';
    throw new AppError(code, 'The tables of the data source cannot be read.', { issues });
  }
  await connection.run('CHECKPOINT');
  const columns = await connection.runAndReadAll(columnsSql);
  // Only a table has the columns that DuckDB adds, such as `rowid`.
  const catalog = [
    tables.map(({ identifier, format }) => `${identifier} ${format === 'parquet'}`).toSorted(),
    columns.getRows(),
  ];
  const digest = createHash('sha256').update(JSON.stringify(catalog)).digest('base64url');
  return { reads: inPlace, catalog: digest };
}

const columnsSql = `
  SELECT schema_name, table_name, column_name, data_type FROM duckdb_columns()
  WHERE database_name = current_database() AND NOT internal ORDER BY 1, 2, column_index`;
