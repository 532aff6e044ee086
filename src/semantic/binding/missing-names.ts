import type { QueryEngine } from '../../engines/query-engine.ts';
import { suggest } from '../../yaml/suggestion.ts';
import type { Cube, SqlTemplate } from '../data-model.ts';
import type { Expr } from '../sql/ast.ts';
import type { SourceColumns } from '../sql/context.ts';
import { mapChildren } from '../sql/expression-tree.ts';
import { parseTemplate } from '../sql/template.ts';

/** Maximum number of names in a hint if none is similar. */
const maxListed = 10;
/**
 * Says which columns in these templates their cubes do not have; undefined if they have all.
 * @param columnsOf undefined for a cube whose source is not known
 */
export function missingColumns(
  cube: Cube,
  templates: readonly SqlTemplate[],
  columnsOf: (cube: string) => SourceColumns | undefined,
): string | undefined {
  const messages = new Set<string>();
  for (const { cube: written, column } of templates.flatMap(columnsIn)) {
    const name = written === '' ? cube.name : written;
    const columns = columnsOf(name);
    if (columns === undefined || columns.size === 0 || columns.has(column.toLowerCase())) continue;
    const names = [...columns.values()].map((each) => each.name);
    messages.add(
      `The source of "${name}" has no column "${column}".${suggest(column, names) || list(names)}`,
    );
  }
  return messages.size === 0 ? undefined : [...messages].join(' ');
}

function list(names: readonly string[]): string {
  const more = names.length > maxListed ? ', …' : '';
  return ` It has ${names.slice(0, maxListed).join(', ')}${more}.`;
}

interface WrittenColumn {
  /** Empty for the cube that the SQL belongs to. */
  readonly cube: string;
  readonly column: string;
}

function columnsIn(template: SqlTemplate): WrittenColumn[] {
  const found: WrittenColumn[] = [];
  const visit = (expr: Expr): Expr => {
    if (expr.kind === 'cubeColumn' && expr.column !== '') found.push(expr);
    return mapChildren(expr, visit);
  };
  const expr = parseTemplate(template);
  visit(expr);
  if (expr.kind !== 'raw') return found;
  // Text that only the engine understands, but `{CUBE}.name` is a column in it anyway.
  return template.flatMap((part, index) => {
    const next = template[index + 1];
    const column =
      part.kind === 'cube' && next?.kind === 'text' ? /^\."?(\w+)/.exec(next.text)?.[1] : undefined;
    return part.kind === 'cube' && column !== undefined ? [{ cube: part.cube, column }] : [];
  });
}

/** Says that a table does not exist, and which one may be meant; undefined if it exists. */
export async function missingTable(
  table: string,
  engine: QueryEngine,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if ((await engine.describeTable(table)) !== null) return undefined;
  const known = await engine.listTables(signal);
  const bare = known.filter(({ name }) => name === table.toLowerCase());
  const qualified = known.map(({ schema, name }) => `${schema}.${name}`);
  // The right name in another schema.
  const [elsewhere] = bare.map(({ schema, name }) => `${schema}.${name}`);
  const names = known.map(({ name }) => name);
  const hint =
    elsewhere === undefined
      ? suggest(table, table.includes('.') ? qualified : names) || (names.length === 0 ? '' : list(names))
      : ` Did you mean "${elsewhere}"?`;
  return `The data source has no table "${table}".${hint}`;
}
