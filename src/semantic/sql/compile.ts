import type { EngineQuery } from '../../engines/query-engine.ts';
import type { Query, Target } from './ast.ts';
import { QueryBinder } from './bind-query.ts';
import { WorkBudget } from './compile-limits.ts';
import type { CompileOptions } from './context.ts';
import { some } from './expression-tree.ts';
import { typeOf } from './expression-type.ts';
import { resultNames } from './output-name.ts';
import { parseSelect } from './parse.ts';
import { plainSelect } from './plain-select.ts';
import { printQuery } from './print.ts';
import { translateQuery } from './translate-query.ts';
import { unfenced } from './unfenced.ts';

/**
 * Semantic SQL to a statement in the engine's dialect, with the viewer's row filters inside.
 * {@link loadParser} must have resolved. Takes some tens of milliseconds at most, whatever the statement is.
 * @throws AppError `SQL_INVALID` with line, column and the nearest name; `SQL_NOT_ALLOWED`, also for what is too large
 */
export function compileSemanticSql(sql: string, options: CompileOptions): EngineQuery {
  const budget = new WorkBudget();
  const { statement, source } = parseSelect(sql);
  const { query, columns } = new QueryBinder({ ...options, budget }, source).bind(
    translateQuery(statement, source, budget),
    undefined,
  );
  const { dialect, timezone } = options;
  const readable = (dialect.opensFences ? unfenced(query, dialect, timezone) : undefined) ?? query;
  const result = named(readable, resultNames(columns.map(({ name }) => name)));
  return printQuery(result, { dialect, timezone, budget });
}

/** The query with its result columns under these names; a set operation takes them from its first part. */
function named(query: Query, names: readonly string[]): Query {
  if (query.kind === 'set') return { ...query, left: named(query.left, names) };
  if (query.kind === 'values') {
    return {
      ...plainSelect,
      targets: [{ expr: { kind: 'star', qualifier: undefined, at: -1 }, alias: undefined }],
      from: [{ kind: 'derived', query, alias: 'v', columns: names, at: -1 }],
      where: undefined,
    };
  }
  return {
    ...query,
    targets: query.targets.map((target, index) => ({ expr: typedNull(target.expr), alias: names[index] })),
  };
}

/** A constant that is null has no type of its own on DuckDB; it is text, as on PostgreSQL. */
function typedNull(expr: Target['expr']): Target['expr'] {
  if (expr.kind === 'star' || some(expr, (inner) => inner.kind === 'column' || inner.kind === 'subquery'))
    return expr;
  if (!some(expr, (inner) => inner.kind === 'literal' && inner.type === 'null')) return expr;
  const type = typeOf(expr);
  if (type !== 'text' && type !== 'unknown' && type !== 'null') return expr;
  return { kind: 'cast', arg: expr, to: { type: 'text', name: 'text', modifiers: [] } };
}
