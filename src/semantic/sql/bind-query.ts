import { suggest } from '../model/suggestion.ts';
import type {
  Cte,
  Expr,
  FromItem,
  GroupItem,
  OrderItem,
  Query,
  SelectQuery,
  SetQuery,
  Target,
} from './ast.ts';
import { ExpressionBinder, type Surroundings } from './bind-expression.ts';
import type { CompileContext } from './context.ts';
import { conjunction, keyOf, mapChildren, some } from './expression-tree.ts';
import { typeOf } from './expression-type.ts';
import { commonType, isAggregate } from './functions.ts';
import { finishGroups } from './group-rows.ts';
import { outputName } from './output-name.ts';
import { plainSelect } from './plain-select.ts';
import { RelationUse } from './relation-use.ts';
import { derivedColumn, type OutputColumn, printedColumn, Scope, type Source } from './scope.ts';
import type { SourceText } from './source-text.ts';

export interface BoundQuery {
  readonly query: Query;
  readonly columns: readonly OutputColumn[];
}

interface CommonTable {
  readonly printed: string;
  readonly columns: readonly OutputColumn[];
}

/** FROM items and subqueries that a statement may have. */
const maxSources = 60;

/** Binds one statement to the model: every name is a CTE, a column or a member that the viewer may use, or an error. */
export class QueryBinder {
  readonly #context: CompileContext;
  readonly #source: SourceText;
  readonly #expressions: ExpressionBinder;
  /** CTEs in sight, innermost last. */
  #tables: ReadonlyMap<string, CommonTable> = new Map();
  #aliases = 0;

  constructor(context: CompileContext, source: SourceText) {
    this.#context = context;
    this.#source = source;
    this.#expressions = new ExpressionBinder(source, (query, scope) => this.bind(query, scope).query);
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
    const named = this.#renamed(columns, cte.columns);
    this.#tables = new Map([...this.#tables, [cte.name, { printed, columns: named }]]);
    return { ...cte, name: printed, columns: printedColumns(named), query };
  }

