import type { Dialect } from '../../engines/dialect.ts';
import type { ColumnExpr, Expr, FromItem, GroupItem, Query, SelectQuery } from './ast.ts';
import { mapChildren, mapOrder, mapWindow, walk } from './expression-tree.ts';
import { opaque } from './fence.ts';
import { HarmlessExpressions, type Resolve } from './harmless.ts';

/** Comparisons in a statement's conditions, each of which takes a hidden row about a nanosecond. */
const maxComparisons = 16;

/**
 * The statement without fences, for DuckDB; undefined if it needs them, or has none.
 *
 * DuckDB moves conditions below a policy, so all of them have to be harmless. Any other expression it computes for the
 * rows that the conditions leave, as long as its columns are opaque. Statements with joins, subqueries or set operations
 * of their own are always fenced.
 */
export function unfenced(query: Query, dialect: Dialect, timezone: string): Query | undefined {
  try {
    return new UnfencedStatement(dialect, timezone).open(query);
  } catch (error) {
    if (error instanceof FenceNeeded) return undefined;
    throw error;
  }
}

class FenceNeeded extends Error {}

interface Opened {
  readonly query: SelectQuery;
  /** What the columns are that the query's own expressions name. */
  readonly resolve: Resolve;
}

class UnfencedStatement {
  readonly #dialect: Dialect;
  readonly #conditions: HarmlessExpressions;
  /** Everything but the conditions of the statement itself. */
  readonly #others: HarmlessExpressions;
  /** Whether a condition applies to groups or to a subquery, where it decides whether the rows below are computed. */
  #isFiltered = false;

  constructor(dialect: Dialect, timezone: string) {
    this.#dialect = dialect;
    this.#conditions = new HarmlessExpressions(timezone);
    this.#others = new HarmlessExpressions(timezone);
  }

