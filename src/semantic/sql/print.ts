import type { Dialect, Operand, SqlType } from '../../engines/dialect.ts';
import type { EngineQuery, Parameter } from '../../engines/query-engine.ts';
import type { CallExpr, CaseExpr, Expr, Query, Zone } from './ast.ts';
import { checkPrintedLength, type WorkBudget } from './compile-limits.ts';
import { emptyValue } from './correlation.ts';
import { typeOf } from './expression-type.ts';
import { functions } from './functions.ts';
import { toleratesRepetition } from './measure.ts';
import { printAggregate } from './print-aggregate.ts';
import { printBody, printColumns } from './print-select.ts';
import { printOrder, printOver } from './print-window.ts';
import type { SqlWriter } from './sql-writer.ts';
import { boundedReplacement, effectOf, knownBytes, TextGrowth } from './text-growth.ts';

/** Printed characters that cost as much as one step of another kind. */
const charactersPerStep = 500;

export interface PrintOptions {
  readonly dialect: Dialect;
  /** IANA name, already checked. */
  readonly timezone: string;
  /** How long a stored text that others are put together with may be. @default of any length */
  readonly maxTextBytes?: number | undefined;
  readonly budget: WorkBudget;
}

/**
 * Writes a bound query in the engine's dialect. It knows only what semantic SQL offers, quotes every name and puts every
 * operation in parentheses: engines differ in precedence and reserved words, and what it cannot write cannot reach them.
 */
export class Printer implements SqlWriter {
  readonly dialect: Dialect;
  readonly #timezone: string;
  readonly #maxTextBytes: number | undefined;
  readonly #budget: WorkBudget;
  readonly #params: Parameter[] = [];
  /** Positions of the parameters, from 1. */
  readonly #positions = new Map<Parameter, number>();
  /** Aggregates printed so far that count each of their rows. */
  #folds = 0;
  /** Of what was printed so far. */
  readonly texts = new TextGrowth();

  constructor(options: PrintOptions) {
    this.dialect = options.dialect;
    this.#timezone = options.timezone;
    this.#maxTextBytes = options.maxTextBytes;
    this.#budget = options.budget;
  }

  /** Values of `$1 … $n` in what was printed so far. */
  get params(): readonly Parameter[] {
    return this.#params;
  }

