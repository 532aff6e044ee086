import { isNumberType } from '../contract/columns.ts';
import type { QueryEngine } from '../engines/query-engine.ts';
import { singular } from '../english.ts';
import { type CatalogueColumn, type CatalogueTable, readRows } from './catalogue.ts';

/** A join that a catalogue declares or that names suggest, with what speaks for it. */
export interface FoundJoin {
  readonly target: CatalogueTable;
  readonly columns: readonly string[];
  readonly targetColumns: readonly string[];
  readonly relationship: 'many_to_one' | 'one_to_one';
  readonly evidence: string;
}

export interface TableKeys {
  readonly primaryKey: readonly string[];
  /** How it is known. */
  readonly evidence: string;
}

export interface FoundJoins {
  readonly joins: readonly FoundJoin[];
  /** What was seen and is no join, for a person to judge. */
  readonly notes: readonly string[];
}

/** Values of a column that a join by name is tried with. */
const triedValues = 1_000;

/**
 * The primary key of a table: the declared one, or else a column that is named like a key and in which no two rows are equal.
 */
export async function findKey(engine: QueryEngine, table: CatalogueTable): Promise<TableKeys | undefined> {
  if (table.primaryKey.length > 0) return { primaryKey: table.primaryKey, evidence: 'declared' };
  const [unique] = table.uniques;
  if (unique !== undefined) return { primaryKey: unique, evidence: 'declared as unique' };
  const whole = singular(table.name.toLowerCase());
  const lastWord = whole.split(/[\s_.-]/).at(-1) ?? whole;
  // What is named after the whole table comes first, wherever it stands.
  const candidates = [['id', 'key', 'uuid', ...keysNamedAfter(whole)], keysNamedAfter(lastWord)].flatMap(
    (names) => table.columns.filter(({ name }) => names.includes(name.toLowerCase())),
  );
  for (const { name } of new Set(candidates)) {
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
  for (const column of table.columns.filter(({ name }) => !keyed.has(name))) {
    const found = namedTarget(column, table, tables, keys);
    if (found === undefined || joins.has(found.target)) continue;
    const { target, targetColumn } = found;
    const what = `${column.name} is named like ${target.name}.${targetColumn}`;
    const seen = await valuesFound(engine, table, column.name, target, targetColumn);
    if (seen.tried === 0) notes.push(`${what}, but has no values.`);
    else if (seen.found < seen.tried) {
      notes.push(`${what}, but ${seen.tried - seen.found} of ${seen.tried} values are not there.`);
    } else {
      joins.set(target, {
        target,
        columns: [column.name],
        targetColumns: [targetColumn],
        relationship: isUnique(table, [column.name]) ? 'one_to_one' : 'many_to_one',
        evidence: `by name: all of ${seen.tried} values tried are there`,
      });
    }
  }
  return { joins: [...joins.values()], notes };
}

function isUnique(table: CatalogueTable, columns: readonly string[]): boolean {
  const same = (key: readonly string[]) =>
    key.length === columns.length && key.every((name) => columns.includes(name));
  return (table.primaryKey.length > 0 && same(table.primaryKey)) || table.uniques.some(same);
}

/** The table that `customer_id` or `customerId` is named after, if its key is one column of a like type. */
function namedTarget(
  column: CatalogueColumn,
  table: CatalogueTable,
  tables: readonly CatalogueTable[],
  keys: ReadonlyMap<CatalogueTable, TableKeys>,
): { readonly target: CatalogueTable; readonly targetColumn: string } | undefined {
  const stem = /^(.+?)_?(?:id|key|code|no|uuid)$/i.exec(column.name)?.[1]?.toLowerCase();
  if (stem === undefined) return undefined;
  for (const target of tables) {
    if (target === table || singular(target.name.toLowerCase()) !== singular(stem)) continue;
    const key = keys.get(target)?.primaryKey ?? [];
    const [targetColumn] = key;
    const targetType = target.columns.find(({ name }) => name === targetColumn)?.type;
    if (key.length !== 1 || targetColumn === undefined || targetType === undefined) continue;
    if (isNumberType(targetType) === isNumberType(column.type)) return { target, targetColumn };
  }
  return undefined;
}

async function valuesFound(
  engine: QueryEngine,
  table: CatalogueTable,
  column: string,
  target: CatalogueTable,
  targetColumn: string,
): Promise<{ readonly tried: number; readonly found: number }> {
  const [from, to] = [engine.dialect.quoteName(column), engine.dialect.quoteName(targetColumn)];
  const sql = `SELECT count(*), count(t.k) FROM
    (SELECT DISTINCT ${from} AS v FROM ${tableSql(engine, table)} WHERE ${from} IS NOT NULL LIMIT ${triedValues}) s
    LEFT JOIN (SELECT ${to} AS k FROM ${tableSql(engine, target)}) t ON t.k = s.v`;
  const [[tried, found] = []] = await readRows(engine, sql);
  return { tried: Number(tried ?? 0), found: Number(found ?? 0) };
}

function tableSql({ dialect }: QueryEngine, { schema, name }: CatalogueTable): string {
  return `${dialect.quoteName(schema)}.${dialect.quoteName(name)}`;
}
