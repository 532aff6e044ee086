import type { AggregateExpr, ColumnExpr, Expr, Grain, GroupItem, SelectQuery, Target } from './ast.ts';
import type { WorkBudget } from './compile-limits.ts';
import type { ExpressionKeys } from './expression-keys.ts';
import { mapChildren, mapOrder, mapWindow } from './expression-tree.ts';
import { typeOf } from './expression-type.ts';
import { toleratesRepetition } from './measure.ts';
import { plainCall } from './plain-call.ts';
import { plainSelect } from './plain-select.ts';
import type { SourceText } from './source-text.ts';

/** What is around a SELECT that is finished. */
export interface Grouping {
  /** How many items FROM has. */
  readonly sources: number;
  readonly source: SourceText;
  readonly keys: ExpressionKeys;
  readonly budget: WorkBudget;
  nextAlias(): string;
}

/**
 * Finishes a SELECT that folds rows into groups: every column outside of an aggregate belongs to a group, and an aggregate
 * whose rows stand several times among the joined rows folds each of them once.
 *
 * For the latter the rows are numbered within each group and key of the measure's cube, in a subquery, and only the
 * first of each is folded. That holds for any number of one-to-many joins, side by side too.
 * @throws AppError `SQL_INVALID` where a right number cannot be had
 */
export function finishGroups(query: SelectQuery, grouping: Grouping): SelectQuery {
  const groups = groupKeys(query.group, grouping.keys);
  const repeatedGrains = new Map<Grain, boolean>();
  const isRepeated = (grain: Grain): boolean => {
    const known = repeatedGrains.get(grain);
    if (known !== undefined) return known;
    const isJoined = grouping.sources > 1;
    if (isJoined && grain.keepsJoins && grain.isRepeated()) {
      throw grouping.source.invalid(
        -1,
        'A one-to-many join of the data model would count rows more than once beside another relation',
        'Aggregate each relation in a subquery of its own, and join those.',
      );
    }
    const isRepeated = (isJoined && !grain.keepsJoins) || grain.isRepeated();
    repeatedGrains.set(grain, isRepeated);
    return isRepeated;
  };
  const repeated = (aggregate: AggregateExpr): boolean =>
    aggregate.grain !== undefined && !toleratesRepetition(aggregate) && isRepeated(aggregate.grain);
  let isNumbered = false;
  const counted = visitOutput(query, groups, grouping, (written) => {
    const aggregate = repeated(written) ? (asDistinctCount(written) ?? written) : written;
    isNumbered ||= repeated(aggregate);
    return aggregate;
  });
  if (!isNumbered) return { ...query, ...counted };
  if (query.group.some((item) => item.kind === 'sets')) {
    throw grouping.source.invalid(
      -1,
      'ROLLUP, CUBE and GROUPING SETS are not supported here: a one-to-many join would count rows more than once',
    );
  }
  return new RowNumbering({ ...query, ...counted }, groups, grouping).rewrite(repeated);
}

/** Rows of a cube with a key of one column are counted by that, which needs no numbering. */
function asDistinctCount(aggregate: AggregateExpr): AggregateExpr | undefined {
  const [arg, ...more] = aggregate.args;
  const [key, ...others] = aggregate.grain?.key() ?? [];
  if (aggregate.name !== 'count' || key === undefined || more.length + others.length > 0) return undefined;
  if (arg === undefined) return { ...aggregate, args: [key], star: false, distinct: true };
  const present: Expr = { kind: 'test', test: 'IS NOT NULL', arg };
  const counted: Expr = {
    kind: 'case',
    arg: undefined,
    whens: [{ when: present, result: key }],
    otherwise: undefined,
  };
  return { ...aggregate, args: [counted], distinct: true };
}

type Groups = ReadonlyMap<number, Expr>;

function groupKeys(items: readonly GroupItem[], keys: ExpressionKeys): Groups {
  const groups = new Map<number, Expr>();
  const add = (item: GroupItem): void => {
    if (item.kind === 'sets') item.items.forEach(add);
    else for (const expr of item.kind === 'list' ? item.items : [item.expr]) groups.set(keys.of(expr), expr);
  };
  items.forEach(add);
  return groups;
}

/** Every expression of the output with its aggregates and group keys replaced. */
function visitOutput(
  query: SelectQuery,
  groups: Groups,
  { source, keys, budget }: Grouping,
  onAggregate: (aggregate: AggregateExpr) => Expr,
  onKey: (expr: Expr) => Expr = (expr) => expr,
): Pick<SelectQuery, 'targets' | 'having' | 'order' | 'windows'> {
  const visit = (expr: Expr): Expr => {
    budget.spend();
    if (groups.has(keys.of(expr))) return onKey(expr);
    if (expr.kind === 'aggregate' && expr.over === undefined) return onAggregate(expr);
    if (expr.kind === 'column') {
      throw source.invalid(
        expr.at ?? -1,
        `"${nameOf(query, expr, keys)}" must be in GROUP BY or inside an aggregate`,
      );
    }
    if ('correlated' in expr && expr.correlated === true) {
      throw source.invalid(-1, 'A subquery next to aggregates cannot use columns of the outer query');
    }
    return mapChildren(expr, visit);
  };
  return {
    targets: query.targets.map((target) =>
      target.expr.kind === 'star' ? target : { ...target, expr: visit(target.expr) },
    ),
    having: query.having && visit(query.having),
    order: mapOrder(query.order, visit),
    windows: query.windows.map(({ name, spec }) => ({ name, spec: mapWindow(spec, visit) })),
  };
}

