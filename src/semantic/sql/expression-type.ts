import type { SqlType } from '../../engines/dialect.ts';
import type { Expr, Query } from './ast.ts';
import { commonType } from './function-spec.ts';
import { functions, windowFunctions } from './functions.ts';

const times: readonly SqlType[] = ['date', 'timestamp', 'timestamptz', 'utc'];

/** Cached types: printing needs that of each operand, at each level of an expression. */
const known = new WeakMap<Expr, SqlType>();

/** A bound expression's type, as far as it is known without the engine. */
export function typeOf(expr: Expr): SqlType {
  if ('type' in expr) return expr.type;
  let type = known.get(expr);
  if (type === undefined) {
    type = inferType(expr);
    known.set(expr, type);
  }
  return type;
}

function inferType(expr: Exclude<Expr, { readonly type: SqlType }>): SqlType {
  switch (expr.kind) {
    case 'negate':
      return typeOf(expr.arg);
    case 'binary':
      return binaryType(expr.op, typeOf(expr.left), typeOf(expr.right));
    case 'and':
    case 'or':
    case 'not':
    case 'test':
    case 'between':
    case 'in':
    case 'like':
    case 'regex':
    case 'inQuery':
    case 'quantified':
      return 'boolean';
    case 'case':
      return commonType([
        ...expr.whens.map((branch) => typeOf(branch.result)),
        ...(expr.otherwise === undefined ? [] : [typeOf(expr.otherwise)]),
      ]);
    case 'cast':
      return castResult(expr.to.type, expr.to.modifiers, typeOf(expr.arg));
    case 'localize':
      return 'timestamp';
    case 'now':
      return expr.zone === 'utc' ? 'utc' : 'timestamp';
    case 'call': {
      const spec = functions.get(expr.name) ?? windowFunctions.get(expr.name);
      return spec?.type(expr.args.map(typeOf), expr.args) ?? 'unknown';
    }
    case 'aggregate': {
      const spec = functions.get(expr.name);
      if (expr.withinGroup && expr.name !== 'percentile_cont')
        return expr.order[0] === undefined ? 'unknown' : typeOf(expr.order[0].expr);
      return spec?.type(expr.args.map(typeOf), expr.args) ?? 'unknown';
    }
    case 'subquery':
      return expr.mode === 'exists' ? 'boolean' : firstColumnType(expr.query);
    case 'alias':
    case 'cubeColumn':
    case 'memberRef':
    case 'name':
    case 'raw':
    case 'row':
      return 'unknown';
  }
}

/** Numeric without a precision is a double, except that exact numbers stay what they are (see `printCast`). */
export function castResult(to: SqlType, modifiers: readonly number[], from: SqlType): SqlType {
  if (to === 'decimal' && modifiers.length === 0)
    return from === 'decimal' || from === 'integer' ? from : 'double';
  // After a cast in the model, a stored timestamp is still a stored one.
  if (to === 'timestamp' && from === 'utc') return 'utc';
  return to;
}

function binaryType(op: string, left: SqlType, right: SqlType): SqlType {
  switch (op) {
    case '||':
      return 'text';
    case '/':
      return left === 'interval' ? 'interval' : 'double';
    case '^':
      return 'double';
    case '+':
    case '-':
      return sumType(op, left, right);
    case '*':
      return left === 'interval' || right === 'interval' ? 'interval' : commonType([left, right]);
    case '%':
      return commonType([left, right]);
    default:
      return 'boolean';
  }
}

function sumType(op: string, left: SqlType, right: SqlType): SqlType {
  if (times.includes(left) && times.includes(right))
    return left === 'date' && right === 'date' ? 'integer' : 'interval';
  if (times.includes(left)) return right === 'interval' && left === 'date' ? 'timestamp' : left;
  if (op === '+' && times.includes(right))
    return left === 'interval' && right === 'date' ? 'timestamp' : right;
  return commonType([left, right]);
}

function firstColumnType(query: Query): SqlType {
  if (query.kind === 'set') return firstColumnType(query.left);
  const first = query.kind === 'values' ? query.rows[0]?.[0] : query.targets[0]?.expr;
  return first === undefined || first.kind === 'star' ? 'unknown' : typeOf(first);
}
