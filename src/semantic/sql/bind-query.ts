import { suggest } from '../model/suggestion.ts';
import type { Cte, Expr, GroupItem, OrderItem, Query, SelectQuery, SetQuery, Target } from './ast.ts';
import { ExpressionBinder, plainValues, type Surroundings } from './bind-expression.ts';
import { type CommonTable, FromBinder, renamedColumns } from './bind-from.ts';
import type { CompileContext } from './context.ts';
import { keyOf, mapChildren, some } from './expression-tree.ts';
import { typeOf } from './expression-type.ts';
import { commonType } from './function-spec.ts';
import { isAggregate } from './functions.ts';
import { finishGroups } from './group-rows.ts';
import { outputName } from './output-name.ts';
import { byteOrdered, outputOrder, resultOrdinal } from './result-order.ts';
import { derivedColumn, type OutputColumn, printedColumns, Scope, type Source } from './scope.ts';
import type { SourceText } from './source-text.ts';

export interface BoundQuery {
  readonly query: Query;
  readonly columns: readonly OutputColumn[];
}

/** FROM items and subqueries that a statement may have. */
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
    this.#expressions = new ExpressionBinder(source, (query, scope) => this.bind(query, scope).query);
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

  #alias(): string {
    if (this.#aliases >= maxSources)
      throw this.#source.notAllowed(-1, 'The query reads from too many relations');
    return `t${this.#aliases++}`;
  }

  #commonTable(cte: Cte, parent: Scope | undefined): Cte {
    if (this.#context.relation(cte.name) !== undefined) {
      throw this.#source.notAllowed(
        cte.at,
        `"${cte.name}" is a relation of the data model and cannot be the name of a WITH query`,
      );
    }
    const { query, columns } = this.bind(cte.query, parent);
    const printed = this.#alias();
    const named = renamedColumns(columns, cte.columns, this.#source);
    this.#tables = new Map([...this.#tables, [cte.name, { printed, columns: named }]]);
    return { ...cte, name: printed, columns: printedColumns(named), query };
  }

  #values(query: Extract<Query, { kind: 'values' }>, parent: Scope | undefined): BoundQuery {
    const scope = new Scope(this.#source, parent);
    const rows = query.rows.map((row) =>
      row.map((item) => this.#expressions.bind(item, plainValues(scope, 'VALUES'))),
    );
    const width = rows[0]?.length ?? 0;
    if (rows.some((row) => row.length !== width))
      throw this.#source.invalid(-1, 'The rows of VALUES differ in length');
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
    const scope = new Scope(this.#source, parent);
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
    const targets = query.targets.flatMap((target) => this.#target(target, output));
    const columns = targets.map(({ expr, alias }) => ({ name: alias, type: typeOf(expr) }));
    const group = query.group.map((item) => this.#group(item, scope, targets, columns));
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
    const order = this.#order(query, { ...output, clause: 'ORDER BY' }, targets, columns);
    const distinct = Array.isArray(query.distinct)
      ? query.distinct.map((item: Expr) =>
          this.#ordinalOr(item, columns, { ...output, clause: 'DISTINCT ON' }, targets),
        )
      : query.distinct;
    const bound: SelectQuery = {
      ...query,
      ctes: [],
      distinct,
      targets,
      from,
      where,
      group,
      having,
      windows,
      order,
    };
    const finished = grouped
      ? finishGroups(bound, scope.sources.length, this.#source, () => this.#alias())
      : bound;
    if (query.distinct === true && order.some(({ expr }) => expr.kind !== 'ordinal')) {
      throw this.#source.invalid(-1, 'With SELECT DISTINCT, ORDER BY can only use columns of the result');
    }
    return { query: this.#ordered(finished, columns), columns };
  }

  /** Text is ordered by bytes on every engine, which PostgreSQL does not do for a position. */
  #ordered(query: SelectQuery, columns: readonly OutputColumn[]): Query {
    if (query.distinct === true)
      return byteOrdered(query, columns, this.#context.dialect, () => this.#alias());
    // The order says which row of each group DISTINCT ON keeps.
    if (query.distinct !== false) return query;
    const order = query.order.map((item) => {
      const target = item.expr.kind === 'ordinal' ? query.targets[item.expr.position - 1]?.expr : undefined;
      const isText = item.expr.kind === 'ordinal' && item.expr.type === 'text';
      return isText && target !== undefined && target.kind !== 'star' && this.#context.dialect === 'postgres'
        ? { ...item, expr: target }
        : item;
    });
    return { ...query, order };
  }

  #target(target: Target, around: Surroundings): { expr: Expr; alias: string }[] {
    if (target.expr.kind !== 'star') {
      return [
        { expr: this.#expressions.bind(target.expr, around), alias: target.alias ?? outputName(target.expr) },
      ];
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
    const expanded = sources.flatMap((source) => starColumns(source, qualifier !== undefined));
    if (expanded.length === 0) throw this.#source.invalid(at, 'There are no columns to select here');
    return expanded;
  }

  #group(
    item: GroupItem,
    scope: Scope,
    targets: readonly { expr: Expr; alias: string }[],
    columns: readonly OutputColumn[],
  ): GroupItem {
    if (item.kind === 'sets')
      return { ...item, items: item.items.map((inner) => this.#group(inner, scope, targets, columns)) };
    const around = plainValues(scope, 'GROUP BY');
    const bind = (expr: Expr): Expr => {
      const isInput =
        expr.kind === 'name' &&
        scope.tryResolve(expr)?.outer === undefined &&
        scope.tryResolve(expr) !== undefined;
      const ordinal = isInput ? undefined : resultOrdinal(expr, columns, this.#source);
      const target = ordinal === undefined ? undefined : targets[ordinal.position - 1]?.expr;
      if (target === undefined) return this.#expressions.bind(expr, around);
      if (some(target, (inner) => inner.kind === 'aggregate'))
        throw this.#source.invalid(-1, 'GROUP BY cannot use an aggregate');
      return target;
    };
    return item.kind === 'list'
      ? { ...item, items: item.items.map(bind) }
      : { ...item, expr: bind(item.expr) };
  }

  /** HAVING may use names of the output where nothing else has that name, as people expect. */
  #withAliases(having: Expr, scope: Scope, targets: readonly Target[]): Expr {
    const replace = (expr: Expr): Expr => {
      if (expr.kind === 'name' && expr.parts.length === 1 && scope.tryResolve(expr) === undefined) {
        const target = targets.find(({ alias }) => alias === expr.parts[0])?.expr;
        if (target !== undefined && target.kind !== 'star') return target;
      }
      return mapChildren(expr, replace);
    };
    return replace(having);
  }

  #order(
    query: SelectQuery,
    around: Surroundings,
    targets: readonly { expr: Expr; alias: string }[],
    columns: readonly OutputColumn[],
  ): OrderItem[] {
    return query.order.map((item) => ({
      ...item,
      expr: this.#ordinalOr(item.expr, columns, around, targets),
    }));
  }

  #ordinalOr(
    expr: Expr,
    columns: readonly OutputColumn[],
    around: Surroundings,
    targets: readonly { expr: Expr; alias: string }[],
  ): Expr {
    const ordinal = resultOrdinal(expr, columns, this.#source);
    if (ordinal !== undefined) return ordinal;
    const bound = this.#expressions.bind(expr, around);
    const key = keyOf(bound);
    const index = targets.findIndex((target) => keyOf(target.expr) === key);
    return index < 0 ? bound : { kind: 'ordinal', position: index + 1, type: typeOf(bound) };
  }
}

function starColumns(source: Source, qualified: boolean): { expr: Expr; alias: string }[] {
  const shown = (name: string): boolean => qualified || !source.merged.has(name);
  if (source.kind === 'relation') {
    return source.use.dimensionNames
      .filter(shown)
      .map((name) => ({ expr: source.use.column(name), alias: name }));
  }
  return source.columns.flatMap(({ name }, index) =>
    shown(name) ? [{ expr: derivedColumn(source, index), alias: name }] : [],
  );
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
