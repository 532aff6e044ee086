import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError, type Issue } from '../../errors.ts';
import { quoteIdentifier } from '../../quoting.ts';
import { importMessage } from './errors.ts';
import type { ResolvedTable } from './source.ts';

/**
 * Creates every table in the current database. Text formats are copied in, because they are slow to read and their errors
 * should show at start; Parquet becomes a view over its files.
 * @returns the files that stay where they are and must remain readable
 * @throws AppError `DATA_SOURCE_UNAVAILABLE` with one issue per table that cannot be read
 */
export async function importTables(
  connection: DuckDBConnection,
  tables: readonly ResolvedTable[],
): Promise<readonly string[]> {
  const issues: Issue[] = [];
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
      issues.push({ path: `tables.${table.name}`, message: importMessage(error) });
    }
  }
  if (issues.length > 0) {
    throw new AppError('DATA_SOURCE_UNAVAILABLE', 'The tables of the data source cannot be read.', {
      issues,
    });
  }
  await connection.run('CHECKPOINT');
  return inPlace;
}
