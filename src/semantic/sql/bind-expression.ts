import type { MeasureType } from '../../contract/tools.ts';
import { AppError } from '../../errors.ts';
import { suggest } from '../../yaml/suggestion.ts';
import type { CallExpr, ColumnExpr, Expr, Grain, NameExpr, Query, WindowSpec } from './ast.ts';
import type { WorkBudget } from './compile-limits.ts';
import { type Correlation, correlation } from './correlation.ts';
import { mapChildren, mapOrder, mapWindow, walk } from './expression-tree.ts';
import { functions, isAggregate, windowFunctions } from './functions.ts';
import { toleratesRepetition } from './measure.ts';
import { isAggregated, nullsOf } from './result-order.ts';
import type { Resolved, Scope } from './scope.ts';
import type { SourceText } from './source-text.ts';
import { type Truncation, truncated } from './time-buckets.ts';
import { truncUnit } from './time-functions.ts';

/** What an expression may contain at its place. */
export interface Surroundings {
  readonly scope: Scope;
  /** Name of the clause, for messages. */
  readonly clause: string;
  readonly aggregates: boolean;
  readonly windows: boolean;
  /** Whether rows are grouped here, so that a bare measure can only mean its aggregate. */
  readonly grouped: boolean;
  readonly insideAggregate: boolean;
}

/** For places that allow only values of single rows. */
export function plainValues(scope: Scope, clause: string): Surroundings {
  return { scope, clause, aggregates: false, windows: false, grouped: false, insideAggregate: false };
}

/** Binds the expressions of one statement: names to columns, measures and aggregates to aggregates of columns. */
export class ExpressionBinder {
  readonly #source: SourceText;
  readonly #budget: WorkBudget;
  readonly #bindQuery: (query: Query, scope: Scope) => Query;
  /** Truncated time dimensions among what was bound. */
  readonly truncations = new WeakMap<Expr, Truncation>();

  constructor(source: SourceText, budget: WorkBudget, bindQuery: (query: Query, scope: Scope) => Query) {
    this.#source = source;
    this.#budget = budget;
    this.#bindQuery = bindQuery;
  }

  bind(expr: Expr, around: Surroundings): Expr {
    this.#budget.spend();
    const inner = (child: Expr): Expr => this.bind(child, around);
    switch (expr.kind) {
      case 'name':
        return this.#name(expr, around);
      case 'call':
        return this.#call(expr, around);
      case 'subquery':
        return { ...expr, ...this.#subquery(expr.query, around.scope) };
      case 'inQuery':
      case 'quantified': {
        const bound = { ...expr, arg: inner(expr.arg), ...this.#subquery(expr.query, around.scope) };
        if (expr.arg.kind === 'row' && expr.arg.items.length !== widthOf(bound.query))
          throw this.#source.invalid(
            -1,
            'The subquery needs as many columns as the row beside IN has values',
          );
        return bound;
      }
      case 'aggregate':
      case 'alias':
      case 'and':
      case 'between':
      case 'binary':
      case 'case':
      case 'cast':
      case 'column':
      case 'cubeColumn':
      case 'in':
      case 'like':
      case 'literal':
      case 'localize':
      case 'memberRef':
      case 'negate':
      case 'not':
      case 'now':
      case 'or':
      case 'ordinal':
      case 'parameter':
      case 'raw':
      case 'regex':
      case 'row':
      case 'test':
        return mapChildren(expr, inner);
    }
  }

  #subquery(query: Query, scope: Scope): Correlation & { query: Query } {
    const before = scope.innerReferences.length;
    const bound = this.#bindQuery(query, scope);
    return { query: bound, ...correlation(scope.innerReferences.slice(before), scope.sources) };
  }

