import {
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBInstance,
  DuckDBTimestampValue,
} from '@duckdb/node-api';

/** Money is given in whole cents, dates in days and timestamps in milliseconds since 1970-01-01 UTC. */
export type ColumnType =
  | 'INTEGER'
  | 'VARCHAR'
  | 'BOOLEAN'
  | 'DOUBLE'
  | 'DECIMAL(12,2)'
  | 'DATE'
  | 'TIMESTAMP';
export type Cell = string | number | boolean | null;

export interface Table {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly rows: Iterable<readonly Cell[]>;
}

/** Writes each table to `<folder>/<name>.parquet`: one thread and fixed row groups, so that the bytes never vary. */
export async function writeParquet(folder: string, tables: readonly Table[]): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    for (const table of tables) await writeTable(connection, folder, table);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function writeTable(connection: DuckDBConnection, folder: string, table: Table): Promise<void> {
  const types = Object.values(table.columns);
  const columns = Object.entries(table.columns).map(([name, type]) => `${name} ${type}`);
  await connection.run(`CREATE TABLE ${table.name} (${columns.join(', ')})`);
  const appender = await connection.createAppender(table.name);
  for (const row of table.rows) {
    types.forEach((type, index) => {
      appendCell(appender, type, row[index] ?? null);
    });
    appender.endRow();
  }
  appender.closeSync();
  const file = `${folder}/${table.name}.parquet`.replaceAll("'", "''");
  await connection.run(
    `COPY ${table.name} TO '${file}' (FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd, COMPRESSION_LEVEL 15, ROW_GROUP_SIZE 61440)`,
  );
}

function appendCell(appender: DuckDBAppender, type: ColumnType, cell: Cell): void {
  if (cell === null) {
    appender.appendNull();
    return;
  }
  switch (type) {
    case 'INTEGER':
      appender.appendInteger(Number(cell));
      break;
    case 'VARCHAR':
      appender.appendVarchar(String(cell));
      break;
    case 'BOOLEAN':
      appender.appendBoolean(cell === true);
      break;
    case 'DOUBLE':
      appender.appendDouble(Number(cell));
      break;
    case 'DECIMAL(12,2)':
      appender.appendDecimal(new DuckDBDecimalValue(BigInt(cell), 12, 2));
      break;
    case 'DATE':
      appender.appendDate(new DuckDBDateValue(Number(cell)));
      break;
    case 'TIMESTAMP':
      appender.appendTimestamp(new DuckDBTimestampValue(BigInt(cell) * 1000n));
      break;
  }
}