  #zone(zone: Zone): string {
    return zone === 'utc' ? 'UTC' : this.#timezone;
  }

  query(query: Query, types?: readonly SqlType[]): string {
    const ctes = query.ctes.map(
      (cte) =>
        `${this.dialect.quoteName(cte.name)}${printColumns(this, cte.columns)} AS (${this.query(cte.query)})`,
    );
    const isOrdered = query.order.length > 0 || query.limit !== undefined || query.offset !== undefined;
    const body = printBody(this, query, types);
    return this.#counted(
      [
        ctes.length === 0 ? '' : `WITH ${ctes.join(', ')} `,
        query.kind === 'set' && isOrdered ? `SELECT * FROM (${body}) AS u` : body,
        query.order.length === 0 ? '' : ` ORDER BY ${printOrder(this, query.order)}`,
        query.limit === undefined ? '' : ` LIMIT ${this.expression(query.limit)}`,
        query.offset === undefined ? '' : ` OFFSET ${this.expression(query.offset)}`,
      ].join(''),
    );
  }

  list(items: readonly Expr[]): string {
    return items.map((item) => this.expression(item)).join(', ');
  }

  expression(expr: Expr): string {
    return this.#counted(this.#expression(expr));
  }

  operand(expr: Expr): Operand {
    return operandOf(expr, this.expression(expr));
  }

  /** What is printed once more for each query and operation around it costs as often. */
  #counted(text: string): string {
    checkPrintedLength(text.length);
    this.#budget.spend(1 + text.length / charactersPerStep);
    return text;
  }

  #expression(expr: Expr): string {
    switch (expr.kind) {
      case 'literal':
        return this.dialect.literal(expr.type, expr.text);
      case 'parameter':
        return this.#parameter(expr.value, expr.type);
      case 'column':
        return `${this.dialect.quoteName(expr.table)}.${this.dialect.quoteName(expr.column)}`;
      case 'alias':
        return this.dialect.quoteName(expr.table);
      case 'ordinal':
        return String(expr.position);
      case 'negate':
        return this.dialect.negate(this.operand(expr.arg));
      case 'binary':
        return this.dialect.binary(
          expr.op,
          operandOf(expr.left, expr.op === '||' ? this.#copied(expr.left, 1) : this.expression(expr.left)),
          operandOf(expr.right, expr.op === '||' ? this.#copied(expr.right, 1) : this.expression(expr.right)),
        );
      case 'and':
      case 'or':
        return `(${expr.args.map((arg) => this.expression(arg)).join(expr.kind === 'and' ? ' AND ' : ' OR ')})`;
      case 'not':
        return `(NOT ${this.expression(expr.arg)})`;
      case 'test':
        return this.dialect.test(expr.test, this.operand(expr.arg));
      case 'between': {
        const [arg, low, high] = this.dialect.comparable(
          [expr.arg, expr.low, expr.high].map((each) => this.operand(each)),
        );
        return `(${arg} ${expr.negated ? 'NOT ' : ''}BETWEEN ${low} AND ${high})`;
      }
      case 'in':
        return this.dialect.in(
          this.operand(expr.arg),
          expr.list.map((item) => this.operand(item)),
          expr.negated,
        );
      case 'like':
        return this.dialect.like({
          arg: this.operand(expr.arg),
          pattern: this.operand(expr.pattern),
          escapeWith: expr.escape && this.expression(expr.escape),
          negated: expr.negated,
          fold: expr.fold,
        });
      case 'regex': {
        const found = this.dialect.regex(this.expression(expr.arg), this.expression(expr.pattern), expr.fold);
        return expr.negated ? `(NOT ${found})` : found;
      }
      case 'case':
        return this.#case(expr);
      case 'cast':
        return this.dialect.cast(
          operandOf(expr.arg, expr.to.type === 'text' ? this.#castToText(expr.arg) : this.#aside(expr.arg)),
          expr.to,
        );
      case 'localize':
        return this.dialect.localized(this.operand(expr.arg), this.#zone(expr.zone));
      case 'now':
        return this.dialect.now(this.#zone(expr.zone));
      case 'call':
        return this.#call(expr);
      case 'aggregate':
        if (expr.over !== undefined || !toleratesRepetition(expr)) this.#folds++;
        this.texts.collectsText ||= expr.name === 'string_agg';
        this.texts.collectsLists ||= expr.name === 'array_agg';
        return printAggregate(this, expr);
      case 'row':
        return `(${this.list(expr.items)})`;
      case 'subquery':
        return expr.mode === 'exists'
          ? `EXISTS (${this.#subquery(expr)})`
          : this.dialect.scalar(this.#subquery(expr), expr.correlated === true, emptyValue(expr.query));
      case 'inQuery':
        if (expr.arg.kind === 'row') {
          const items = expr.arg.items.map((item) => this.expression(item));
          return this.dialect.rowInQuery(items, this.#subquery(expr));
        }
        return this.dialect.inQuery(this.operand(expr.arg), this.#subquery(expr), expr.negated);
      case 'quantified':
        return this.dialect.quantified(expr.op, expr.all, this.operand(expr.arg), this.#subquery(expr));
      case 'raw':
        return `(${this.raw(expr.parts)}\n)`;
      case 'cubeColumn':
      case 'memberRef':
      case 'name':
        throw new Error(`An expression of kind ${expr.kind} was not bound`);
    }
  }

  raw(parts: readonly (string | Expr)[]): string {
    return parts.map((part) => (typeof part === 'string' ? part : this.expression(part))).join('');
  }

  #subquery({ query, correlated, repeats }: Extract<Expr, { query: Query }>): string {
    const before = this.#folds;
    const sql = this.query(query);
    if (correlated === true && this.#folds > before && repeats?.() !== false)
      this.dialect.checkRepeatedCorrelation();
    return sql;
  }

  #case(expr: CaseExpr): string {
    const [arg, ...values] = this.dialect.comparable(
      (expr.arg === undefined ? [] : [expr.arg, ...expr.whens.map(({ when }) => when)]).map((each) =>
        operandOf(each, this.#aside(each)),
      ),
    );
    const results = [
      ...expr.whens.map(({ result }) => result),
      ...(expr.otherwise === undefined ? [] : [expr.otherwise]),
    ];
    const unified = this.dialect.unified(
      results.map((result) => operandOf(result, this.#kept(result))),
      typeOf(expr),
    );
    const start = this.dialect.caseMatchesNulls && arg !== undefined ? `${arg} = ` : '';
    const whens = expr.whens.map(
      ({ when }, index) => `WHEN ${start}${values[index] ?? this.#aside(when)} THEN ${unified[index]}`,
    );
    const otherwise = expr.otherwise === undefined ? '' : ` ELSE ${unified.at(-1)}`;
    return `(CASE ${arg === undefined || start !== '' ? '' : `${arg} `}${whens.join(' ')}${otherwise} END)`;
  }

  #parameter(value: Parameter, type: SqlType): string {
    const position = this.#positions.get(value) ?? this.#params.push(value);
    this.#positions.set(value, position);
    return this.dialect.parameter(position, type);
  }

  #call(expr: CallExpr): string {
    const effect = expr.over === undefined ? effectOf(expr.name, expr.args) : undefined;
    if (effect?.bytes !== undefined) this.texts.addBytes(effect.bytes);
    if (effect?.newBytes !== undefined) this.texts.addNew(effect.newBytes);
    const args = expr.args.map((arg, index) => {
      const part = effect?.parts[index];
      if (part === 'kept') return this.#kept(arg);
      const { boundText } = this.dialect;
      if (part === 'short' && boundText !== undefined)
        return boundedReplacement(boundText, arg, this.#aside(arg));
      return typeof part === 'number' ? this.#copied(arg, part) : this.#aside(arg);
    });
    const operands = expr.args.map((arg, index) => operandOf(arg, args[index] ?? ''));
    if (expr.over !== undefined) this.#folds++;
    if (expr.over !== undefined)
      return `${this.dialect.windowCall(expr.name, operands)}${printOver(this, expr.over)}`;
    const print = functions.get(expr.name)?.print;
    return print?.(this.dialect, operands, expr.name) ?? this.dialect.call(expr.name, operands);
  }

  /** What is no part of a text that is being put together. */
  #aside(expr: Expr): string {
    return this.texts.aside(() => this.expression(expr));
  }

  /** An operand that is copied into a new text, so many times. */
  #copied(expr: Expr, times: number): string {
    return this.texts.copied(times, () => this.#kept(expr));
  }

  /** A part of the text that is being put together, if one is. */
  #kept(expr: Expr): string {
    if (!this.texts.isInside) return this.expression(expr);
    const bytes = knownBytes(expr);
    if (bytes !== undefined) {
      this.texts.addBytes(bytes);
      return this.#aside(expr);
    }
    // Their own operands are counted.
    const isMade = (expr.kind === 'binary' && expr.op === '||') || expr.kind === 'case';
    const isCall =
      expr.kind === 'call' && expr.over === undefined && effectOf(expr.name, expr.args) !== undefined;
    if (isMade || isCall || (expr.kind === 'cast' && expr.to.type === 'text')) return this.expression(expr);
    this.texts.addCopy();
    const type = typeOf(expr);
    this.texts.castsLists ||= type !== 'text';
    const sql = this.#aside(expr);
    const limit = this.#maxTextBytes;
    const { boundText } = this.dialect;
    if (limit === undefined || boundText === undefined) return sql;
    if (expr.kind !== 'subquery') return boundText(sql, type === 'text', limit);
    return `(SELECT ${boundText('b.v', type === 'text', limit)} FROM ${sql} AS b(v))`;
  }

  #castToText(arg: Expr): string {
    const type = typeOf(arg);
    this.texts.castsLists ||= type === 'json' || type === 'unknown';
    return this.#kept(arg);
  }
}

function operandOf(expr: Expr, sql: string): Operand {
  return { sql, type: typeOf(expr), literal: expr.kind === 'literal' ? expr.text : undefined };
}

/** A bound query as the engine takes it, with the values of its parameters. */
export function printQuery(query: Query, options: PrintOptions): EngineQuery {
  const printer = new Printer(options);
  const sql = printer.query(query);
  const maxTextBytes = options.dialect.boundText && printer.texts.textLimit();
  if (maxTextBytes === undefined) return { sql, params: [...printer.params] };
  const bounded = new Printer({ ...options, maxTextBytes });
  return { sql: bounded.query(query), params: [...bounded.params] };
}
