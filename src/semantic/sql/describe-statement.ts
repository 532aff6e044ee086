import type { Cube, DataModel, View } from '../data-model.ts';
import { type Access, resolveAccess } from '../policy/resolve-access.ts';
import { QueryBinder } from './bind-query.ts';
import { WorkBudget } from './compile-limits.ts';
import type { CompileContext } from './context.ts';
import type { Dialect } from './function-spec.ts';
import { resultNames } from './output-name.ts';
import { loadParser, parseSelect } from './parse.ts';
import { Printer } from './print.ts';
import { queryableRelations } from './queryable-relations.ts';
import { translateQuery } from './translate-query.ts';

/** What a statement gives and what it reads. */
export interface StatementDescription {
  /** Result columns, in order. */
  readonly columns: readonly string[];
  /** Cubes and views that it names in FROM, once each. */
  readonly relations: readonly string[];
}

/**
 * Checks a statement against a data model as somebody sees it whom no policy restricts, without an engine: for what is
 * written into a workspace and has to be told at the start. Types of source columns are taken for what they may be.
 * @param accessibleViews relations that it is limited to; empty means every public one
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
  // Some of what a dialect cannot say shows when it is printed.
  new Printer({ dialect, timezone: 'UTC', budget }).query(bound.query);
  return { columns: resultNames(bound.columns.map(({ name }) => name)), relations: [...named] };
}

function unrestricted(relation: Cube | View): Access {
  const nobody = { userAttributes: {}, groups: [], securityContext: {} };
  return resolveAccess({ ...relation, accessPolicy: [] }, nobody);
}
