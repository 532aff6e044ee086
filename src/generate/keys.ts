import type { QueryEngine } from '../engines/query-engine.ts';
import { singular } from '../english.ts';
import { type CatalogueTable, readRows, tableSql } from './catalogue.ts';
import { endsLikeKey } from './column-words.ts';

export interface TableKeys {
  readonly primaryKey: readonly string[];
  /** How it is known. */
  readonly evidence: string;
}

/**
 * The primary key of a table: the declared one, or else a column in which no two rows are equal, and that is named after the
 * table, or is the first one and named like any key.
 */
export async function findKey(engine: QueryEngine, table: CatalogueTable): Promise<TableKeys | undefined> {
  if (table.primaryKey.length > 0) return { primaryKey: table.primaryKey, evidence: 'declared' };
  const [unique] = table.uniques;
  if (unique !== undefined) return { primaryKey: unique, evidence: 'declared as unique' };
  const whole = singular(table.name.toLowerCase());
  const lastWord = whole.split(/[\s_.-]/).at(-1) ?? whole;
  // What is named after the whole table comes first, wherever it stands.
  const named = [['id', 'key', 'uuid', ...keysNamedAfter(whole)], keysNamedAfter(lastWord)].flatMap((names) =>
    table.columns.filter(({ name }) => names.includes(name.toLowerCase())),
  );
  const first = table.columns.slice(0, 1).filter(({ name }) => endsLikeKey(name));
  for (const { name } of new Set([...named, ...first])) {
    const column = engine.dialect.quoteName(name);
    const sql = `SELECT count(*), count(DISTINCT ${column}) FROM ${tableSql(engine, table)}`;
    const [[rows, distinct] = []] = await readRows(engine, sql);
    if (rows === distinct && Number(rows) > 0) {
      return { primaryKey: [name], evidence: `by name: no two of ${String(rows)} rows share a value` };
    }
  }
  return undefined;
}

function keysNamedAfter(thing: string): readonly string[] {
  return ['_id', 'id', '_key', '_no', '_number', '_code'].map((ending) => thing + ending);
}
