import { createDuckDbEngine } from '../../src/engines/duckdb/engine.ts';
import type { QueryEngine, Row, Value } from '../../src/engines/query-engine.ts';
import { runGold } from '../judge.ts';
import type { Column, Domain } from './domain.ts';

/** What is in a column. */
export interface ColumnProfile {
  readonly rows: number;
  readonly nulls: number;
  readonly distinct: number;
  readonly min: Value;
  readonly max: Value;
  /** The most frequent values first, at most 200, each with its rows. */
  readonly values: readonly { readonly value: string; readonly rows: number }[];
  /** Of numbers: each tenth from the lowest to the highest. */
  readonly tenths: readonly number[];
}

export interface Profile {
  readonly rows: ReadonlyMap<string, number>;
  /** By `table.column`. */
  readonly columns: ReadonlyMap<string, ColumnProfile>;
}

/** The raw tables of a prepared domain, as gold SQL sees them. */
export function openSource(domain: Domain, folder: string): Promise<QueryEngine & AsyncDisposable> {
  const tables = Object.keys(domain.tables).map((table) => [table, `data/${table}.parquet`]);
  return createDuckDbEngine({ folder, tables: Object.fromEntries(tables), threads: 1 });
}

export async function profileDomain(domain: Domain, source: QueryEngine): Promise<Profile> {
  const rows = new Map<string, number>();
  const columns = new Map<string, ColumnProfile>();
  for (const [name, table] of Object.entries(domain.tables)) {
    const described = Object.entries(table.columns);
    const figures = described.flatMap(([column]) => [
      `count(*) - count(${column})`,
      `count(DISTINCT ${column})`,
      `min(${column})::VARCHAR`,
      `max(${column})::VARCHAR`,
    ]);
    const [summary = []] = (await runGold(source, `SELECT count(*), ${figures.join(', ')} FROM ${name}`))
      .rows;
    rows.set(name, Number(summary[0]));
    for (const [index, [column, { type, key, to }]] of described.entries()) {
      const [nulls, distinct, min = null, max = null] = summary.slice(1 + 4 * index, 5 + 4 * index);
      const plain = key !== true && to === undefined;
      columns.set(`${name}.${column}`, {
        rows: Number(summary[0]),
        nulls: Number(nulls),
        distinct: Number(distinct),
        min,
        max,
        values: plain ? await frequentValues(source, name, column) : [],
        tenths: plain && type === 'number' ? await tenthsOf(source, name, column) : [],
      });
    }
  }
  return { rows, columns };
}

async function frequentValues(source: QueryEngine, table: string, column: string) {
  const sql = `SELECT ${column}::VARCHAR, count(*) FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 200`;
  const found = await runGold(source, sql);
  return found.rows.map(([value, rows]: Row) => ({ value: String(value), rows: Number(rows) }));
}

async function tenthsOf(source: QueryEngine, table: string, column: string): Promise<readonly number[]> {
  const cuts = Array.from({ length: 11 }, (_, tenth) => `quantile_disc(${column}, ${tenth / 10})`);
  const [row = []] = (await runGold(source, `SELECT ${cuts.join(', ')} FROM ${table}`)).rows;
  return row.map(Number);
}

/** A column that a person knows by its values rather than by an amount. */
export function isGroup(column: Column, { distinct }: ColumnProfile): boolean {
  if (column.key === true || column.hidden === true || distinct < 2) return false;
  if (column.type === 'string') return distinct <= 60;
  return column.type === 'number' && column.measures === undefined && distinct <= 15;
}
