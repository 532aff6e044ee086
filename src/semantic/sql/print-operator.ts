import { quoteLiteral } from '../../quoting.ts';
import type { CastType, Expr, LiteralExpr, SqlType } from './ast.ts';
import { typeOf } from './expression-type.ts';
import type { Dialect } from './function-spec.ts';

export function printLiteral(literal: LiteralExpr): string {
  // PostgreSQL reads it as a numeric.
  if (literal.type === 'double') return `CAST(${literal.text} AS float8)`;
  if (literal.type !== 'text') return literal.text.startsWith('-') ? `(${literal.text})` : literal.text;
  return quoteLiteral(literal.text);
}

const isTime = (type: SqlType): boolean =>
  type === 'date' || type === 'timestamp' || type === 'timestamptz' || type === 'utc';

/** Division is true division and by zero gives null, on every engine. */
export function printBinary(
  dialect: Dialect,
  op: string,
  left: string,
  right: string,
  leftType: SqlType,
  rightType: SqlType,
): string {
  switch (op) {
    case '/':
      if (leftType === 'interval') return `(${left} / NULLIF(${right}, 0))`;
      return `(CAST(${left} AS float8) / NULLIF(${right}, 0))`;
    case '%':
      return `(${left} % NULLIF(${right}, 0))`;
    case '^':
      return `power(CAST(${left} AS float8), CAST(${right} AS float8))`;
    case '||':
      return `(${asText(left, leftType)} || ${asText(right, rightType)})`;
    case '-':
      // DuckDB has no timestamp minus date.
      if (isTime(leftType) && isTime(rightType) && leftType !== rightType) {
        return `(CAST(${left} AS timestamp) - CAST(${right} AS timestamp))`;
      }
      break;
    case '<':
    case '<=':
    case '>':
    case '>=':
      // Byte order, as DuckDB compares: PostgreSQL's depends on the database.
      if (
        dialect === 'postgres' &&
        (leftType === 'text' || rightType === 'text') &&
        !isTime(leftType) &&
        !isTime(rightType)
      ) {
        if (leftType === 'text' && rightType === 'text') return `(${left} ${op} ${right} COLLATE "C")`;
      }
      break;
    default:
  }
  return `(${left} ${op} ${right})`;
}

function asText(sql: string, type: SqlType): string {
  return type === 'text' ? sql : `CAST(${sql} AS text)`;
}

/**
 * `numeric` without a precision has a different meaning on each engine. Exact numbers stay as they are, anything else
 * becomes a double: both engines then give the same number.
 */
export function printCast(dialect: Dialect, arg: string, to: CastType, from: SqlType): string {
  if (to.type === 'decimal' && to.modifiers.length === 0) {
    return from === 'decimal' || from === 'integer' ? arg : `CAST(${arg} AS float8)`;
  }
  if (to.name === 'varchar') {
    const text = `CAST(${arg} AS text)`;
    return to.modifiers[0] === undefined ? text : `"left"(${text}, ${to.modifiers[0]})`;
  }
  const modifiers = to.modifiers.length === 0 ? '' : `(${to.modifiers.join(', ')})`;
  // PostgreSQL rounds doubles half to even and decimals half up when it makes them whole; so does DuckDB.
  if (dialect === 'postgres' && to.type === 'boolean' && from === 'decimal') return `(${arg} <> 0)`;
  return `CAST(${arg} AS ${to.name}${modifiers})`;
}

export function printLike(
  dialect: Dialect,
  expr: Extract<Expr, { kind: 'like' }>,
  arg: string,
  pattern: string,
  escapeWith: string | undefined,
): string {
  // Backslash escapes by default in PostgreSQL and not in DuckDB.
  const needed =
    dialect === 'duckdb' && !(expr.pattern.kind === 'literal' && !expr.pattern.text.includes('\\'));
  const clause =
    escapeWith === undefined ? (needed ? ` ESCAPE ${quoteLiteral('\\')}` : '') : ` ESCAPE ${escapeWith}`;
  const type = typeOf(expr.arg);
  const text = type === 'text' || type === 'unknown' ? arg : asText(arg, type);
  return `(${text} ${expr.negated ? 'NOT ' : ''}${expr.fold ? 'ILIKE' : 'LIKE'} ${pattern}${clause})`;
}

/** `~` finds a match anywhere, as in PostgreSQL; DuckDB's own `~` wants the whole string. */
export function printRegex(
  dialect: Dialect,
  expr: Extract<Expr, { kind: 'regex' }>,
  arg: string,
  pattern: string,
): string {
  if (dialect === 'postgres') return `(${arg} ${expr.negated ? '!' : ''}~${expr.fold ? '*' : ''} ${pattern})`;
  return `(${expr.negated ? 'NOT ' : ''}regexp_matches(${arg}, ${pattern}${expr.fold ? ", 'i'" : ''}))`;
}
