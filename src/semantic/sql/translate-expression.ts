import type { A_Const, A_Expr, FuncCall, Node, SelectStmt, SQLValueFunction, SubLink } from 'libpg-query';
import type { AppError } from '../../errors.ts';
import {
  type BinaryOperator,
  binaryOperators,
  type Expr,
  type LiteralExpr,
  type Offset,
  type Query,
  type Test,
} from './ast.ts';
import { castType } from './cast-type.ts';
import type { WorkBudget } from './compile-limits.ts';
import { functions, windowFunctions } from './functions.ts';
import type { NodeReader } from './node-reader.ts';
import { plainCall } from './plain-call.ts';
import { between, chosen, compared, listed, rowInQuery, tested } from './row-comparison.ts';
import type { SourceText } from './source-text.ts';
import { orderItem, windowSpec } from './translate-window.ts';

/** Nesting of expressions and queries that a statement may have. */
const maxDepth = 120;

const tests: Readonly<Record<string, Test>> = {
  IS_NULL: 'IS NULL',
  IS_NOT_NULL: 'IS NOT NULL',
  IS_TRUE: 'IS TRUE',
  IS_NOT_TRUE: 'IS NOT TRUE',
  IS_FALSE: 'IS FALSE',
  IS_NOT_FALSE: 'IS NOT FALSE',
  IS_UNKNOWN: 'IS UNKNOWN',
  IS_NOT_UNKNOWN: 'IS NOT UNKNOWN',
};

/** Names that PostgreSQL's grammar gives to functions with a syntax of their own. */
const grammarFunctions: Readonly<Record<string, string>> = { btrim: 'trim', timezone: 'timezone' };

/** What people call constructs of the grammar. */
const constructs: Readonly<Record<string, string>> = {
  A_ArrayExpr: 'An array',
  A_Indirection: 'A part of an array or a row',
  RowExpr: 'A row',
};

/**
 * One walk over a parse tree. `user` is a user's query: functions come from the allow-list. `model` is what the
 * model's author wrote: any function, but no subqueries.
 */
export class Translation implements NodeReader {
  readonly #source: SourceText;
  readonly #origin: 'user' | 'model';
  readonly #query: (statement: SelectStmt) => Query;
  readonly #budget: WorkBudget;
  #depth = 0;

  constructor(
    source: SourceText,
    budget: WorkBudget,
    origin: 'user' | 'model',
    query: (statement: SelectStmt) => Query,
  ) {
    this.#source = source;
    this.#budget = budget;
    this.#origin = origin;
    this.#query = query;
  }

  refuse(at: Offset, message: string, hint = ''): AppError {
    return this.#source.notAllowed(at, message, hint);
  }

  unknown(node: Node): AppError {
    const [[name, { location = -1 }] = ['', {}]] = Object.entries(node) as [string, { location?: Offset }][];
    return this.refuse(location, `${constructs[name] ?? 'This construct'} is not supported`);
  }

