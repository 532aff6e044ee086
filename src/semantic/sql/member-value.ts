import type { SqlType } from '../../engines/dialect.ts';
import type { Dimension } from '../data-model.ts';
import type { Expr, Zone } from './ast.ts';
import { typeOf } from './expression-type.ts';
import { functions } from './functions.ts';

/** For comparisons in a policy: the known type, else the type that the model declares. */
export function policyMember(expr: Expr, declared: Dimension['type']): { expr: Expr; type: SqlType } {
  const known = typeOf(expr);
  if (known !== 'unknown' && known !== 'null') return { expr, type: known };
  if (declared === 'string') return { expr: cast(expr, 'text'), type: 'text' };
  const fallback = { number: 'decimal', boolean: 'boolean', time: 'utc' } as const;
  return { expr, type: fallback[declared] };
}

/** The value as its dimension's type promises it. */
export function fitted(expr: Expr, type: Dimension['type'], localize: Zone | undefined): Expr {
  const known = typeOf(expr);
  if (type === 'boolean' && (known === 'integer' || known === 'text')) return cast(expr, 'boolean');
  if (type !== 'time') return expr;
  // A text column, or SQL that only the engine understands, is read as a stored timestamp.
  const instant: Expr =
    known === 'text' || known === 'unknown'
      ? { kind: 'cast', arg: expr, to: { type: 'utc', name: 'timestamp', modifiers: [] } }
      : expr;
  return localize === 'query' ? localized(instant, localize) : instant;
}

function cast(arg: Expr, type: 'boolean' | 'text'): Expr {
  return { kind: 'cast', arg, to: { type, name: type, modifiers: [] } };
}

export function localized(expr: Expr, zone: Zone): Expr {
  const type = typeOf(expr);
  return type === 'utc' || type === 'timestamptz' ? { kind: 'localize', zone, arg: expr } : expr;
}

/** Truncating, taking apart or writing out a stored time happens in a time zone; counting seconds does not. */
export function localizedCalendar(expr: Expr, zone: Zone): Expr {
  if (expr.kind === 'cast' && (expr.to.type === 'date' || expr.to.type === 'time'))
    return { ...expr, arg: localized(expr.arg, zone) };
  if (expr.kind !== 'call' || functions.get(expr.name)?.calendar !== true) return expr;
  const [unit] = expr.args;
  if (unit?.kind === 'literal' && unit.text.toLowerCase() === 'epoch') return expr;
  return { ...expr, args: expr.args.map((arg) => localized(arg, zone)) };
}