/** A column of a subquery goes by a position; its name in the statement is what its author knows. */
function nameOf(query: SelectQuery, column: ColumnExpr, keys: ExpressionKeys): string {
  const target = query.targets.find(({ expr }) => expr.kind !== 'star' && keys.of(expr) === keys.of(column));
  return target?.alias ?? column.column;
}

class RowNumbering {
  readonly #query: SelectQuery;
  readonly #groups: Groups;
  readonly #grouping: Grouping;
  readonly #alias: string;
  readonly #inner = new Map<number, { readonly expr: Expr; readonly column: ColumnExpr }>();
  readonly #numbers = new Map<string, ColumnExpr>();

  constructor(query: SelectQuery, groups: Groups, grouping: Grouping) {
    this.#query = query;
    this.#groups = groups;
    this.#grouping = grouping;
    this.#alias = grouping.nextAlias();
  }

  rewrite(repeated: (aggregate: AggregateExpr) => boolean): SelectQuery {
    for (const expr of this.#groups.values()) this.#keep(expr);
    const output = visitOutput(
      this.#query,
      this.#groups,
      this.#grouping,
      (aggregate) => this.#outer(aggregate, repeated(aggregate)),
      (expr) => this.#keep(expr),
    );
    const targets: Target[] = [...this.#inner.values()].map(({ expr, column }) => ({
      expr,
      alias: column.column,
    }));
    const inner: SelectQuery = { ...plainSelect, targets, from: this.#query.from, where: this.#query.where };
    const group = this.#query.group.map((item): GroupItem => {
      if (item.kind === 'expr') return { kind: 'expr', expr: this.#keep(item.expr) };
      return item.kind === 'list'
        ? { kind: 'list', items: item.items.map((expr) => this.#keep(expr)) }
        : item;
    });
    return {
      ...this.#query,
      ...output,
      group,
      from: [{ kind: 'derived', query: inner, alias: this.#alias, columns: [], at: -1 }],
      where: undefined,
    };
  }

  /** Makes a value of the rows available outside. */
  #keep(expr: Expr): ColumnExpr {
    const key = this.#grouping.keys.of(expr);
    const existing = this.#inner.get(key);
    if (existing !== undefined) return existing.column;
    const column: ColumnExpr = {
      kind: 'column',
      table: this.#alias,
      column: `v${this.#inner.size}`,
      type: typeOf(expr),
    };
    this.#inner.set(key, { expr, column });
    return column;
  }

  /** A literal stays where it is: `percentile_cont(0.5)` wants one. */
  #keepValue(expr: Expr): Expr {
    return expr.kind === 'literal' ? expr : this.#keep(expr);
  }

  #outer(aggregate: AggregateExpr, repeated: boolean): Expr {
    const filter = aggregate.filter && this.#keep(aggregate.filter);
    const first: Expr | undefined = repeated
      ? { kind: 'binary', op: '=', left: this.#number(aggregate), right: one }
      : undefined;
    return {
      ...aggregate,
      args: aggregate.args.map((arg) => this.#keepValue(arg)),
      order: mapOrder(aggregate.order, (expr) => this.#keep(expr)),
      filter:
        filter !== undefined && first !== undefined
          ? { kind: 'and', args: [filter, first] }
          : (filter ?? first),
      grain: undefined,
    };
  }

  /** Number of the row among those of its group that repeat the same row of the measure's cube. */
  #number(aggregate: AggregateExpr): ColumnExpr {
    const present: Expr[] =
      aggregate.grain?.varies === true
        ? aggregate.args.map((arg) => ({ kind: 'test', test: 'IS NOT NULL', arg }))
        : [];
    const filtered: Expr[] =
      aggregate.filter === undefined ? [] : [{ kind: 'test', test: 'IS TRUE', arg: aggregate.filter }];
    const of = [...(aggregate.grain?.key() ?? []), ...present, ...filtered];
    const key = of.map((expr) => this.#grouping.keys.of(expr)).join();
    const existing = this.#numbers.get(key);
    if (existing !== undefined) return existing;
    const partition = [...this.#groups.values(), ...of];
    this.#grouping.budget.spend(partition.length);
    const over = { base: undefined, partition, order: [], frame: undefined };
    const number = this.#keep({ ...plainCall('row_number', []), over });
    this.#numbers.set(key, number);
    return number;
  }
}

const one: Expr = { kind: 'literal', type: 'integer', text: '1' };