  /** Counts one level of nesting. */
  nested<T>(at: Offset, inner: () => T): T {
    this.#budget.spend();
    this.#depth++;
    if (this.#depth > maxDepth) throw this.refuse(at, 'The query is too deeply nested');
    const result = inner();
    this.#depth--;
    return result;
  }

  strings(nodes: readonly Node[]): string[] {
    return nodes.map((node) => {
      if (!('String' in node)) throw this.unknown(node);
      return node.String.sval ?? '';
    });
  }

  optional(node: Node | undefined): Expr | undefined {
    return node === undefined ? undefined : this.expression(node);
  }

  list(nodes: readonly Node[] | undefined): Expr[] {
    return (nodes ?? []).map((node) => this.expression(node));
  }

  expression(node: Node | undefined): Expr {
    if (node === undefined) throw this.refuse(-1, 'The query has an empty expression');
    return this.nested(-1, () => this.#expression(node));
  }

  #expression(node: Node): Expr {
    if ('A_Const' in node) return this.#constant(node.A_Const);
    if ('ColumnRef' in node) {
      const { fields = [], location = -1 } = node.ColumnRef;
      if (fields.some((field) => 'A_Star' in field)) throw this.refuse(location, '"*" cannot stand here');
      return { kind: 'name', parts: this.strings(fields), at: location };
    }
    if ('A_Expr' in node) return this.#operator(node.A_Expr);
    if ('BoolExpr' in node) {
      const args = this.list(node.BoolExpr.args);
      const [first] = args;
      if (node.BoolExpr.boolop === 'NOT_EXPR' && first !== undefined) return { kind: 'not', arg: first };
      return { kind: node.BoolExpr.boolop === 'OR_EXPR' ? 'or' : 'and', args };
    }
    if ('NullTest' in node) return this.#test(node.NullTest.nulltesttype, node.NullTest.arg);
    if ('BooleanTest' in node) return this.#test(node.BooleanTest.booltesttype, node.BooleanTest.arg);
    if ('FuncCall' in node) return this.#call(node.FuncCall);
    if ('TypeCast' in node) {
      const { arg, typeName, location = -1 } = node.TypeCast;
      return castType(this, this.expression(arg), typeName, location);
    }
    if ('CaseExpr' in node) {
      const { arg, args = [], defresult } = node.CaseExpr;
      const whens = args.map((item) => {
        if (!('CaseWhen' in item)) throw this.unknown(item);
        return { when: this.expression(item.CaseWhen.expr), result: this.expression(item.CaseWhen.result) };
      });
      const refuse = (message: string): AppError => this.refuse(-1, message);
      return chosen(this.optional(arg), whens, this.optional(defresult), refuse);
    }
    if ('CoalesceExpr' in node)
      return this.#plainCall('coalesce', node.CoalesceExpr.args, node.CoalesceExpr.location);
    if ('MinMaxExpr' in node) {
      const name = node.MinMaxExpr.op === 'IS_LEAST' ? 'least' : 'greatest';
      return this.#plainCall(name, node.MinMaxExpr.args, node.MinMaxExpr.location);
    }
    if ('GroupingFunc' in node)
      return this.#plainCall('grouping', node.GroupingFunc.args, node.GroupingFunc.location);
    if ('SQLValueFunction' in node) return this.#valueFunction(node.SQLValueFunction);
    if ('SubLink' in node) return this.#subquery(node.SubLink);
    if ('RowExpr' in node) return { kind: 'row', items: this.list(node.RowExpr.args) };
    if ('ParamRef' in node) {
      throw this.refuse(
        node.ParamRef.location ?? -1,
        'Parameters cannot be used',
        'Write the value as a literal.',
      );
    }
    throw this.unknown(node);
  }

  #constant(value: A_Const): LiteralExpr {
    if (value.isnull === true) return { kind: 'literal', type: 'null', text: 'NULL' };
    if (value.ival !== undefined)
      return { kind: 'literal', type: 'integer', text: String(value.ival.ival ?? 0) };
    if (value.sval !== undefined) return { kind: 'literal', type: 'text', text: value.sval.sval ?? '' };
    if (value.boolval !== undefined) {
      return { kind: 'literal', type: 'boolean', text: value.boolval.boolval === true ? 'true' : 'false' };
    }
    const number = value.fval?.fval ?? '';
    if (!/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(number))
      throw this.refuse(value.location ?? -1, 'This literal is not supported');
    const type = /e/i.test(number) ? 'double' : number.includes('.') ? 'decimal' : 'integer';
    return { kind: 'literal', type, text: number };
  }

