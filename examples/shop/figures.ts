import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance, type Json } from '@duckdb/node-api';

/** One headline question and the SQL that somebody typed for it. */
export interface Figure {
  readonly question: string;
  readonly sql: string;
}

const folder = import.meta.dirname;
const tables = ['customers', 'orders', 'order_lines', 'products', 'stores', 'returns'];

/** The blocks of `figures.sql` by name. */
export async function readFigures(): Promise<ReadonlyMap<string, Figure>> {
  const text = await readFile(join(folder, 'figures.sql'), 'utf8');
  const figures = new Map<string, Figure>();
  for (const block of text.split(/^(?=-- \w+: )/m)) {
    const heading = /^-- (?<name>\w+): (?<question>.+)\n/.exec(block);
    const { name, question } = heading?.groups ?? {};
    if (heading === null || name === undefined || question === undefined) continue;
    figures.set(name, { question, sql: block.slice(heading[0].length).trim().replace(/;$/, '') });
  }
  return figures;
}

/**
 * Runs SQL on the shop's Parquet files with DuckDB alone, past everything that Inlay does: rows by column name,
 * big integers and decimals as text.
 */
export async function queryShop(sql: string): Promise<readonly Readonly<Record<string, Json>>[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    for (const table of tables) {
      const file = join(folder, 'data', `${table}.parquet`).replaceAll("'", "''");
      await connection.run(`CREATE VIEW ${table} AS FROM read_parquet('${file}')`);
    }
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
