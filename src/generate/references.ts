import type { QueryEngine } from '../engines/query-engine.ts';
import { AppError } from '../errors.ts';
import { type CatalogueColumn, type CatalogueTable, readRows, tableSql } from './catalogue.ts';
import { endsLikeKey } from './column-words.ts';
import type { TableKeys } from './keys.ts';
import { areAlike, type NamedTarget, namedTargets, surestFirst } from './named-targets.ts';

/** A column that is named after another table, and whose values are among that table's keys. */
export interface NamedReference extends NamedTarget {
  readonly column: string;
  /** Which values are: `all of 12 values tried`. */
  readonly tried: string;
}

export interface NamedReferences {
  /** The surest first: `club_id` before `home_club_id`. */
  readonly references: readonly NamedReference[];
  readonly notes: readonly string[];
}

/** Values of a column that are looked for. */
const triedValues = 1_000;
/** Rows that others refer to may have been deleted. */
const leastFound = 0.99;
/** Columns that are named like none of more tables than these are not looked for in all of them. */
const mostTables = 50;

/** Finds what the columns of a table refer to by their names, and what a person has to judge. */
export async function findReferences(
  engine: QueryEngine,
  table: CatalogueTable,
  columns: readonly CatalogueColumn[],
  tables: readonly CatalogueTable[],
  keys: ReadonlyMap<CatalogueTable, TableKeys>,
): Promise<NamedReferences> {
  const references: NamedReference[] = [];
  const notes: string[] = [];
  for (const column of columns) {
    const seen: Seen[] = [];
    for (const target of namedTargets(column, table, tables, keys)) {
      if (seen.some((it) => it.fits && it.likeness !== target.likeness)) break;
      seen.push({ ...target, ...(await lookFor(engine, table, column.name, target)) });
    }
    const fitting = seen.filter(({ fits }) => fits);
    const [only, ...others] = fitting.length > 0 ? fitting : seen;
    if (only === undefined) {
      notes.push(...(await notedRole(engine, table, column, tables, keys)));
      continue;
    }
    const isMeant = only.likeness !== 'lastWord';
    if (only.fits && others.length === 0 && isMeant) references.push({ ...only, column: column.name });
    else if (only.fits || isMeant) notes.push(noteOf(column.name, only, others));
  }
  return { references: references.toSorted(surestFirst), notes };
}

interface Seen extends NamedTarget {
  readonly fits: boolean;
  readonly tried: string;
}

function noteOf(column: string, only: Seen, others: readonly Seen[]): string {
  const what = `${column} is named like ${nameOfKey(only)}`;
  if (!only.fits) return `${what}, but ${only.tried}.`;
  if (others.length > 0)
    return `${what} and ${others.map(nameOfKey).join(' and ')}, and ${only.tried} are in each.`;
  return `${what}, and ${only.tried} are there, but its first words may mean something else.`;
}

/** What a column such as `sales_rep_id` may refer to, which is called by a role: the only table with its values as keys. */
async function notedRole(
  engine: QueryEngine,
  table: CatalogueTable,
  column: CatalogueColumn,
  tables: readonly CatalogueTable[],
  keys: ReadonlyMap<CatalogueTable, TableKeys>,
): Promise<readonly string[]> {
  const isOwnKey = keys.get(table)?.primaryKey.includes(column.name) === true;
  // Numbers of rooms, floors and the like are among the keys of any table.
  if (isOwnKey || !endsLikeKey(column.name) || /(no|number)$/i.test(column.name)) return [];
  if (tables.length > mostTables) return [];
  const fitting: string[] = [];
  for (const target of tables) {
    const [targetColumn, ...more] = keys.get(target)?.primaryKey ?? [];
    const type = target.columns.find(({ name }) => name === targetColumn)?.type;
    if (targetColumn === undefined || more.length > 0 || type === undefined || !areAlike(type, column.type))
      continue;
    const { fits, tried } = await lookFor(engine, table, column.name, { target, targetColumn });
    if (fits)
      fitting.push(
        `${column.name} is named like no table, but ${tried} are in ${target.name}.${targetColumn}: if it means them, ` +
          `join a second cube over that table by it (extends: ${target.name}), named after their role.`,
      );
  }
  return fitting.length === 1 ? fitting : [];
}

function nameOfKey({ target, targetColumn }: NamedTarget): string {
  return `${target.name}.${targetColumn}`;
}

async function lookFor(
  engine: QueryEngine,
  table: CatalogueTable,
  column: string,
  { target, targetColumn }: Pick<NamedTarget, 'target' | 'targetColumn'>,
): Promise<Pick<Seen, 'fits' | 'tried'>> {
  const [from, to] = [engine.dialect.quoteName(column), engine.dialect.quoteName(targetColumn)];
  const sql = `SELECT count(*), count(t.k) FROM
    (SELECT DISTINCT ${from} AS v FROM ${tableSql(engine, table)} WHERE ${from} IS NOT NULL LIMIT ${triedValues}) s
    LEFT JOIN (SELECT ${to} AS k FROM ${tableSql(engine, target)}) t ON t.k = s.v`;
  const rows = await readRows(engine, sql).catch((error: unknown) => {
    // Texts and identifiers of databases are texts here, and not comparable there.
    if (error instanceof AppError && error.code === 'SQL_FAILED') return undefined;
    throw error;
  });
  if (rows === undefined) return { fits: false, tried: 'their values cannot be compared' };
  const [tried, found] = [Number(rows[0]?.[0] ?? 0), Number(rows[0]?.[1] ?? 0)];
  if (tried === 0) return { fits: false, tried: 'has no values' };
  const values = `${tried} ${tried === 1 ? 'value' : 'values'}`;
  if (found < tried * leastFound)
    return { fits: false, tried: `${tried - found} of ${values} are not there` };
  return { fits: true, tried: `${found === tried ? 'all' : found} of ${values} tried` };
}
