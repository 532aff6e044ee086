import { suggest } from '../../yaml/suggestion.ts';
import type { RollingWindow } from '../data-model.ts';
import type { ColumnExpr, Expr, FromItem, GroupItem, SelectQuery, Target } from './ast.ts';
import type { ExpressionKeys } from './expression-keys.ts';
import { conjunction, mapChildren, mapOrder, mapWindow, some, walk } from './expression-tree.ts';
import { typeOf } from './expression-type.ts';
import { plainSelect } from './plain-select.ts';
import type { RelationUse } from './relation-use.ts';
import type { Scope } from './scope.ts';
import type { SourceText } from './source-text.ts';
import { commonUnit, moved, spanOf, type Truncation, truncated } from './time-buckets.ts';
import { truncUnit } from './time-functions.ts';

/** What is around a SELECT with rolling measures. */
export interface RollingContext {
  readonly scope: Scope;
  readonly source: SourceText;
  readonly keys: ExpressionKeys;
  /** Truncated time dimensions among the bound expressions. */
  readonly truncations: WeakMap<Expr, Truncation>;
  nextAlias(): string;
}

/**
 * A grouped SELECT in which each rolling measure folds the rows of its window around the group's period, and every other
 * aggregate the rows of the period itself; the same SELECT if it has no rolling measure.
 *
 * The relation is read three times: for the periods that there are, for the days (or hours, or months) that there are, and for
 * its rows, which are joined to the periods by the day that they are in. Conditions on the time alone choose periods and not
 * rows, so that the first period's window reaches behind it.
 * @throws AppError `SQL_INVALID` where the statement does not say over which periods to roll
 */
export function rollingRows(query: SelectQuery, context: RollingContext): SelectQuery {
  const windows = rollingWindows(query);
  if (windows.length === 0) return query;
  return new RollingRows(query, windows, context).rewrite();
}

function rollingWindows(query: SelectQuery): readonly RollingWindow[] {
  const found = new Set<RollingWindow>();
  const collect = (expr: Expr): Expr => {
    walk(expr, (inner) => {
      if (inner.kind === 'aggregate' && inner.rolling !== undefined) found.add(inner.rolling);
    });
    return expr;
  };
  mapOutput(query, collect);
  return [...found];
}

class RollingRows {
  readonly #query: SelectQuery;
  readonly #context: RollingContext;
  readonly #windows: readonly RollingWindow[];
  readonly #use: RelationUse;
  readonly #period: Truncation;
  readonly #periodKey: number;
  readonly #unit: string;
  /** The join's side that has a row for each period and each day that counts for it. */
  readonly #days: string;