  #renamed(columns: readonly OutputColumn[], names: readonly string[]): OutputColumn[] {
    if (names.length > columns.length)
      throw this.#source.invalid(-1, `There are ${names.length} column names for ${columns.length} columns`);
    return columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
  }

  #values(query: Extract<Query, { kind: 'values' }>, parent: Scope | undefined): BoundQuery {
    const scope = new Scope(this.#source, parent);
    const rows = query.rows.map((row) =>
      row.map((item) => this.#expressions.bind(item, plain(scope, 'VALUES'))),
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
    return { query: { ...query, rows, order: this.#outputOrder(query.order, columns) }, columns };
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
      order: this.#outputOrder(query.order, columns),
    };
    return { query: this.#byteOrdered(bound, columns), columns };
  }

  /** ORDER BY of what has only output columns: their names or positions. */
  #outputOrder(order: readonly OrderItem[], columns: readonly OutputColumn[]): OrderItem[] {
    return order.map((item) => {
      const ordinal = this.#ordinal(item.expr, columns);
      if (ordinal === undefined)
        throw this.#source.invalid(-1, 'ORDER BY can only name a column of the result here');
      return { ...item, expr: ordinal };
    });
  }

  #ordinal(expr: Expr, columns: readonly OutputColumn[]): Extract<Expr, { kind: 'ordinal' }> | undefined {
    if (expr.kind === 'literal' && expr.type === 'integer') {
      const position = Number(expr.text);
      const column = columns[position - 1];
      if (column === undefined)
        throw this.#source.invalid(-1, `There is no column number ${expr.text} in the result`);
      return { kind: 'ordinal', position, type: column.type };
    }
    if (expr.kind !== 'name' || expr.parts.length !== 1) return undefined;
    const positions = columns.flatMap((column, index) => (column.name === expr.parts[0] ? [index] : []));
    const [position] = positions;
    if (position === undefined) return undefined;
    return { kind: 'ordinal', position: position + 1, type: columns[position]?.type ?? 'unknown' };
  }

  /** PostgreSQL orders a set operation or DISTINCT by plain columns only; text needs byte order around it. */
  #byteOrdered(query: Query, columns: readonly OutputColumn[]): Query {
    const needed = query.order.some(({ expr }) => expr.kind === 'ordinal' && expr.type === 'text');
    if (this.#context.dialect !== 'postgres' || !needed) return query;
    const alias = this.#alias();
    const names = printedColumns(columns);
    const column = (index: number): Expr => ({
      kind: 'column',
      table: alias,
      column: names[index] ?? '',
      type: columns[index]?.type ?? 'unknown',
    });
    return {
      ...plainSelect,
      targets: columns.map(({ name }, index) => ({ expr: column(index), alias: name })),
      from: [
        {
          kind: 'derived',
          query: { ...query, order: [], limit: undefined, offset: undefined },
          alias,
          columns: names,
          at: -1,
        },
      ],
      where: undefined,
      order: query.order.map((item) => ({
        ...item,
        expr: item.expr.kind === 'ordinal' ? column(item.expr.position - 1) : item.expr,
      })),
      limit: query.limit,
      offset: query.offset,
    };
  }

  #select(query: SelectQuery, parent: Scope | undefined): BoundQuery {
    const scope = new Scope(this.#source, parent);
    const conditions: Expr[] = [];
    const from = query.from.map((item) => this.#from(item, scope, parent, conditions));
    const grouped = query.group.length > 0 || query.having !== undefined || mentionsAggregate(query);
    const rows = plain(scope, 'WHERE');
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
    if (query.distinct === true) return this.#byteOrdered(query, columns);
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
    const around = plain(scope, 'GROUP BY');
    const bind = (expr: Expr): Expr => {
      const isInput =
        expr.kind === 'name' &&
        scope.tryResolve(expr)?.outer === undefined &&
        scope.tryResolve(expr) !== undefined;
      const ordinal = isInput ? undefined : this.#ordinal(expr, columns);
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
    const ordinal = this.#ordinal(expr, columns);
    if (ordinal !== undefined) return ordinal;
    const bound = this.#expressions.bind(expr, around);
    const key = keyOf(bound);
    const index = targets.findIndex((target) => keyOf(target.expr) === key);
    return index < 0 ? bound : { kind: 'ordinal', position: index + 1, type: typeOf(bound) };
  }

  #from(item: FromItem, scope: Scope, parent: Scope | undefined, conditions: Expr[]): FromItem {
    switch (item.kind) {
      case 'named':
        return this.#named(item, scope);
      case 'derived': {
        const { query, columns } = this.bind(item.query, parent);
        const alias = this.#alias();
        const named = this.#renamed(columns, item.columns);
        scope.add({ kind: 'derived', name: item.alias, alias, columns: named, merged: new Set() });
        return { kind: 'derived', query, alias, columns: printedColumns(named), at: item.at };
      }
      case 'join': {
        const before = scope.sources.length;
        const left = this.#from(item.left, scope, parent, conditions);
        const middle = scope.sources.length;
        const right = this.#from(item.right, scope, parent, conditions);
        const on =
          item.using.length > 0
            ? this.#using(item, scope.sources.slice(before, middle), scope.sources.slice(middle))
            : item.on && this.#expressions.bind(item.on, plain(scope, 'ON'));
        return { ...item, left, right, on, using: [] };
      }
      case 'raw':
      case 'relation':
      case 'table':
        throw this.#source.notAllowed(-1, 'This cannot stand in FROM');
    }
  }

  #named(item: Extract<FromItem, { kind: 'named' }>, scope: Scope): FromItem {
    const [name = '', more] = item.name;
    const table = more === undefined ? this.#tables.get(name) : undefined;
    const alias = this.#alias();
    if (table !== undefined) {
      const columns = this.#renamed(table.columns, item.columns);
      scope.add({ kind: 'derived', name: item.alias ?? name, alias, columns, merged: new Set() });
      return { kind: 'table', name: [table.printed], alias, columns: printedColumns(columns) };
    }
    const relation = more === undefined ? this.#context.relation(name) : undefined;
    if (relation === undefined) {
      throw this.#source.invalid(
        item.at,
        `Unknown relation "${item.name.join('.')}"`,
        suggest(item.name.at(-1) ?? '', [...this.#tables.keys(), ...this.#context.relationNames]),
      );
    }
    if (item.columns.length > 0)
      throw this.#source.invalid(
        item.at,
        'The columns of a relation cannot be renamed in FROM',
        'Rename them in SELECT.',
      );
    const use = new RelationUse(this.#context, relation, alias);
    scope.add({ kind: 'relation', name: item.alias ?? name, use, merged: new Set() });
    return { kind: 'relation', build: () => use.build(), alias };
  }

  #using(
    item: Extract<FromItem, { kind: 'join' }>,
    left: readonly Source[],
    right: readonly Source[],
  ): Expr | undefined {
    if (item.join !== 'INNER' && item.join !== 'LEFT')
      throw this.#source.notAllowed(
        item.at,
        `USING is not supported with ${item.join} JOIN`,
        'Write the condition with ON.',
      );
    return conjunction(
      item.using.map((name) => {
        const side = (sources: readonly Source[]): Expr => {
          const part = new Scope(this.#source, undefined);
          part.sources.push(...sources);
          return this.#expressions.bind({ kind: 'name', parts: [name], at: item.at }, plain(part, 'USING'));
        };
        const equal: Expr = { kind: 'binary', op: '=', left: side(left), right: side(right) };
        for (const source of right) source.merged.add(name);
        return equal;
      }),
    );
  }
}

/** Where only values of single rows may stand. */
function plain(scope: Scope, clause: string): Surroundings {
  return { scope, clause, aggregates: false, windows: false, grouped: false, insideAggregate: false };
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

function printedColumns(columns: readonly OutputColumn[]): string[] {
  return columns.map((_, index) => printedColumn(index));
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
