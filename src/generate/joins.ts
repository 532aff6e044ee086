import type { QueryEngine } from '../engines/query-engine.ts';
import type { CatalogueTable } from './catalogue.ts';
import type { TableKeys } from './keys.ts';
import { findReferences } from './references.ts';

/** A join that a catalogue declares or that names suggest, with what speaks for it. */
export interface FoundJoin {
  readonly target: CatalogueTable;
  readonly columns: readonly string[];
  readonly targetColumns: readonly string[];
  readonly relationship: 'many_to_one' | 'one_to_one';
  readonly evidence: string;
}

export interface FoundJoins {
  readonly joins: readonly FoundJoin[];
  /** What was seen and is no join, for a person to judge. */
  readonly notes: readonly string[];
}

/** The joins of a table to others, one for each of them at most: a cube can be joined in one way. */
export async function findJoins(
  engine: QueryEngine,
  table: CatalogueTable,
  tables: readonly CatalogueTable[],
  keys: ReadonlyMap<CatalogueTable, TableKeys>,
): Promise<FoundJoins> {
  const joins = new Map<CatalogueTable, FoundJoin>();
  const notes: string[] = [];
  const keyed = new Set<string>();
  for (const key of table.foreignKeys) {
    for (const column of key.columns) keyed.add(column);
    const target = tables.find(({ schema, name }) => schema === key.schema && name === key.table);
    const what = `${key.columns.join(', ')} refers to ${key.table} (${key.name})`;
    if (target === undefined) notes.push(`${what}, which is not among these tables.`);
    else if (target === table) notes.push(`${what}: a table joined to itself needs a second cube over it.`);
    else if (joins.has(target))
      notes.push(`${what} too: a second way to a table needs a second cube over it.`);
    else {
      joins.set(target, {
        target,
        columns: key.columns,
        targetColumns: key.targetColumns,
        relationship: isUnique(table, key.columns) ? 'one_to_one' : 'many_to_one',
        evidence: `foreign key ${key.name}`,
      });
    }
  }
  const others = table.columns.filter(({ name }) => !keyed.has(name));
  const named = await findReferences(engine, table, others, tables, keys);
  for (const { column, target, targetColumn, tried } of named.references) {
    const what = `${column} is named like ${target.name}.${targetColumn}, and ${tried} are there`;
    if (target === table) notes.push(`${what}: a table joined to itself needs a second cube over it.`);
    else if (joins.has(target)) notes.push(`${what}: a second way to a table needs a second cube over it.`);
    else {
      joins.set(target, {
        target,
        columns: [column],
        targetColumns: [targetColumn],
        relationship: isUnique(table, [column]) ? 'one_to_one' : 'many_to_one',
        evidence: `by name: ${tried} are there`,
      });
    }
  }
  return { joins: [...joins.values()], notes: [...notes, ...named.notes] };
}

function isUnique(table: CatalogueTable, columns: readonly string[]): boolean {
  const same = (key: readonly string[]) =>
    key.length === columns.length && key.every((name) => columns.includes(name));
  return (table.primaryKey.length > 0 && same(table.primaryKey)) || table.uniques.some(same);
}
