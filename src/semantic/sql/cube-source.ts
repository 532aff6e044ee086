import type { Dialect } from '../../engines/dialect.ts';
import { AppError } from '../../errors.ts';
import type { Cube, DataModel, SqlTemplate } from '../data-model.ts';
import type { Expr, FromItem } from './ast.ts';
import { rawFragment } from './template.ts';

/** A cube's source, unfiltered: its table, or its author's SELECT as written. */
export function sourceItem(cube: Cube, alias: string, dialect: Dialect): FromItem {
  if ('table' in cube.source)
    return { kind: 'table', name: tableName(cube.source.table, dialect), alias, columns: [] };
  const parts = rawFragment(cube.source.sql).parts.map((part): string | Expr => {
    if (typeof part === 'string') return part.replace(/;\s*$/, '');
    throw new AppError(
      'SQL_INVALID',
      `The SQL of the cube "${cube.name}" refers to members, which is not supported.`,
    );
  });
  return { kind: 'raw', parts, alias };
}

/** Parts of `schema.table` as the engine reads names. */
function tableName(written: string, dialect: Dialect): string[] {
  return [...written.matchAll(/"((?:[^"]|"")*)"|([^."]+)/g)].map(([, quoted, plain = '']) => {
    if (quoted !== undefined) return quoted.replaceAll('""', '"');
    return dialect.foldName(plain.trim());
  });
}

const prefixes = new WeakMap<DataModel, string>();

/**
 * How a name begins that no SQL of the model can mean: a WITH query under the name of a table would be read in its
 * place.
 */
export function unusedPrefix(model: DataModel): string {
  let prefix = prefixes.get(model);
  if (prefix === undefined) {
    const written = [...model.cubes.values()].map(writtenSql).join('\n').toLowerCase();
    prefix = 'cte';
    while (written.includes(prefix)) prefix = `_${prefix}`;
    prefixes.set(model, prefix);
  }
  return prefix;
}

/** All that the author of a cube wrote as SQL. */
function writtenSql({ source, joins, dimensions, measures, segments }: Cube): string {
  const templates: readonly SqlTemplate[] = [
    'table' in source ? [{ kind: 'text', text: source.table }] : source.sql,
    ...joins.map(({ sql }) => sql),
    ...[...dimensions.values()].flatMap((each) => [
      each.sql,
      ...(each.case?.when ?? []).map(({ sql }) => sql),
    ]),
    ...[...measures.values()].flatMap(({ sql, filters }) => [sql, ...filters]),
    ...[...segments.values()].map(({ sql }) => sql),
  ];
  return templates
    .flat()
    .map((part) => (part.kind === 'text' ? part.text : ''))
    .join('\n');
}
