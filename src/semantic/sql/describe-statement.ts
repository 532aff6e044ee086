import type { Dialect } from '../../engines/dialect.ts';
import type { Cube, DataModel, View } from '../data-model.ts';
import { type Access, resolveAccess } from '../policy/resolve-access.ts';
import { QueryBinder } from './bind-query.ts';
import { WorkBudget } from './compile-limits.ts';
import type { CompileContext } from './context.ts';
import { resultNames } from './output-name.ts';
import { loadParser, parseSelect } from './parse.ts';
import { Printer } from './print.ts';
import { queryableRelations } from './queryable-relations.ts';
import { translateQuery } from './translate-query.ts';

/** The output and the relations of a statement. */
export interface StatementDescription {
  /** Result columns, in order. */
  readonly columns: readonly string[];
  /** Cubes and views that it names in FROM, once each. */
  readonly relations: readonly string[];
}

/**
 * Checks a statement against a data model, without an engine, for a viewer without any access policy.
 * Source columns may have any type.
 * @param accessibleViews the allowed relations; empty means every public one
 * @throws AppError as `compileSemanticSql`
 */
export async function describeStatement(
  sql: string,
  model: DataModel,
  dialect: Dialect,
  accessibleViews?: readonly string[],
): Promise<StatementDescription> {
  await loadParser();
  const relations = queryableRelations(model, accessibleViews);
  const named = new Set<string>();
  const { statement, source } = parseSelect(sql);
  const budget = new WorkBudget();
  const context: CompileContext = {
    budget,
    model,
    dialect,
    timezone: 'UTC',
    relation: relations.find,
    relationNames: relations.names,
    access: unrestricted,
    filters({ name }) {
      named.add(name);
      return [];
    },
    sourceColumns: () => new Map(),
  };
  const bound = new QueryBinder(context, source).bind(translateQuery(statement, source, budget), undefined);
  // Some constructs that a dialect does not support only show when it is printed.
  new Printer({ dialect, timezone: 'UTC', budget }).query(bound.query);
  return { columns: resultNames(bound.columns.map(({ name }) => name)), relations: [...named] };
}

function unrestricted(relation: Cube | View): Access {
  const nobody = { userAttributes: {}, groups: [], securityContext: {} };
  return resolveAccess({ ...relation, accessPolicy: [] }, nobody);
}
