import type { BinaryExpr, Expr, Test } from '../sql/ast.ts';
import type { Bound, Condition } from './query-parts.ts';

type MemberOf = (expr: Expr) => string | undefined;

/** Understands a condition on one member and constants. Any other is kept as it is written. */
export function readCondition(expr: Expr, sql: string, memberOf: MemberOf): Condition {
  const found = selectionOf(expr);
  const member = found && memberOf(found.arg);
  return found === undefined || member === undefined
    ? { kind: 'other', sql }
    : { ...found.selection, member, sql };
}

/** A condition without the member that it is on. */
type Selection = Condition extends infer Each
  ? Each extends { readonly member: string }
    ? Omit<Each, 'member' | 'sql'>
    : never
  : never;

interface Found {
  readonly arg: Expr;
  readonly selection: Selection;
}

function selectionOf(expr: Expr): Found | undefined {
  if (expr.kind === 'name') return { arg: expr, selection: valuesOf(['true']) };
  if (expr.kind === 'not') return { arg: expr.arg, selection: valuesOf(['false']) };
  if (expr.kind === 'test') {
    const selection = tests[expr.test];
    return selection && { arg: expr.arg, selection };
  }
  if (expr.kind === 'in') {
    const values = expr.list.map(constantOf);
    return values.every((value) => value !== undefined)
      ? { arg: expr.arg, selection: valuesOf(values, expr.negated) }
      : undefined;
  }
  if (expr.kind === 'between') {
    const [from, to] = [boundOf(expr.low, true), boundOf(expr.high, true)];
    return expr.negated || from === undefined || to === undefined
      ? undefined
      : { arg: expr.arg, selection: { kind: 'bounds', from, to } };
  }
  return expr.kind === 'binary' ? comparisonOf(expr) : undefined;
}

const tests: Partial<Record<Test, Selection>> = {
  'IS NULL': { kind: 'presence', isPresent: false },
  'IS NOT NULL': { kind: 'presence', isPresent: true },
  'IS TRUE': valuesOf(['true']),
  'IS FALSE': valuesOf(['false']),
};

function comparisonOf({ op, left, right }: BinaryExpr): Found | undefined {
  const value = constantOf(right);
  if (value === undefined) return undefined;
  if (op === '=' || op === '<>') return { arg: left, selection: valuesOf([value], op === '<>') };
  const end = { value, isIncluded: op.endsWith('=') };
  if (op === '>' || op === '>=')
    return { arg: left, selection: { kind: 'bounds', from: end, to: undefined } };
  if (op === '<' || op === '<=')
    return { arg: left, selection: { kind: 'bounds', from: undefined, to: end } };
  return undefined;
}

function valuesOf(values: readonly string[], isExcluded = false): Selection {
  return { kind: 'values', values, isExcluded };
}

function boundOf(expr: Expr, isIncluded: boolean): Bound | undefined {
  const value = constantOf(expr);
  return value === undefined ? undefined : { value, isIncluded };
}

/** The text of a constant, also of one with a type: `DATE '2025-01-01'`. */
function constantOf(expr: Expr): string | undefined {
  if (expr.kind === 'cast') return constantOf(expr.arg);
  if (expr.kind === 'negate') {
    const text = constantOf(expr.arg);
    return text === undefined ? undefined : `-${text}`;
  }
  return expr.kind === 'literal' && expr.type !== 'null' ? expr.text : undefined;
}
