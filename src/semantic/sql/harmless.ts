import type { SqlType } from '../../engines/dialect.ts';
import type { ColumnExpr, Expr, LiteralExpr } from './ast.ts';
import { some } from './expression-tree.ts';
import { typeOf } from './expression-type.ts';

/**
 * Kinds of values that DuckDB compares among themselves without a conversion that could fail. It converts dates to
 * timestamps and both to their counterparts with a time zone, which fails at the ends of the calendar.
 */
export type HarmlessClass = 'number' | 'text' | 'boolean' | 'date' | 'timestamp';

/** What a column stands for: an expression of the query beneath, or itself where it is a source's. */
export type Resolve = (column: ColumnExpr) => { readonly expr: Expr; readonly resolve: Resolve } | undefined;

const classes: Readonly<Partial<Record<SqlType, HarmlessClass>>> = {
  integer: 'number',
  decimal: 'number',
  double: 'number',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  utc: 'timestamp',
  timestamp: 'timestamp',
};

const comparisons: ReadonlySet<string> = new Set([
  '=',
  '<>',
  '<',
  '<=',
  '>',
  '>=',
  'IS DISTINCT FROM',
  'IS NOT DISTINCT FROM',
]);

const simpleAggregates: ReadonlySet<string> = new Set(['count', 'sum', 'avg', 'min', 'max']);

/**
 * Tells the expressions that DuckDB may compute on hidden rows: those that fail on no value and take about as long on
 * each. It is the whole list; `harmless.test.ts` computes each of it on the extreme values of every type.
 */
export class HarmlessExpressions {
  /** Comparisons met so far, by which a statement could make hidden rows take long. */
  comparisons = 0;
  readonly #timezone: string;

  constructor(timezone: string) {
    this.#timezone = timezone;
  }

  /** The class of the expression's values; undefined when it is not on the list. */
  classOf(expr: Expr, resolve: Resolve): HarmlessClass | undefined {
    const of = (inner: Expr): HarmlessClass | undefined => this.classOf(inner, resolve);
    switch (expr.kind) {
      case 'column': {
        const beneath = resolve(expr);
        if (beneath !== undefined) return this.classOf(beneath.expr, beneath.resolve);
        return expr.isExact === true ? classes[expr.type] : undefined;
      }
      case 'literal':
        return literalClass(expr);
      case 'parameter':
        if (expr.type === 'utc') return isTimestamp(String(expr.value)) ? 'timestamp' : undefined;
        return classes[expr.type];
      case 'negate':
        return expr.arg.kind === 'literal' && of(expr.arg) === 'number' ? 'number' : undefined;
      case 'localize':
        // In any other time zone it is a conversion, which fails on the first and last timestamps.
        return (expr.zone === 'utc' || this.#timezone === 'UTC') && of(expr.arg) === 'timestamp'
          ? 'timestamp'
          : undefined;
      case 'and':
      case 'or':
        return expr.args.every((arg) => of(arg) === 'boolean') ? 'boolean' : undefined;
      case 'not':
        return of(expr.arg) === 'boolean' ? 'boolean' : undefined;
      case 'test':
        if (of(expr.arg) === undefined) return undefined;
        return /NULL$/.test(expr.test) || of(expr.arg) === 'boolean' ? 'boolean' : undefined;
      case 'binary':
        if (comparisons.has(expr.op)) return this.#compare(expr.left, [expr.right], resolve);
        return this.#moment(expr);
      case 'between':
        return this.#compare(expr.arg, [expr.low, expr.high], resolve);
      case 'in':
        return expr.list.every(isValue) ? this.#compare(expr.arg, expr.list, resolve) : undefined;
      case 'case': {
        const results = [
          ...expr.whens.map(({ result }) => result),
          ...(expr.otherwise ? [expr.otherwise] : []),
        ];
        const [first, ...others] = results.map(of);
        const isPlain = expr.arg === undefined && expr.whens.every(({ when }) => of(when) === 'boolean');
        return isPlain && others.every((other) => other === first) ? first : undefined;
      }
      case 'cast':
      case 'now':
        return this.#moment(expr);
      case 'call':
        // A window function is computed over the rows that all conditions beneath it leave, as an aggregate is.
        return expr.over === undefined ? this.#moment(expr) : classes[typeOf(expr)];
      case 'aggregate':
        return simpleAggregates.has(expr.name) ? classes[typeOf(expr)] : undefined;
      case 'alias':
      case 'cubeColumn':
      case 'inQuery':
      case 'like':
      case 'memberRef':
      case 'name':
      case 'ordinal':
      case 'quantified':
      case 'raw':
      case 'regex':
      case 'row':
      case 'subquery':
        return undefined;
    }
  }

  #compare(left: Expr, others: readonly Expr[], resolve: Resolve): 'boolean' | undefined {
    this.comparisons += others.length;
    const compares = (a: Expr, b: Expr): boolean => {
      const [one, other] = [this.classOf(a, resolve), this.classOf(b, resolve)];
      if (one === undefined || other === undefined) return false;
      if (one === other) return true;
      // The constant is what gets converted.
      if (one === 'date') return isDateText(b);
      return one === 'timestamp' && (isTimestampText(b) || (other === 'date' && isConstant(b)));
    };
    return others.every((other) => compares(left, other) || compares(other, left)) ? 'boolean' : undefined;
  }

