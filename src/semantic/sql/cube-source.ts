import { AppError } from '../../errors.ts';
import type { Cube } from '../data-model.ts';
import type { Expr, FromItem } from './ast.ts';
import type { Dialect } from './function-spec.ts';
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

/** Parts of `schema.table` as the engine reads names: PostgreSQL folds those without quotes, DuckDB ignores case. */
function tableName(written: string, dialect: Dialect): string[] {
  return [...written.matchAll(/"((?:[^"]|"")*)"|([^."]+)/g)].map(([, quoted, plain = '']) => {
    if (quoted !== undefined) return quoted.replaceAll('""', '"');
    return dialect === 'postgres' ? plain.trim().toLowerCase() : plain.trim();
  });
}
