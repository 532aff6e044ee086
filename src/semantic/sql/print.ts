import type { EngineQuery, Parameter } from '../../engines/query-engine.ts';
import { quoteIdentifier, quoteLiteral } from '../../quoting.ts';
import type { CallExpr, Expr, Query } from './ast.ts';
import { checkPrintedLength, type WorkBudget } from './compile-limits.ts';
import { typeOf } from './expression-type.ts';
import type { Dialect } from './function-spec.ts';
import { printAggregate, printFunction } from './print-aggregate.ts';
import { printBinary, printCast, printLike, printLiteral, printRegex } from './print-operator.ts';
import { printBody } from './print-select.ts';
import { printOrder, printOver } from './print-window.ts';
import type { SqlWriter } from './sql-writer.ts';
import { boundedReplacement, boundedText, effectOf, knownBytes, TextGrowth } from './text-growth.ts';

/** Printed characters that cost as much as one step of another kind. */
const charactersPerStep = 500;

export interface PrintOptions {
  readonly dialect: Dialect;
  /** IANA name, already checked. */
  readonly timezone: string;
  /** How long a stored text that others are put together with may be, on DuckDB. @default of any length */
  readonly maxTextBytes?: number | undefined;
  readonly budget: WorkBudget;
}

/**
 * Writes a bound query in the engine's dialect. It knows only what semantic SQL offers, quotes every name and puts every
 * operation in parentheses: the two engines differ in precedence and reserved words, and what it cannot write cannot
 * reach them.
 */
export class Printer implements SqlWriter {
  readonly dialect: Dialect;
  readonly #timezone: string;
  readonly #maxTextBytes: number | undefined;
  readonly #budget: WorkBudget;
  readonly #params: Parameter[] = [];
  /** Positions of the parameters, from 1. */
  readonly #positions = new Map<Parameter, number>();
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