  /** Dates and times that read no row: `now() - INTERVAL '30 days'`, `DATE '2025-01-01'`. */
  #moment(expr: Expr): 'date' | 'timestamp' | undefined {
    if (expr.kind === 'now') return 'timestamp';
    if (expr.kind === 'cast') {
      if (expr.to.type === 'date')
        return isDateText(expr.arg) || expr.arg.kind === 'now' ? 'date' : undefined;
      return expr.to.name === 'timestamp' && isTimestampText(expr.arg) ? 'timestamp' : undefined;
    }
    if (expr.kind === 'binary' && (expr.op === '+' || expr.op === '-'))
      return this.#constantMoment(expr.left) !== undefined && isShortInterval(expr.right)
        ? 'timestamp'
        : undefined;
    if (expr.kind === 'call' && expr.name === 'date_trunc') {
      const [, value] = expr.args;
      return value !== undefined && this.#constantMoment(value) !== undefined ? 'timestamp' : undefined;
    }
    return undefined;
  }

  #constantMoment(expr: Expr): 'date' | 'timestamp' | undefined {
    if (expr.kind === 'parameter')
      return expr.type === 'utc' && isTimestamp(String(expr.value)) ? 'timestamp' : undefined;
    return this.#moment(expr);
  }
}

function isValue(expr: Expr): boolean {
  return expr.kind === 'literal' || expr.kind === 'parameter' || expr.kind === 'negate';
}

function isConstant(expr: Expr): boolean {
  return !some(expr, (inner) => inner.kind === 'column');
}

/** A decimal of more digits might not fit beside a number of 18. */
function literalClass({ type, text }: LiteralExpr): HarmlessClass | undefined {
  if (type === 'integer' || type === 'decimal') return /^-?(\d\.?){1,18}$/.test(text) ? 'number' : undefined;
  return type === 'text' || type === 'boolean' ? type : undefined;
}

function isDateText(expr: Expr): boolean {
  return (
    expr.kind === 'literal' &&
    expr.type === 'text' &&
    /^\d{4}-\d{2}-\d{2}$/.test(expr.text) &&
    isTimestamp(expr.text)
  );
}

function isTimestampText(expr: Expr): boolean {
  return expr.kind === 'literal' && expr.type === 'text' && isTimestamp(expr.text);
}

/** ISO 8601 of a day that exists, with or without a time. */
function isTimestamp(text: string): boolean {
  const [, day, time = '00:00:00'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.\d{1,6})?)?$/.exec(text) ?? [];
  const instant = new Date(`${day}T${time}Z`);
  return (
    !Number.isNaN(instant.getTime()) &&
    instant.toISOString().startsWith(`${day}T${time}`) &&
    day !== '0000-00-00'
  );
}

/** At most 9,999 of a unit, which takes no date of four digits out of the calendar. */
function isShortInterval(expr: Expr): boolean {
  return (
    expr.kind === 'cast' &&
    expr.to.type === 'interval' &&
    expr.arg.kind === 'literal' &&
    /^\d{1,4} (second|minute|hour|day|week|month|year)s?$/.test(expr.arg.text)
  );
}