  open(query: Query): SelectQuery {
    this.#isFiltered = hasOuterCondition(query);
    const opened = this.#select(query);
    if (this.#conditions.comparisons > maxComparisons) throw new FenceNeeded();
    return opened.query;
  }

  #select(query: Query): Opened {
    if (query.kind !== 'select' || query.ctes.length > 0) throw new FenceNeeded();
    const [item, ...others] = query.from;
    if (item === undefined || others.length > 0) throw new FenceNeeded();
    const source = this.#source(item);
    const { resolve } = source;
    require(this.#conditions, query.where, resolve);
    require(this.#conditions, query.having, resolve);
    const names = new Set<string>();
    mapValues(query, (expr) => {
      if (!this.#isFiltered && this.#isHarmless(expr, resolve)) return expr;
      for (const name of this.#transparentColumns(expr, resolve)) names.add(name);
      return expr;
    });
    const opened = mapValues(query, (expr) => opaqueColumns(expr, names, this.#dialect));
    return { query: { ...opened, from: [source.item] }, resolve };
  }

  #source(item: FromItem): { readonly item: FromItem; readonly resolve: Resolve } {
    if (item.kind === 'relation') {
      if (!item.isRestricted()) throw new FenceNeeded();
      return derivedFrom(this.#relation(item.build(false)), item.alias, []);
    }
    if (item.kind !== 'derived') throw new FenceNeeded();
    return derivedFrom(this.#select(item.query), item.alias, item.columns);
  }

  /** A relation's rows as the model and its policies make them, perhaps under filters of the request. */
  #relation(query: SelectQuery): Opened {
    const [item] = query.from;
    const isFilter = query.targets[0]?.expr.kind === 'star';
    if (isFilter && item?.kind === 'derived' && item.query.kind === 'select') {
      const { item: from, resolve } = derivedFrom(this.#relation(item.query), item.alias, []);
      require(this.#conditions, query.where, resolve);
      return { query: { ...query, from: [from] }, resolve };
    }
    for (const each of query.from) this.#requireModel(each);
    require(this.#others, query.where, ofSource);
    // A column that a condition names has to stay as it is.
    const opened = mapValues(query, (expr) => {
      if (this.#isHarmless(expr, ofSource)) return expr;
      return opaqueColumns(expr, this.#transparentColumns(expr, ofSource), this.#dialect);
    });
    return { query: opened, resolve: ofSource };
  }

  /** What joins a relation's cubes and what restricts them. */
  #requireModel(item: FromItem): void {
    if (item.kind === 'join') {
      this.#requireModel(item.left);
      this.#requireModel(item.right);
      require(this.#others, item.on, ofSource);
    } else if (item.kind === 'derived' && item.query.kind === 'select') {
      for (const each of item.query.from) this.#requireModel(each);
      require(this.#others, item.query.where, ofSource);
    } else if (item.kind !== 'table') {
      throw new FenceNeeded();
    }
  }

  /** Columns whose values DuckDB may know without computing the query beneath. */
  #transparentColumns(expr: Expr, resolve: Resolve): Set<string> {
    const names = new Set<string>();
    walk(expr, (inner) => {
      // What these read is unknown.
      if (['subquery', 'inQuery', 'quantified', 'raw', 'alias'].includes(inner.kind)) throw new FenceNeeded();
      if (inner.kind !== 'column') return;
      const beneath = resolve(inner);
      if (beneath === undefined || this.#isHarmless(beneath.expr, beneath.resolve)) names.add(nameOf(inner));
    });
    return names;
  }

  #isHarmless(expr: Expr, resolve: Resolve): boolean {
    let isHarmless = this.#others.classOf(expr, resolve) !== undefined;
    walk(expr, (inner) => {
      if (inner.kind !== 'aggregate' && (inner.kind !== 'call' || inner.over === undefined)) return;
      mapChildren(inner, (part) => {
        isHarmless &&= this.#isHarmless(part, resolve);
        return part;
      });
    });
    return isHarmless;
  }
}

function require(list: HarmlessExpressions, condition: Expr | undefined, resolve: Resolve): void {
  if (condition !== undefined && list.classOf(condition, resolve) !== 'boolean') throw new FenceNeeded();
}

function hasOuterCondition(query: Query): boolean {
  if (query.kind !== 'select') return false;
  if (query.having !== undefined) return true;
  return query.from.some(
    (item) => item.kind === 'derived' && (query.where !== undefined || hasOuterCondition(item.query)),
  );
}

const ofSource: Resolve = () => undefined;

function derivedFrom(
  { query, resolve }: Opened,
  alias: string,
  columns: readonly string[],
): { readonly item: FromItem; readonly resolve: Resolve } {
  const exprs = new Map(
    query.targets.flatMap(({ expr, alias: name }, index) =>
      expr.kind === 'star' ? [] : [[columns[index] ?? name, expr] as const],
    ),
  );
  return {
    item: { kind: 'derived', query, alias, columns, at: -1 },
    resolve: (column) => {
      const expr = exprs.get(column.column);
      // Behind `*` it goes by the same name.
      return expr === undefined ? resolve(column) : { expr, resolve };
    },
  };
}

const nameOf = ({ table, column }: ColumnExpr): string => `${table}.${column}`;

function opaqueColumns(expr: Expr, names: ReadonlySet<string>, dialect: Dialect): Expr {
  if (expr.kind === 'column') return names.has(nameOf(expr)) ? opaque(expr, dialect) : expr;
  return mapChildren(expr, (child) => opaqueColumns(child, names, dialect));
}

/** The query with each expression replaced that does not decide about its rows; HAVING names the same groups. */
function mapValues(query: SelectQuery, map: (expr: Expr) => Expr): SelectQuery {
  const mapGroup = (item: GroupItem): GroupItem => {
    if (item.kind === 'sets') return { ...item, items: item.items.map(mapGroup) };
    return item.kind === 'list' ? { ...item, items: item.items.map(map) } : { ...item, expr: map(item.expr) };
  };
  return {
    ...query,
    distinct: typeof query.distinct === 'boolean' ? query.distinct : query.distinct.map(map),
    targets: query.targets.map((target) =>
      target.expr.kind === 'star' ? target : { ...target, expr: map(target.expr) },
    ),
    group: query.group.map(mapGroup),
    having: query.having && map(query.having),
    order: mapOrder(query.order, map),
    windows: query.windows.map(({ name, spec }) => ({ name, spec: mapWindow(spec, map) })),
  };
}
