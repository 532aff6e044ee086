import { suggest } from '../../yaml/suggestion.ts';
import type { Cte, Expr, GroupItem, Query, SelectQuery, SetQuery, Target } from './ast.ts';
import { ExpressionBinder, plainValues, type Surroundings } from './bind-expression.ts';
import { type CommonTable, FromBinder, renamedColumns } from './bind-from.ts';
import { maxColumns } from './compile-limits.ts';
import type { CompileContext } from './context.ts';
import { unusedPrefix } from './cube-source.ts';
import { ExpressionKeys } from './expression-keys.ts';
import { mapChildren, some } from './expression-tree.ts';
import { typeOf } from './expression-type.ts';
import { commonType } from './function-spec.ts';
import { isAggregate } from './functions.ts';
import { finishGroups } from './group-rows.ts';
import { outputName } from './output-name.ts';
import { byteOrdered, nullsOf, outputOrder } from './result-order.ts';
import { rollingRows } from './rolling-rows.ts';
import { derivedColumn, type OutputColumn, printedColumns, Scope, type Source } from './scope.ts';
import { type BoundTarget, SelectOutput } from './select-output.ts';
import type { SourceText } from './source-text.ts';

export interface BoundQuery {
  readonly query: Query;
  readonly columns: readonly OutputColumn[];
}

/** Maximum number of FROM items and subqueries in a statement. */
const maxSources = 60;

/** Binds one statement to the model: every name is a CTE, a column or a member that the viewer may use, or an error. */
export class QueryBinder {
  readonly #context: CompileContext;
  readonly #source: SourceText;
  readonly #expressions: ExpressionBinder;
  readonly #from: FromBinder;
  /** CTEs in sight, innermost last. */
  #tables: ReadonlyMap<string, CommonTable> = new Map();
  #aliases = 0;

