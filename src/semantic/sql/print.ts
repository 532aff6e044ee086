import type { Parameter } from '../../engines/query-engine.ts';
import type { CallExpr, Expr, Query } from './ast.ts';
import { typeOf } from './expression-type.ts';
import type { Dialect } from './function-spec.ts';
import { printAggregate, printFunction } from './print-aggregate.ts';
import {
  printBinary,
  printCast,
  printLike,
  printLiteral,
  printRegex,
  quoteIdentifier,
} from './print-operator.ts';
import { printBody } from './print-select.ts';
import { printOrder, printOver } from './print-window.ts';

export interface PrintOptions {
  readonly dialect: Dialect;
  /** IANA name, already checked. */
  readonly timezone: string;
}

/**
 * Writes a bound query in the engine's dialect. It knows only what semantic SQL offers, quotes every name and puts every
 * operation in parentheses: the two engines differ in precedence and reserved words, and what it cannot write cannot
 * reach them.
 */
export class Printer {
  readonly dialect: Dialect;
  readonly #timezone: string;
  readonly #params: Parameter[] = [];

  constructor(options: PrintOptions) {
    this.dialect = options.dialect;
    this.#timezone = options.timezone;
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
    return [
      ctes.length === 0 ? '' : `WITH ${ctes.join(', ')} `,
      printBody(this, query),
      query.order.length === 0 ? '' : ` ORDER BY ${printOrder(this, query.order)}`,
      query.limit === undefined ? '' : ` LIMIT ${this.expression(query.limit)}`,
      query.offset === undefined ? '' : ` OFFSET ${this.expression(query.offset)}`,
    ].join('');
  }

  /** Expressions with commas between them. */
  list(items: readonly Expr[]): string {
    return items.map((item) => this.expression(item)).join(', ');
  }

  expression(expr: Expr): string {
    switch (expr.kind) {
      case 'literal':
        return printLiteral(expr, this.dialect);
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
          this.expression(expr.left),
          this.expression(expr.right),
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
          ({ when, result }) => `WHEN ${this.expression(when)} THEN ${this.expression(result)}`,
        );
        const otherwise = expr.otherwise === undefined ? '' : ` ELSE ${this.expression(expr.otherwise)}`;
        return `(CASE ${expr.arg === undefined ? '' : `${this.expression(expr.arg)} `}${whens.join(' ')}${otherwise} END)`;
      }
      case 'cast':
        return printCast(this.dialect, this.expression(expr.arg), expr.to, typeOf(expr.arg));
      case 'localize':
        return this.#localized(expr.arg);
      case 'now':
        return `timezone(${expr.zone === 'utc' ? "'UTC'" : this.#zone()}, now())`;
      case 'call':
        return this.#call(expr);
      case 'aggregate':
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

  /** SQL of the model, with what it refers to in it. */
  raw(parts: readonly (string | Expr)[]): string {
    return parts.map((part) => (typeof part === 'string' ? part : this.expression(part))).join('');
  }

  #zone(): string {
    return `'${this.#timezone.replaceAll("'", "''")}'`;
  }

  #localized(arg: Expr): string {
    const value = this.expression(arg);
    if (typeOf(arg) === 'timestamptz') return `timezone(${this.#zone()}, ${value})`;
    return this.#timezone === 'UTC' ? value : `timezone(${this.#zone()}, timezone('UTC', ${value}))`;
  }

  #parameter(value: Parameter, type: string): string {
    const existing = this.#params.indexOf(value);
    const position = existing >= 0 ? existing + 1 : this.#params.push(value);
    const names: Readonly<Record<string, string>> = {
      integer: 'int8',
      double: 'float8',
      boolean: 'boolean',
      utc: 'timestamp',
    };
    return `CAST($${position} AS ${names[type] ?? 'text'})`;
  }

  #call(expr: CallExpr): string {
    const args = expr.args.map((arg) => this.expression(arg));
    return `${printFunction(this.dialect, expr, args)}${printOver(this, expr.over)}`;
  }
}
