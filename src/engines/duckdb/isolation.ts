import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError } from '../../errors.ts';
import { quoteLiteral } from '../../quoting.ts';

/** What a statement over one database of an instance must not name. All names are in lower case. */
export interface Surroundings {
  /** Of the statement's own database, each as `schema.table`. */
  readonly tables: ReadonlySet<string>;
  /** Names of the other databases, and schemas of the system. */
  readonly foreign: (name: string) => boolean;
  /** Tables and views of the system, which no database of its own has. */
  readonly system: ReadonlySet<string>;
}

/** Functions in FROM that read nothing but their arguments. */
const tableFunctions = new Set([
  'generate_series',
  'json_each',
  'json_tree',
  'range',
  'repeat',
  'repeat_row',
  'unnest',
]);

type Node = { readonly [name: string]: unknown };

/**
 * Databases share an instance, which has no permissions of its own. So each statement is taken apart by DuckDB's own parser,
 * and may read tables of its database, its own WITH clauses, and functions of their arguments alone. Whatever does not
 * exist is left to the engine, whose error names it.
 * @returns false if the statement cannot be taken apart: it is no SELECT, or not correct
 * @throws AppError `SQL_NOT_ALLOWED`; `SQL_FAILED` for a number that DuckDB takes as infinite
 */
export async function isIsolated(
  connection: DuckDBConnection,
  sql: string,
  surroundings: Surroundings,
): Promise<boolean> {
  const options = 'skip_null := true, skip_empty := true, skip_default := true';
  const reader = await connection.runAndReadAll(
    `SELECT json_serialize_sql(${quoteLiteral(sql)}, ${options})`,
  );
  const parsed = readTree(String(reader.getRows()[0]?.[0]));
  if (parsed['error'] !== false) return false;
  walk(parsed['statements'], new Set(), surroundings);
  return true;
}

/** DuckDB writes a number beyond the range of DOUBLE as `Infinity`, which is no JSON. */
function readTree(json: string): Node {
  try {
    return JSON.parse(json) as Node;
  } catch {
    // The error repeats a part of the statement.
    throw new AppError('SQL_FAILED', 'A number in the query is out of range.');
  }
}

function walk(root: unknown, names: ReadonlySet<string>, surroundings: Surroundings): void {
  // A list instead of recursion: expressions may nest deeper than the stack allows.
  const open: [value: unknown, withNames: ReadonlySet<string>][] = [[root, names]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, outer] = next;
    if (Array.isArray(value)) {
      for (const item of value) open.push([item, outer]);
    } else if (isNode(value)) {
      assertReference(value, outer, surroundings);
      const { cte_map: clauses, ...rest } = value;
      const inner = new Set(outer);
      for (const { key, value: clause } of clausesOf(clauses)) {
        const own = key.toLowerCase();
        // Only a recursive one can read itself; in any other, its name still means something else.
        const visible = isRecursive(clause) ? new Set([...inner, own]) : new Set(inner);
        open.push([clause, visible]);
        inner.add(own);
      }
      for (const child of Object.values(rest)) open.push([child, inner]);
    }
  }
}

function assertReference(node: Node, names: ReadonlySet<string>, surroundings: Surroundings): void {
  switch (node['type']) {
    case 'BASE_TABLE': {
      const [catalog, schema, table] = ['catalog_name', 'schema_name', 'table_name'].map((part) =>
        String(node[part] ?? '').toLowerCase(),
      ) as [string, string, string];
      if (catalog !== '' || surroundings.foreign(schema)) throw refused();
      if (schema === '' && names.has(table)) return;
      if (surroundings.tables.has(`${schema || 'main'}.${table}`)) return;
      // A name with a dot or a slash may be that of a file.
      if (surroundings.system.has(table) || /[./\\:*?]/.test(table)) throw refused();
      return;
    }
    case 'TABLE_FUNCTION': {
      const call = isNode(node['function']) ? node['function'] : {};
      if (!tableFunctions.has(String(call['function_name']).toLowerCase())) throw refused();
      return;
    }
    case 'SHOW_REF':
      throw refused();
    default:
  }
}

function clausesOf(map: unknown): readonly { readonly key: string; readonly value: unknown }[] {
  return isNode(map) && Array.isArray(map['map']) ? map['map'] : [];
}

function isRecursive(clause: unknown): boolean {
  const query = isNode(clause) ? clause['query'] : undefined;
  const node = isNode(query) ? query['node'] : undefined;
  return isNode(node) && node['type'] === 'RECURSIVE_CTE_NODE';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

export function refused(): AppError {
  return new AppError('SQL_NOT_ALLOWED', 'The query reads something that is not in its data source.');
}