  constructor(context: CompileContext, source: SourceText) {
    this.#context = context;
    this.#source = source;
    this.#expressions = new ExpressionBinder(
      source,
      context.budget,
      (query, scope) => this.bind(query, scope).query,
    );
    const tables = (): ReadonlyMap<string, CommonTable> => this.#tables;
    this.#from = new FromBinder(context, source, {
      expressions: this.#expressions,
      get tables() {
        return tables();
      },
      nextAlias: () => this.#alias(),
      bind: (query, parent) => this.bind(query, parent),
    });
  }

  bind(query: Query, parent: Scope | undefined): BoundQuery {
    const outside = this.#tables;
    const ctes: Cte[] = query.ctes.map((cte) => this.#commonTable(cte, parent));
    const bound =
      query.kind === 'select'
        ? this.#select(query, parent)
        : query.kind === 'set'
          ? this.#set(query, parent)
          : this.#values(query, parent);
    this.#tables = outside;
    return { query: { ...bound.query, ctes }, columns: bound.columns };
  }

  #alias(prefix = 't'): string {
    if (this.#aliases >= maxSources)
      throw this.#source.notAllowed(-1, 'The query reads from too many relations');
    return `${prefix}${this.#aliases++}`;
  }

  #commonTable(cte: Cte, parent: Scope | undefined): Cte {
    if (this.#context.relation(cte.name) !== undefined) {
      throw this.#source.notAllowed(
        cte.at,
        `"${cte.name}" is a relation of the data model and cannot be the name of a WITH query`,
      );
    }
    const { query, columns } = this.bind(cte.query, parent);
    const printed = this.#alias(unusedPrefix(this.#context.model));
    const named = renamedColumns(columns, cte.columns, this.#source);
    this.#tables = new Map([...this.#tables, [cte.name, { printed, columns: named }]]);
    return { ...cte, name: printed, columns: printedColumns(named), query };
  }

  #values(query: Extract<Query, { kind: 'values' }>, parent: Scope | undefined): BoundQuery {
    const scope = new Scope(this.#source, this.#context.budget, parent);
    const rows = query.rows.map((row) =>
      row.map((item) => this.#expressions.bind(item, plainValues(scope, 'VALUES'))),
    );
    const width = rows[0]?.length ?? 0;
    this.#checkWidth(width);
    if (rows.some((row) => row.length !== width))
      throw this.#source.invalid(-1, 'The rows of VALUES have different lengths');
    const columns = Array.from({ length: width }, (_, index) => ({
      name: `column${index + 1}`,
      type: commonType(
        rows.map((row) => {
          const cell = row[index];
          return cell === undefined ? 'null' : typeOf(cell);
        }),
      ),
    }));
    return { query: { ...query, rows, order: outputOrder(query.order, columns, this.#source) }, columns };
  }

  #set(query: SetQuery, parent: Scope | undefined): BoundQuery {
    const left = this.bind(query.left, parent);
    const right = this.bind(query.right, parent);
    if (left.columns.length !== right.columns.length) {
      throw this.#source.invalid(
        -1,
        `Both sides of ${query.op} need the same number of columns, not ${left.columns.length} and ${right.columns.length}`,
      );
    }
    this.#context.budget.spend(left.columns.length);
    const columns = left.columns.map((column, index) => ({
      name: column.name,
      type: commonType([column.type, right.columns[index]?.type ?? 'unknown']),
    }));
    const bound: SetQuery = {
      ...query,
      left: left.query,
      right: right.query,
      ctes: [],
      order: outputOrder(query.order, columns, this.#source),
    };
    return { query: byteOrdered(bound, columns, this.#context.dialect, () => this.#alias()), columns };
  }

  #select(query: SelectQuery, parent: Scope | undefined): BoundQuery {
    const scope = new Scope(this.#source, this.#context.budget, parent);
    const from = query.from.map((item) => this.#from.bind(item, scope, parent));
    const grouped = query.group.length > 0 || query.having !== undefined || mentionsAggregate(query);
    const rows = plainValues(scope, 'WHERE');
    const where = query.where && this.#expressions.bind(query.where, rows);
    const output: Surroundings = {
      scope,
      clause: 'SELECT',
      aggregates: true,
      windows: true,
      grouped,
      insideAggregate: false,
    };
    const keys = new ExpressionKeys();
    const result = new SelectOutput(this.#targets(query.targets, output), this.#source, keys);
    const group = query.group.map((item) => this.#group(item, scope, result));
    const having =
      query.having &&
      this.#expressions.bind(this.#withAliases(query.having, scope, query.targets), {
        ...output,
        clause: 'HAVING',
        windows: false,
      });
    const windows = query.windows.map(({ name, spec }) => ({
      name,
      spec: this.#expressions.bindWindow(spec, { ...output, clause: 'WINDOW' }),
    }));
    const order = query.order.map((item) => {
      const expr = this.#ordinalOr(item.expr, result, { ...output, clause: 'ORDER BY' });
      return { ...item, expr, nulls: nullsOf({ ...item, expr }, (it) => result.isFigure(it)) };
    });
    const distinct = Array.isArray(query.distinct)
      ? query.distinct.map((item: Expr) =>
          this.#ordinalOr(item, result, { ...output, clause: 'DISTINCT ON' }),
        )
      : query.distinct;
    const bound: SelectQuery = {
      ...query,
      ctes: [],
      distinct,
      targets: result.targets,
      from,
      where,
      group,
      having,
      windows,
      order,
    };
    const finished = grouped
      ? finishGroups(this.#rolling(bound, scope, keys), {
          sources: scope.sources.length,
          source: this.#source,
          keys,
          budget: this.#context.budget,
          nextAlias: () => this.#alias(),
        })
      : bound;
    if (query.distinct === true && order.some(({ expr }) => expr.kind !== 'ordinal')) {
      throw this.#source.invalid(-1, 'With SELECT DISTINCT, ORDER BY can only use columns of the result');
    }
    return { query: this.#ordered(finished, result.columns), columns: result.columns };
  }

  #rolling(query: SelectQuery, scope: Scope, keys: ExpressionKeys): SelectQuery {
    return rollingRows(query, {
      scope,
      source: this.#source,
      keys,
      truncations: this.#expressions.truncations,
      nextAlias: () => this.#alias(),
    });
  }

  /** Text is ordered by bytes on every engine, which PostgreSQL does not do for a position. */
  #ordered(query: SelectQuery, columns: readonly OutputColumn[]): Query {
    if (query.distinct === true)
      return byteOrdered(query, columns, this.#context.dialect, () => this.#alias());
    // The order decides which row of each group DISTINCT ON keeps.
    if (query.distinct !== false) return query;
    const order = query.order.map((item) => {
      const target = item.expr.kind === 'ordinal' ? query.targets[item.expr.position - 1]?.expr : undefined;
      const isText = item.expr.kind === 'ordinal' && item.expr.type === 'text';
      return isText &&
        target !== undefined &&
        target.kind !== 'star' &&
        this.#context.dialect.byteOrder !== ''
        ? { ...item, expr: target }
        : item;
    });
    return { ...query, order };
  }

  /** @throws AppError `SQL_NOT_ALLOWED` */
  #checkWidth(columns: number): void {
    if (columns > maxColumns)
      throw this.#source.notAllowed(-1, `A query cannot have more than ${maxColumns} columns`);
  }

  #targets(targets: readonly Target[], around: Surroundings): readonly BoundTarget[] {
    if (targets.length === 0) {
      throw this.#source.invalid(-1, 'The query selects nothing', 'Name a column or a value after SELECT.');
    }
    const bound: BoundTarget[] = [];
    for (const target of targets) {
      for (const column of this.#columns(target, around)) {
        bound.push(column);
        // A star may expand to many columns: count them before they take memory.
        this.#checkWidth(bound.length);
        this.#context.budget.spend();
      }
    }
    return bound;
  }

  *#columns(target: Target, around: Surroundings): Iterable<BoundTarget> {
    if (target.expr.kind !== 'star') {
      const expr = this.#expressions.bind(target.expr, around);
      yield { expr, alias: target.alias ?? outputName(target.expr) };
      return;
    }
    const { qualifier, at } = target.expr;
    const sources = around.scope.sources.filter(
      (source) => qualifier === undefined || source.name === qualifier,
    );
    if (sources.length === 0) {
      throw qualifier === undefined
        ? this.#source.invalid(at, 'There is nothing to select from')
        : this.#source.invalid(
            at,
            `Unknown relation "${qualifier}"`,
            suggest(
              qualifier,
              around.scope.sources.map(({ name }) => name),
            ),
          );
    }
    let isEmpty = true;
    for (const source of sources) {
      for (const column of starColumns(source, qualifier !== undefined)) {
        isEmpty = false;
        yield column;
      }
    }
    if (isEmpty) throw this.#source.invalid(at, 'There are no columns to select here');
  }

  #group(item: GroupItem, scope: Scope, result: SelectOutput): GroupItem {
    if (item.kind === 'sets')
      return { ...item, items: item.items.map((inner) => this.#group(inner, scope, result)) };
    const around = plainValues(scope, 'GROUP BY');
    const bind = (expr: Expr): Expr => {
      const input = expr.kind === 'name' ? scope.tryResolve(expr) : undefined;
      const isInput = input !== undefined && input.outer === undefined;
      const ordinal = isInput ? undefined : result.named(expr);
      const target = ordinal && result.groupedBy(ordinal);
      return target ?? this.#expressions.bind(expr, around);
    };
    return item.kind === 'list'
      ? { ...item, items: item.items.map(bind) }
      : { ...item, expr: bind(item.expr) };
  }

  /** HAVING may use output names that nothing else has, as people expect. */
  #withAliases(having: Expr, scope: Scope, targets: readonly Target[]): Expr {
    const byAlias = new Map(targets.map(({ alias, expr }) => [alias, expr] as const).reverse());
    const replace = (expr: Expr): Expr => {
      if (expr.kind === 'name' && expr.parts.length === 1 && scope.tryResolve(expr) === undefined) {
        const target = byAlias.get(expr.parts[0]);
        if (target !== undefined && target.kind !== 'star') return target;
      }
      return mapChildren(expr, replace);
    };
    return replace(having);
  }

  #ordinalOr(expr: Expr, result: SelectOutput, around: Surroundings): Expr {
    const named = result.named(expr);
    if (named !== undefined) return named;
    const bound = this.#expressions.bind(expr, around);
    return result.equal(bound) ?? bound;
  }
}

function* starColumns(source: Source, qualified: boolean): Iterable<BoundTarget> {
  const isShown = (name: string): boolean => qualified || !source.merged.has(name);
  if (source.kind === 'relation') {
    for (const name of source.use.members.dimensionNames)
      if (isShown(name)) yield { expr: source.use.column(name), alias: name };
  } else {
    for (const [index, { name }] of source.columns.entries())
      if (isShown(name)) yield { expr: derivedColumn(source, index), alias: name };
  }
}

function mentionsAggregate(query: SelectQuery): boolean {
  const found = (expr: Expr): boolean =>
    some(
      expr,
      (inner) =>
        inner.kind === 'call' &&
        inner.over === undefined &&
        (inner.name === 'measure' || isAggregate(inner.name)),
    );
  return (
    query.targets.some(({ expr }) => expr.kind !== 'star' && found(expr)) ||
    query.order.some(({ expr }) => found(expr))
  );
}