  constructor(query: SelectQuery, windows: readonly RollingWindow[], context: RollingContext) {
    this.#query = query;
    this.#context = context;
    this.#windows = windows;
    this.#use = this.#relation();
    const { key, truncation } = this.#findPeriod();
    this.#periodKey = key;
    this.#period = truncation;
    this.#unit = commonUnit(windows.flatMap(spansOf), [
      truncation.to,
      ...windows.flatMap((window) =>
        window.kind === 'to_date' ? this.#granularity(window.granularity) : [],
      ),
    ]);
    this.#days = context.nextAlias();
  }

  rewrite(): SelectQuery {
    const { column } = this.#period;
    const { conditions, others } = this.#conditions();
    const days = this.#daysOfPeriods(conjunction([...conditions, ...this.#use.filtersOf(column.column)]));
    const relation = this.#rows((member) => member !== column.column);
    const on: Expr = {
      kind: 'binary',
      op: '=',
      left: this.#day('day'),
      right: truncated(column, this.#unit),
    };
    const own = conjunction([this.#day('own'), ...conditions, ...this.#use.filtersOf(column.column)]);
    const replace = (expr: Expr): Expr => {
      if (this.#context.keys.of(expr) === this.#periodKey) return this.#periodStart(expr);
      if (expr.kind !== 'aggregate' || expr.over !== undefined) return mapChildren(expr, replace);
      const window = expr.rolling === undefined ? own : this.#day(`w${this.#windows.indexOf(expr.rolling)}`);
      const { rolling: _, ...aggregate } = expr;
      return { ...aggregate, filter: conjunction([expr.filter, window]) };
    };
    const group = this.#query.group.map((item) => this.#group(item, replace));
    return {
      ...this.#query,
      ...mapOutput(this.#query, replace),
      group,
      from: [{ kind: 'join', join: 'INNER', left: days, right: relation, on, using: [], at: -1 }],
      where: conjunction(others),
    };
  }

  #relation(): RelationUse {
    const [only, ...more] = this.#context.scope.sources;
    if (only?.kind !== 'relation' || more.length > 0)
      throw this.#context.source.invalid(
        -1,
        'A rolling measure is read from its relation alone',
        'Query it in a subquery, then join that.',
      );
    return only.use;
  }

  #findPeriod(): { readonly key: number; readonly truncation: Truncation } {
    const { keys, source, truncations } = this.#context;
    const found = new Map<number, Truncation>();
    const visit = (expr: Expr): Expr => {
      const truncation = truncations.get(expr) ?? asDay(expr);
      if (truncation === undefined) return mapChildren(expr, visit);
      found.set(keys.of(expr), truncation);
      return expr;
    };
    for (const item of this.#query.group) {
      if (item.kind === 'sets')
        throw source.invalid(-1, 'ROLLUP, CUBE and GROUPING SETS cannot be used with a rolling measure');
      for (const expr of item.kind === 'list' ? item.items : [item.expr]) visit(expr);
    }
    const [first, ...more] = found;
    if (first === undefined || more.length > 0 || spanOf(first[1].to) === undefined)
      throw source.invalid(
        -1,
        'A rolling measure needs one period to roll over',
        "Group by one DATE_TRUNC of a time dimension, such as DATE_TRUNC('month', ordered_at).",
      );
    return { key: first[0], truncation: first[1] };
  }

  /** Of a window to date: a unit, or a granularity of the time dimension that the statement groups by. */
  #granularity(name: string): Truncation['to'] {
    const unit = truncUnit(name);
    if (unit !== undefined) return unit;
    const known = this.#use.members.granularities(this.#period.column.column);
    const found = known.find((granularity) => granularity.name === name);
    if (found !== undefined) return found;
    const names = known.map((granularity) => granularity.name);
    throw this.#context.source.invalid(
      -1,
      `A rolling measure counts from the start of its ${name}, which this time dimension does not have`,
      suggest(name, names),
    );
  }

  /** Conditions of WHERE on the time alone, and all others. */
  #conditions(): { readonly conditions: readonly Expr[]; readonly others: readonly Expr[] } {
    const { where } = this.#query;
    const all = where === undefined ? [] : where.kind === 'and' ? where.args : [where];
    const parts = Object.groupBy(all, (each) => (this.#isOfTime(each) ? 'time' : 'other'));
    return { conditions: parts.time ?? [], others: parts.other ?? [] };
  }

  #isOfTime(condition: Expr): boolean {
    const { column } = this.#period;
    let isOnly = true;
    walk(condition, (inner) => {
      if (inner.kind === 'column') isOnly &&= inner.table === column.table && inner.column === column.column;
      if (inner.kind === 'subquery' || inner.kind === 'inQuery' || inner.kind === 'quantified')
        isOnly = false;
    });
    return isOnly && some(condition, ({ kind }) => kind === 'column');
  }

  /** One row for each period and each day of its windows and of itself, with what the day counts for. */
  #daysOfPeriods(chosen: Expr | undefined): FromItem {
    const { column, to } = this.#period;
    const [periods, days] = [this.#context.nextAlias(), this.#context.nextAlias()];
    const start = columnOf(periods, 'period');
    const day = columnOf(days, 'day');
    const own: Expr = { kind: 'binary', op: '=', left: truncated(day, to), right: start };
    const windows = this.#windows.map((window) => this.#isInside(window, start, day));
    const targets: readonly Target[] = [
      { expr: start, alias: 'period' },
      { expr: day, alias: 'day' },
      { expr: own, alias: 'own' },
      ...windows.map((expr, index) => ({ expr, alias: `w${index}` })),
    ];
    const query: SelectQuery = {
      ...plainSelect,
      targets,
      from: [
        {
          kind: 'join',
          join: 'CROSS',
          left: this.#starts(periods, 'period', truncated(column, to), chosen),
          right: this.#starts(days, 'day', truncated(column, this.#unit), undefined),
          on: undefined,
          using: [],
          at: -1,
        },
      ],
      where: { kind: 'or', args: [own, ...windows] },
    };
    return { kind: 'derived', query, alias: this.#days, columns: [], at: -1 };
  }

  #starts(alias: string, name: string, expr: Expr, condition: Expr | undefined): FromItem {
    const present: Expr = { kind: 'test', test: 'IS NOT NULL', arg: this.#period.column };
    const query: SelectQuery = {
      ...plainSelect,
      distinct: true,
      targets: [{ expr, alias: name }],
      // As conditions of WHERE, filters of other dimensions choose rows and not periods.
      from: [this.#rows(() => false)],
      where: conjunction([present, condition]),
    };
    return { kind: 'derived', query, alias, columns: [], at: -1 };
  }

  #rows(filters: (member: string) => boolean): FromItem {
    const { alias } = this.#use;
    return {
      kind: 'relation',
      alias,
      isRestricted: () => this.#use.isRestricted,
      build: (fence) => this.#use.build(fence, filters),
    };
  }

  #isInside(window: RollingWindow, start: Expr, day: Expr): Expr {
    const end = moved(start, '+', spanOf(this.#period.to) ?? { months: 0, seconds: 0 });
    if (window.kind === 'to_date') {
      const first = truncated(start, this.#granularity(window.granularity));
      return { kind: 'and', args: [compared(day, '>=', first), compared(day, '<', end)] };
    }
    const edge = window.offset === 'start' ? start : end;
    const { trailing, leading } = window;
    const bounds = [
      trailing === 'unbounded'
        ? undefined
        : compared(day, '>=', trailing === undefined ? edge : moved(edge, '-', trailing)),
      leading === 'unbounded'
        ? undefined
        : compared(day, '<', leading === undefined ? edge : moved(edge, '+', leading)),
    ];
    return conjunction(bounds) ?? { kind: 'literal', type: 'boolean', text: 'true' };
  }

  /** The group's period where the statement truncates the time. */
  #periodStart(written: Expr): Expr {
    const start = this.#day('period');
    return written.kind === 'cast' ? { ...written, arg: start } : start;
  }

  #group(item: GroupItem, replace: (expr: Expr) => Expr): GroupItem {
    const ofPeriod = (expr: Expr): Expr => {
      const replaced = replace(expr);
      const { column } = this.#period;
      const isLeft = some(
        replaced,
        (inner) => inner.kind === 'column' && inner.table === column.table && inner.column === column.column,
      );
      if (!isLeft) return replaced;
      throw this.#context.source.invalid(
        column.at ?? -1,
        `With a rolling measure, "${column.column}" can be grouped by in one way only`,
      );
    };
    if (item.kind === 'expr') return { kind: 'expr', expr: ofPeriod(item.expr) };
    return item.kind === 'list' ? { kind: 'list', items: item.items.map(ofPeriod) } : item;
  }

  #day(name: string): ColumnExpr {
    return columnOf(this.#days, name);
  }
}