  #test(name: string | undefined, arg: Node | undefined): Expr {
    const test = tests[name ?? ''];
    if (test === undefined) throw this.refuse(-1, 'This test is not supported');
    return tested(test, this.expression(arg));
  }

  #operator(node: A_Expr): Expr {
    const at = node.location ?? -1;
    const names = this.strings(node.name ?? []);
    const name = names.at(-1) ?? '';
    if (names.length > 1) throw this.refuse(at, 'Schema-qualified operators are not allowed');
    const kind = node.kind ?? 'AEXPR_OP';
    const refuse = (message: string): AppError => this.refuse(at, message);
    const items = (): Expr[] =>
      this.list(node.rexpr !== undefined && 'List' in node.rexpr ? node.rexpr.List.items : []);
    if (kind === 'AEXPR_IN') return listed(this.expression(node.lexpr), items(), name === '<>', refuse);
    if (kind === 'AEXPR_BETWEEN' || kind === 'AEXPR_NOT_BETWEEN') {
      const arg = this.expression(node.lexpr);
      const [low, high] = items();
      if (low === undefined || high === undefined) throw this.refuse(at, 'BETWEEN takes two values');
      return between(arg, low, high, kind === 'AEXPR_NOT_BETWEEN', refuse);
    }
    if (kind === 'AEXPR_LIKE' || kind === 'AEXPR_ILIKE') return this.#like(node, name);
    if (kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_OP_ALL')
      return this.#anyOf(node, name, kind === 'AEXPR_OP_ALL', at);
    if (node.lexpr === undefined) {
      const arg = this.expression(node.rexpr);
      if (kind === 'AEXPR_OP' && name === '-') return { kind: 'negate', arg };
      if (kind === 'AEXPR_OP' && name === '+') return arg;
      throw this.refuse(at, `The operator ${name} is not supported`);
    }
    const left = this.expression(node.lexpr);
    const right = this.expression(node.rexpr);
    if (kind === 'AEXPR_NULLIF') return plainCall('nullif', [left, right], at);
    if (kind === 'AEXPR_DISTINCT') return compared('IS DISTINCT FROM', left, right, refuse);
    if (kind === 'AEXPR_NOT_DISTINCT') return compared('IS NOT DISTINCT FROM', left, right, refuse);
    if (kind === 'AEXPR_OP' && /^!?~\*?$/.test(name)) {
      return {
        kind: 'regex',
        negated: name.startsWith('!'),
        fold: name.endsWith('*'),
        arg: left,
        pattern: right,
      };
    }
    if (kind === 'AEXPR_OP' && isBinaryOperator(name)) return compared(name, left, right, refuse);
    throw this.refuse(at, `The operator ${name} is not supported`);
  }

  #like(node: A_Expr, name: string): Expr {
    const arg = this.expression(node.lexpr);
    const right = node.rexpr;
    const call = right !== undefined && 'FuncCall' in right ? right.FuncCall : undefined;
    const isEscape =
      call !== undefined && this.strings(call.funcname ?? []).join('.') === 'pg_catalog.like_escape';
    const [pattern, escapeWith] = isEscape ? this.list(call.args) : [this.expression(right), undefined];
    if (pattern === undefined) throw this.refuse(node.location ?? -1, 'LIKE takes a pattern');
    return {
      kind: 'like',
      negated: name.startsWith('!'),
      fold: node.kind === 'AEXPR_ILIKE',
      arg,
      pattern,
      escape: escapeWith,
    };
  }

  /** `x = ANY (ARRAY[…])` is IN, `x <> ALL (ARRAY[…])` is NOT IN; other arrays are not offered. */
  #anyOf(node: A_Expr, op: string, all: boolean, at: Offset): Expr {
    const array =
      node.rexpr !== undefined && 'A_ArrayExpr' in node.rexpr ? node.rexpr.A_ArrayExpr : undefined;
    if (array === undefined || op !== (all ? '<>' : '='))
      throw this.refuse(at, 'ANY and ALL over an array are not supported here', 'Use IN.');
    return listed(this.expression(node.lexpr), this.list(array.elements), all, (message) =>
      this.refuse(at, message),
    );
  }

  #plainCall(name: string, args: readonly Node[] | undefined, at: Offset | undefined): Expr {
    return plainCall(name, this.list(args), at);
  }

  #call(node: FuncCall): Expr {
    const at = node.location ?? -1;
    const names = this.strings(node.funcname ?? []);
    const bySyntax =
      names.length === 2 && names[0] === 'pg_catalog' && node.funcformat === 'COERCE_SQL_SYNTAX';
    const written = names.at(-1) ?? '';
    if (written === 'similar_to_escape')
      throw this.refuse(at, 'SIMILAR TO is not supported', 'Use LIKE, or ~ with a regular expression.');
    if (names.length > 1 && !bySyntax) throw this.refuse(at, 'Schema-qualified functions are not allowed');
    const name = bySyntax ? (grammarFunctions[written] ?? written) : written;
    if (node.func_variadic === true) throw this.refuse(at, 'VARIADIC is not supported');
    if (this.#origin === 'user' && name !== 'measure' && !functions.has(name) && !windowFunctions.has(name)) {
      throw this.refuse(at, `The function ${name}() is not available`);
    }
    if (
      name === 'now' ||
      name === 'transaction_timestamp' ||
      name === 'statement_timestamp' ||
      name === 'clock_timestamp'
    )
      return this.#now();
    const isWindow = node.over !== undefined;
    return {
      kind: 'call',
      name,
      args: this.list(node.args),
      star: node.agg_star === true,
      distinct: node.agg_distinct === true,
      filter: this.optional(node.agg_filter),
      order: (node.agg_order ?? []).map((item) => orderItem(this, item)),
      withinGroup: node.agg_within_group === true,
      over: !isWindow
        ? undefined
        : node.over?.name !== undefined
          ? { base: node.over.name, partition: [], order: [], frame: undefined }
          : windowSpec(this, node.over ?? {}),
      at,
    };
  }

  #now(): Expr {
    return { kind: 'now', zone: this.#origin === 'user' ? 'query' : 'utc' };
  }

  #valueFunction(node: SQLValueFunction): Expr {
    if (node.op === 'SVFOP_CURRENT_DATE') {
      return { kind: 'cast', arg: this.#now(), to: { type: 'date', name: 'date', modifiers: [] } };
    }
    if (/^SVFOP_(CURRENT|LOCAL)_?TIMESTAMP(_N)?$/.test(node.op ?? '')) return this.#now();
    throw this.refuse(node.location ?? -1, 'This function is not available');
  }

  #subquery(node: SubLink): Expr {
    const at = node.location ?? -1;
    if (node.subselect === undefined || !('SelectStmt' in node.subselect)) {
      throw this.refuse(at, 'Only SELECT is allowed');
    }
    const query = this.#query(node.subselect.SelectStmt);
    const kind = node.subLinkType;
    if (kind === 'EXISTS_SUBLINK') return { kind: 'subquery', mode: 'exists', query };
    if (kind === 'EXPR_SUBLINK') return { kind: 'subquery', mode: 'scalar', query };
    if (kind !== 'ANY_SUBLINK' && kind !== 'ALL_SUBLINK') {
      throw this.refuse(at, 'This kind of subquery is not supported');
    }
    const op = this.strings(node.operName ?? [])[0];
    const arg = this.expression(node.testexpr);
    if (arg.kind === 'row')
      return rowInQuery(arg, query, op, kind === 'ALL_SUBLINK', (message) => this.refuse(at, message));
    if (op === undefined) return { kind: 'inQuery', negated: false, arg, query };
    if (!['=', '<>', '<', '<=', '>', '>='].includes(op)) {
      throw this.refuse(at, `The operator ${op} is not supported here`);
    }
    return { kind: 'quantified', op, all: kind === 'ALL_SUBLINK', arg, query };
  }
}

function isBinaryOperator(name: string): name is BinaryOperator {
  return (binaryOperators as readonly string[]).includes(name) && !name.startsWith('IS');
}