  #name(name: NameExpr, around: Surroundings): Expr {
    const found = around.scope.resolve(name);
    if (found.kind === 'value') return { ...found.column(), at: name.at };
    const label = name.parts.join('.');
    if (around.insideAggregate) {
      throw this.#source.invalid(
        name.at,
        `The measure "${label}" is already an aggregate`,
        `Write MEASURE(${label}).`,
      );
    }
    if (!around.aggregates) {
      throw this.#source.invalid(
        name.at,
        `The measure "${label}" cannot be used in ${around.clause}`,
        around.clause === 'WHERE' ? `Use HAVING MEASURE(${label}) … instead.` : '',
      );
    }
    if (!around.grouped) {
      throw this.#source.invalid(
        name.at,
        `The measure "${label}" has to be aggregated`,
        `Write MEASURE(${label}).`,
      );
    }
    return this.#measure(found, name, around, undefined);
  }

  #measure(
    found: Extract<Resolved, { kind: 'measure' }>,
    name: NameExpr,
    around: Surroundings,
    filter: Expr | undefined,
  ): Expr {
    if (found.outer === true) {
      throw this.#source.invalid(
        name.at,
        `The measure "${name.parts.join('.')}" belongs to an outer query and cannot be used in this subquery`,
      );
    }
    const bound =
      filter &&
      this.bind(filter, {
        ...around,
        clause: 'FILTER',
        aggregates: false,
        windows: false,
        insideAggregate: true,
      });
    try {
      return found.source.use.measure(found.member, bound);
    } catch (error) {
      // The model cannot say where in the statement it was used.
      if (error instanceof AppError)
        throw new AppError(error.code, error.message.replace(/\.$/, `${this.#source.place(name.at)}.`));
      throw error;
    }
  }

  #call(call: CallExpr, around: Surroundings): Expr {
    if (call.name === 'measure') return this.#measureCall(call, around);
    if (isAggregate(call.name)) return this.#aggregate(call, around);
    const isWindow = windowFunctions.has(call.name);
    const spec = functions.get(call.name) ?? windowFunctions.get(call.name);
    if (spec === undefined)
      throw this.#source.notAllowed(call.at, `The function ${call.name}() is not available`);
    if (isWindow !== (call.over !== undefined)) {
      throw this.#source.invalid(
        call.at,
        isWindow ? `${call.name}() needs OVER` : `${call.name}() cannot have OVER`,
      );
    }
    if (isWindow && !around.windows)
      throw this.#source.invalid(call.at, `${call.name}() cannot be used in ${around.clause}`);
    if (
      call.star ||
      call.distinct ||
      call.filter !== undefined ||
      call.order.length > 0 ||
      call.withinGroup
    ) {
      throw this.#source.invalid(call.at, `${call.name}() is not an aggregate`);
    }
    this.#checkArity(call, spec.minArgs, spec.maxArgs);
    const bound: CallExpr = {
      ...call,
      args: call.args.map((arg) => this.bind(arg, around)),
      over: call.over && this.bindWindow(call.over, around),
    };
    return call.name === 'date_trunc' ? this.#truncation(bound, around.scope) : bound;
  }

  /** `date_trunc` to a granularity of the dimension's own is written out; to a unit of the calendar it stays as it is. */
  #truncation(call: CallExpr, scope: Scope): Expr {
    const [unit, column] = call.args;
    if (unit?.kind !== 'literal' || column?.kind !== 'column') return call;
    const own = scope.relationUse(column.table)?.members.granularities(column.column) ?? [];
    const name = unit.text.toLowerCase();
    const to = truncUnit(name) ?? own.find((granularity) => granularity.name.toLowerCase() === name);
    if (to === undefined) {
      if (own.length === 0) return call;
      const known = own.map((granularity) => granularity.name);
      const hint = suggest(name, known) || `It has ${known.join(', ')}, and the units of the calendar.`;
      throw this.#source.invalid(call.at, `"${unit.text}" is no granularity of "${column.column}"`, hint);
    }
    const expr = typeof to === 'string' ? call : truncated(column, to);
    this.truncations.set(expr, { column, to });
    return expr;
  }

  bindWindow(spec: WindowSpec, around: Surroundings): WindowSpec {
    const bound = mapWindow(spec, (child) => this.bind(child, { ...around, windows: false }));
    return { ...bound, order: bound.order.map((item) => ({ ...item, nulls: nullsOf(item, isAggregated) })) };
  }

  #checkArity(call: CallExpr, min: number, max: number): void {
    const count = call.args.length;
    if (count >= min && count <= max) return;
    const wanted = min === max ? `${min}` : `${min} to ${max}`;
    throw this.#source.invalid(
      call.at,
      `${call.name}() takes ${wanted} argument${wanted === '1' ? '' : 's'}, not ${count}`,
    );
  }

  #measureCall(call: CallExpr, around: Surroundings): Expr {
    const [name] = call.args;
    if (
      name?.kind !== 'name' ||
      call.args.length !== 1 ||
      call.star ||
      call.distinct ||
      call.order.length > 0
    ) {
      throw this.#source.invalid(call.at, 'MEASURE() takes the name of one measure');
    }
    if (call.over !== undefined) {
      throw this.#source.invalid(
        call.at,
        'MEASURE() cannot have OVER',
        `Group first, then use sum(MEASURE(${name.parts.join('.')})) OVER (…).`,
      );
    }
    this.#requireAggregates(call, around);
    const found = around.scope.resolve(name);
    if (found.kind === 'measure') return this.#measure(found, name, around, call.filter);
    throw this.#source.invalid(
      name.at,
      `"${name.parts.join('.')}" is not a measure`,
      'Use it without MEASURE().',
    );
  }

  #requireAggregates(call: CallExpr, around: Surroundings): void {
    if (around.insideAggregate) throw this.#source.invalid(call.at, 'Aggregates cannot be nested');
    if (!around.aggregates)
      throw this.#source.invalid(call.at, `Aggregates cannot be used in ${around.clause}`);
  }

  #aggregate(call: CallExpr, around: Surroundings): Expr {
    const over = call.over;
    if (over === undefined) this.#requireAggregates(call, around);
    else if (!around.windows)
      throw this.#source.invalid(call.at, `Window functions cannot be used in ${around.clause}`);
    const spec = functions.get(call.name);
    if (!call.star) this.#checkArity(call, spec?.minArgs ?? 0, spec?.maxArgs ?? 0);
    else if (call.name !== 'count') throw this.#source.invalid(call.at, `${call.name}(*) is not supported`);
    if (call.name === 'count' && !call.star && call.args.length === 0)
      throw this.#source.invalid(call.at, 'count() takes one argument or *');
    if (over === undefined) {
      const measure = this.#matchingMeasure(call, around);
      if (measure !== undefined) return measure;
    }
    const ordered = ['percentile_cont', 'percentile_disc', 'mode'].includes(call.name);
    if (ordered !== call.withinGroup) {
      throw this.#source.invalid(
        call.at,
        ordered
          ? `${call.name}() needs WITHIN GROUP (ORDER BY …)`
          : `${call.name}() cannot have WITHIN GROUP`,
      );
    }
    if (call.distinct && (over !== undefined || call.withinGroup))
      throw this.#source.invalid(call.at, 'DISTINCT is not supported here');
    // A window function applies to the groups if there are groups, else to the rows.
    const inside: Surroundings =
      over === undefined
        ? { ...around, insideAggregate: true, aggregates: true, windows: false }
        : { ...around, windows: false };
    const bind = (expr: Expr): Expr => this.bind(expr, inside);
    const args = call.args.map(bind);
    const order = mapOrder(call.order, bind);
    return {
      kind: 'aggregate',
      name: call.name,
      args,
      star: call.star,
      distinct: call.distinct,
      filter: call.filter && bind(call.filter),
      order,
      withinGroup: call.withinGroup,
      over: over && this.bindWindow(over, around),
      grain:
        over === undefined && !toleratesRepetition(call)
          ? grainIn(around.scope, [...args, ...order.map(({ expr }) => expr)])
          : undefined,
    };
  }

  /** `sum(revenue)` of a measure of type sum is the measure itself; any other aggregate of a measure is an error. */
  #matchingMeasure(call: CallExpr, around: Surroundings): Expr | undefined {
    const [name] = call.args;
    if (name?.kind !== 'name') return undefined;
    const found = around.scope.tryResolve(name);
    if (found?.kind !== 'measure') return undefined;
    const type = found.source.use.members.measureType(found.member);
    if (type === undefined || !matches(call, type)) {
      const label = name.parts.join('.');
      throw this.#source.invalid(
        call.at,
        `${call.name}() cannot be applied to the measure "${label}"${type === undefined ? '' : ` of type ${type}`}`,
        `Write MEASURE(${label}).`,
      );
    }
    return this.#measure(found, name, around, call.filter);
  }
}

function widthOf(query: Query): number {
  if (query.kind === 'set') return widthOf(query.left);
  return query.kind === 'values' ? (query.rows[0]?.length ?? 0) : query.targets.length;
}

/** The rows that an aggregate folds: those of the relation whose columns it reads, or of all for `count(*)`. */
function grainIn({ sources }: Scope, values: readonly Expr[]): Grain | undefined {
  const columns: ColumnExpr[] = [];
  for (const value of values)
    walk(value, (inner) => {
      if (inner.kind === 'column') columns.push(inner);
    });
  const grains = sources.flatMap((source): Grain[] => {
    if (source.kind === 'derived') return [];
    const own = columns.filter(({ table }) => table === source.use.alias);
    return own.length > 0 || columns.length === 0 ? [source.use.grain(own)] : [];
  });
  const [only] = grains;
  if (only === undefined || grains.length === 1) return only;
  return { ...only, isRepeated: () => grains.some((grain) => grain.isRepeated()) };
}

function matches(call: CallExpr, type: MeasureType): boolean {
  if (call.args.length !== 1 || call.order.length > 0 || call.withinGroup) return false;
  if (call.name === 'count') return call.distinct ? type === 'count_distinct' : type === 'count';
  return !call.distinct && call.name === type;
}