/** `ordered_at::date` */
function asDay(expr: Expr): Truncation | undefined {
  return expr.kind === 'cast' && expr.to.type === 'date' && expr.arg.kind === 'column' && isTime(expr.arg)
    ? { column: expr.arg, to: 'day' }
    : undefined;
}

export function isTime(expr: Expr): boolean {
  return ['timestamp', 'timestamptz', 'utc', 'date'].includes(typeOf(expr));
}

function spansOf(window: RollingWindow) {
  if (window.kind === 'to_date') return [];
  return [window.trailing, window.leading].filter((span) => span !== undefined && span !== 'unbounded');
}

function compared(left: Expr, op: '>=' | '<', right: Expr): Expr {
  return { kind: 'binary', op, left, right };
}

function columnOf(table: string, column: string): ColumnExpr {
  return {
    kind: 'column',
    table,
    column,
    type: column === 'period' || column === 'day' ? 'timestamp' : 'boolean',
  };
}

type Output = Pick<SelectQuery, 'targets' | 'having' | 'order' | 'windows' | 'distinct'>;

function mapOutput(query: SelectQuery, map: (expr: Expr) => Expr): Output {
  return {
    targets: query.targets.map((target) =>
      target.expr.kind === 'star' ? target : { ...target, expr: map(target.expr) },
    ),
    distinct: typeof query.distinct === 'boolean' ? query.distinct : query.distinct.map(map),
    having: query.having && map(query.having),
    order: mapOrder(query.order, map),
    windows: query.windows.map(({ name, spec }) => ({ name, spec: mapWindow(spec, map) })),
  };
}