  query(query: Query): string {
    const ctes = query.ctes.map((cte) => {
      const columns = cte.columns.length === 0 ? '' : ` (${cte.columns.map(quoteIdentifier).join(', ')})`;
      return `${quoteIdentifier(cte.name)}${columns} AS (${this.query(cte.query)})`;
    });
    return this.#counted(
      [
        ctes.length === 0 ? '' : `WITH ${ctes.join(', ')} `,
        printBody(this, query),
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

  /** What is printed once more for each query and operation around it costs as often. */
  #counted(text: string): string {
    checkPrintedLength(text.length);
    this.#budget.spend(1 + text.length / charactersPerStep);
    return text;
  }

  #expression(expr: Expr): string {
    switch (expr.kind) {
      case 'literal':
        return printLiteral(expr);
      case 'parameter':
        return this.#parameter(expr.value, expr.type);
      case 'column':
        return `${quoteIdentifier(expr.table)}.${quoteIdentifier(expr.column)}`;
      case 'alias':
        return quoteIdentifier(expr.table);
      case 'ordinal':
        return String(expr.position);
      case 'negate':
        return `(- ${this.expression(expr.arg)})`;
      case 'binary':
        return printBinary(
          this.dialect,
          expr.op,
          expr.op === '||' ? this.#copied(expr.left, 1) : this.expression(expr.left),
          expr.op === '||' ? this.#copied(expr.right, 1) : this.expression(expr.right),
          typeOf(expr.left),
          typeOf(expr.right),
        );
      case 'and':
      case 'or':
        return `(${expr.args.map((arg) => this.expression(arg)).join(expr.kind === 'and' ? ' AND ' : ' OR ')})`;
      case 'not':
        return `(NOT ${this.expression(expr.arg)})`;
      case 'test':
        return `(${this.expression(expr.arg)} ${expr.test})`;
      case 'between':
        return `(${this.expression(expr.arg)} ${expr.negated ? 'NOT ' : ''}BETWEEN ${this.expression(expr.low)} AND ${this.expression(expr.high)})`;
      case 'in':
        return `(${this.expression(expr.arg)} ${expr.negated ? 'NOT ' : ''}IN (${this.list(expr.list)}))`;
      case 'like':
        return printLike(
          this.dialect,
          expr,
          this.expression(expr.arg),
          this.expression(expr.pattern),
          expr.escape && this.expression(expr.escape),
        );
      case 'regex':
        return printRegex(this.dialect, expr, this.expression(expr.arg), this.expression(expr.pattern));
      case 'case': {
        const whens = expr.whens.map(
          ({ when, result }) => `WHEN ${this.#aside(when)} THEN ${this.#kept(result)}`,
        );
        const otherwise = expr.otherwise === undefined ? '' : ` ELSE ${this.#kept(expr.otherwise)}`;
        return `(CASE ${expr.arg === undefined ? '' : `${this.#aside(expr.arg)} `}${whens.join(' ')}${otherwise} END)`;
      }
      case 'cast':
        return printCast(
          this.dialect,
          expr.to.type === 'text' ? this.#castToText(expr.arg) : this.#aside(expr.arg),
          expr.to,
          typeOf(expr.arg),
        );
      case 'localize':
        return this.#localized(expr.arg);
      case 'now':
        return `timezone(${expr.zone === 'utc' ? "'UTC'" : this.#zone()}, now())`;
      case 'call':
        return this.#call(expr);
      case 'aggregate':
        this.texts.collectsText ||= expr.name === 'string_agg';
        this.texts.collectsLists ||= expr.name === 'array_agg';
        return printAggregate(this, expr);
      case 'row':
        return `(${this.list(expr.items)})`;
      case 'subquery':
        return `${expr.mode === 'exists' ? 'EXISTS ' : ''}(${this.query(expr.query)})`;
      case 'inQuery':
        return `(${this.expression(expr.arg)} ${expr.negated ? 'NOT ' : ''}IN (${this.query(expr.query)}))`;
      case 'quantified':
        return `(${this.expression(expr.arg)} ${expr.op} ${expr.all ? 'ALL' : 'ANY'} (${this.query(expr.query)}))`;
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

  #zone(): string {
    return quoteLiteral(this.#timezone);
  }

  #localized(arg: Expr): string {
    const value = this.expression(arg);
    if (typeOf(arg) === 'timestamptz') return `timezone(${this.#zone()}, ${value})`;
    return this.#timezone === 'UTC' ? value : `timezone(${this.#zone()}, timezone('UTC', ${value}))`;
  }

  #parameter(value: Parameter, type: string): string {
    const position = this.#positions.get(value) ?? this.#params.push(value);
    this.#positions.set(value, position);
    const names: Readonly<Record<string, string>> = {
      integer: 'int8',
      double: 'float8',
      boolean: 'boolean',
      utc: 'timestamp',
    };
    return `CAST($${position} AS ${names[type] ?? 'text'})`;
  }

  #call(expr: CallExpr): string {
    const effect = expr.over === undefined ? effectOf(expr.name, expr.args) : undefined;
    if (effect?.bytes !== undefined) this.texts.addBytes(effect.bytes);
    if (effect?.newBytes !== undefined) this.texts.addNew(effect.newBytes);
    const args = expr.args.map((arg, index) => {
      const part = effect?.parts[index];
      if (part === 'kept') return this.#kept(arg);
      if (part === 'short' && this.dialect === 'duckdb') return boundedReplacement(arg, this.#aside(arg));
      return typeof part === 'number' ? this.#copied(arg, part) : this.#aside(arg);
    });
    return `${printFunction(this.dialect, expr, args)}${printOver(this, expr.over)}`;
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
    if (limit === undefined) return sql;
    if (expr.kind !== 'subquery') return boundedText(sql, type === 'text', limit);
    return `(SELECT ${boundedText('b.v', type === 'text', limit)} FROM ${sql} AS b(v))`;
  }

  #castToText(arg: Expr): string {
    const type = typeOf(arg);
    this.texts.castsLists ||= type === 'json' || type === 'unknown';
    return this.#kept(arg);
  }
}

/** A bound query as the engine takes it, with the values of its parameters. */
export function printQuery(query: Query, options: PrintOptions): EngineQuery {
  const printer = new Printer(options);
  const sql = printer.query(query);
  const maxTextBytes = options.dialect === 'duckdb' ? printer.texts.textLimit() : undefined;
  if (maxTextBytes === undefined) return { sql, params: [...printer.params] };
  const bounded = new Printer({ ...options, maxTextBytes });
  return { sql: bounded.query(query), params: [...bounded.params] };
}
