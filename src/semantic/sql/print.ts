import type { Parameter } from '../../engines/query-engine.ts';
import type {
  AggregateExpr,
  CallExpr,
  Expr,
  FrameBound,
  FromItem,
  GroupItem,
  OrderItem,
  Query,
  SelectQuery,
  WindowSpec,
} from './ast.ts';
import { typeOf } from './expression-type.ts';
import type { Dialect } from './function-spec.ts';
import { functions, windowFunctions } from './functions.ts';
import {
  printBinary,
  printCast,
  printLike,
  printLiteral,
  printRegex,
  quoteIdentifier,
} from './print-operator.ts';

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
      this.#body(query),
      query.order.length === 0 ? '' : ` ORDER BY ${this.#order(query.order)}`,
      query.limit === undefined ? '' : ` LIMIT ${this.expression(query.limit)}`,
      query.offset === undefined ? '' : ` OFFSET ${this.expression(query.offset)}`,
    ].join('');
  }

  #body(query: Query): string {
    if (query.kind === 'set') {
      return `(${this.query(query.left)}) ${query.op}${query.all ? ' ALL' : ''} (${this.query(query.right)})`;
    }
    if (query.kind === 'values') {
      return `VALUES ${query.rows.map((row) => `(${row.map((item) => this.expression(item)).join(', ')})`).join(', ')}`;
    }
    return this.#select(query);
  }

  #select(query: SelectQuery): string {
    const distinct =
      query.distinct === false
        ? ''
        : query.distinct === true
          ? 'DISTINCT '
          : `DISTINCT ON (${this.#list(query.distinct)}) `;
    const targets = query.targets.map(({ expr, alias }) => {
      if (expr.kind === 'star')
        return expr.qualifier === undefined ? '*' : `${quoteIdentifier(expr.qualifier)}.*`;
      return `${this.expression(expr)}${alias === undefined ? '' : ` AS ${quoteIdentifier(alias)}`}`;
    });
    const windows = query.windows.map(
      ({ name, spec }) => `${quoteIdentifier(name)} AS (${this.#window(spec)})`,
    );
    return [
      `SELECT ${distinct}${targets.join(', ')}`,
      query.from.length === 0 ? '' : ` FROM ${query.from.map((item) => this.#from(item)).join(', ')}`,
      query.where === undefined ? '' : ` WHERE ${this.expression(query.where)}`,
      query.group.length === 0 ? '' : ` GROUP BY ${query.group.map((item) => this.#group(item)).join(', ')}`,
      query.having === undefined ? '' : ` HAVING ${this.expression(query.having)}`,
      windows.length === 0 ? '' : ` WINDOW ${windows.join(', ')}`,
    ].join('');
  }

  #from(item: FromItem): string {
    switch (item.kind) {
      case 'table':
        return `${item.name.map(quoteIdentifier).join('.')} AS ${quoteIdentifier(item.alias)}${this.#columns(item.columns)}`;
      case 'derived':
        return `(${this.query(item.query)}) AS ${quoteIdentifier(item.alias)}${this.#columns(item.columns)}`;
      case 'relation':
        return `(${this.query(item.build())}) AS ${quoteIdentifier(item.alias)}`;
      case 'raw':
        return `(${this.#raw(item.parts)}\n) AS ${quoteIdentifier(item.alias)}`;
      case 'join': {
        const on = item.on === undefined ? '' : ` ON ${this.expression(item.on)}`;
        return `(${this.#from(item.left)} ${item.join} JOIN ${this.#from(item.right)}${on})`;
      }
      case 'named':
        throw new Error(`The FROM item ${item.name.join('.')} was not bound`);
    }
  }

  #columns(names: readonly string[]): string {
    return names.length === 0 ? '' : ` (${names.map(quoteIdentifier).join(', ')})`;
  }

  #group(item: GroupItem): string {
    if (item.kind === 'expr') return this.expression(item.expr);
    if (item.kind === 'list') return `(${this.#list(item.items)})`;
    return `${item.sets} (${item.items.map((inner) => this.#group(inner)).join(', ')})`;
  }

  #list(items: readonly Expr[]): string {
    return items.map((item) => this.expression(item)).join(', ');
  }

  /** Arguments and ORDER BY within an aggregate's brackets. */
  #aggregateList(expr: AggregateExpr, args: readonly string[]): string {
    if (expr.order.length === 0) return args.join(', ');
    if (!expr.distinct || this.dialect !== 'postgres')
      return `${args.join(', ')} ORDER BY ${this.#order(expr.order)}`;
    // PostgreSQL wants DISTINCT and ORDER BY to name the very same value, of the type that the aggregate takes.
    const asText = (arg: Expr, sql: string): string =>
      typeOf(arg) === 'text' ? `CAST(${sql} AS text)` : sql;
    const listed = expr.args.map((arg, index) => asText(arg, args[index] ?? ''));
    const order = expr.order.map(
      (item) => `${asText(item.expr, this.expression(item.expr))}${direction(item)}`,
    );
    return `${listed.join(', ')} ORDER BY ${order.join(', ')}`;
  }

  #order(items: readonly OrderItem[]): string {
    return items
      .map((item) => `${this.expression(item.expr)}${this.#byteOrder(item.expr)}${direction(item)}`)
      .join(', ');
  }

  /** DuckDB orders text by bytes; PostgreSQL's order depends on the database. */
  #byteOrder(expr: Expr): string {
    return this.dialect === 'postgres' && expr.kind !== 'ordinal' && typeOf(expr) === 'text'
      ? ' COLLATE "C"'
      : '';
  }

  #window(spec: WindowSpec): string {
    return [
      spec.base === undefined ? '' : quoteIdentifier(spec.base),
      spec.partition.length === 0 ? '' : `PARTITION BY ${this.#list(spec.partition)}`,
      spec.order.length === 0 ? '' : `ORDER BY ${this.#order(spec.order)}`,
      spec.frame === undefined
        ? ''
        : `${spec.frame.mode} BETWEEN ${this.#bound(spec.frame.start)} AND ${this.#bound(spec.frame.end)}`,
    ]
      .filter((part) => part !== '')
      .join(' ');
  }

  #bound(bound: FrameBound): string {
    switch (bound.kind) {
      case 'unboundedPreceding':
        return 'UNBOUNDED PRECEDING';
      case 'unboundedFollowing':
        return 'UNBOUNDED FOLLOWING';
      case 'currentRow':
        return 'CURRENT ROW';
      case 'following':
      case 'preceding':
        return `${this.expression(bound.offset)} ${bound.kind === 'preceding' ? 'PRECEDING' : 'FOLLOWING'}`;
    }
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
        return `(${this.expression(expr.arg)} ${expr.negated ? 'NOT ' : ''}IN (${this.#list(expr.list)}))`;
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
        return this.#aggregate(expr);
      case 'row':
        return `(${this.#list(expr.items)})`;
      case 'subquery':
        return `${expr.mode === 'exists' ? 'EXISTS ' : ''}(${this.query(expr.query)})`;
      case 'inQuery':
        return `(${this.expression(expr.arg)} ${expr.negated ? 'NOT ' : ''}IN (${this.query(expr.query)}))`;
      case 'quantified':
        return `(${this.expression(expr.arg)} ${expr.op} ${expr.all ? 'ALL' : 'ANY'} (${this.query(expr.query)}))`;
      case 'raw':
        return `(${this.#raw(expr.parts)}\n)`;
      case 'cubeColumn':
      case 'memberRef':
      case 'name':
        throw new Error(`An expression of kind ${expr.kind} was not bound`);
    }
  }

  #raw(parts: readonly (string | Expr)[]): string {
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
    const spec = functions.get(expr.name) ?? windowFunctions.get(expr.name);
    const args = expr.args.map((arg) => this.expression(arg));
    const types = expr.args.map(typeOf);
    const printed =
      spec?.print?.({ dialect: this.dialect, args, types, exprs: expr.args }) ??
      `${quoteFunction(expr.name)}(${args.join(', ')})`;
    if (expr.over === undefined) return printed;
    const named =
      expr.over.base !== undefined &&
      expr.over.partition.length + expr.over.order.length === 0 &&
      expr.over.frame === undefined;
    return `${printed} OVER ${named ? quoteIdentifier(expr.over.base ?? '') : `(${this.#window(expr.over)})`}`;
  }

  /** The aggregate, with FILTER and OVER after it. Sums of whole numbers stay whole on PostgreSQL, which widens them. */
  #aggregate(expr: AggregateExpr): string {
    const types = expr.args.map(typeOf);
    const args = expr.args.map((arg) => this.expression(arg));
    const over =
      expr.over === undefined
        ? ''
        : ` OVER ${expr.over.base !== undefined && expr.over.partition.length + expr.over.order.length === 0 && expr.over.frame === undefined ? quoteIdentifier(expr.over.base) : `(${this.#window(expr.over)})`}`;
    const tail = `${expr.filter === undefined ? '' : ` FILTER (WHERE ${this.expression(expr.filter)})`}${over}`;
    const order = expr.order.length === 0 ? '' : `ORDER BY ${this.#order(expr.order)}`;
    if (expr.name === 'median')
      return `percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(${args.join('')} AS float8))${tail}`;
    if (expr.withinGroup) {
      const [item] = expr.order;
      const ordered =
        expr.name === 'percentile_cont' && item !== undefined
          ? `ORDER BY CAST(${this.expression(item.expr)} AS float8)${item.descending ? ' DESC' : ''}`
          : order;
      return `${expr.name}(${args.join(', ')}) WITHIN GROUP (${ordered})${tail}`;
    }
    if (expr.star) return `count(*)${tail}`;
    if (expr.distinct || expr.order.length > 0) {
      return `${expr.name}(${expr.distinct ? 'DISTINCT ' : ''}${this.#aggregateList(expr, args)})${tail}`;
    }
    const spec = functions.get(expr.name);
    const printed =
      spec?.print?.({ dialect: this.dialect, args, types, exprs: expr.args }) ??
      `${quoteFunction(expr.name)}(${args.join(', ')})`;
    const call = `${printed}${tail}`;
    return expr.name === 'sum' && types[0] === 'integer' && this.dialect === 'postgres'
      ? `CAST(${call} AS int8)`
      : call;
  }
}

function direction({ descending, nulls }: OrderItem): string {
  return `${descending ? ' DESC' : ' ASC'} NULLS ${nulls === 'first' ? 'FIRST' : 'LAST'}`;
}

function quoteFunction(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : quoteIdentifier(name);
}
