import type { Node, TypeName } from 'libpg-query';
import type { CastType, SqlType } from '../../engines/dialect.ts';
import type { Expr, Offset } from './ast.ts';
import type { NodeReader } from './node-reader.ts';

/** Types that a statement may cast to; the value's name is understood by both engines. */
export const castTypes: Readonly<Record<string, { type: SqlType; name: string; modifiers: number }>> = {
  int2: { type: 'integer', name: 'int2', modifiers: 0 },
  int4: { type: 'integer', name: 'int4', modifiers: 0 },
  int8: { type: 'integer', name: 'int8', modifiers: 0 },
  numeric: { type: 'decimal', name: 'numeric', modifiers: 2 },
  float4: { type: 'double', name: 'float8', modifiers: 0 },
  float8: { type: 'double', name: 'float8', modifiers: 0 },
  double: { type: 'double', name: 'float8', modifiers: 0 },
  text: { type: 'text', name: 'text', modifiers: 0 },
  string: { type: 'text', name: 'text', modifiers: 0 },
  varchar: { type: 'text', name: 'varchar', modifiers: 1 },
  bool: { type: 'boolean', name: 'boolean', modifiers: 0 },
  date: { type: 'date', name: 'date', modifiers: 0 },
  timestamp: { type: 'timestamp', name: 'timestamp', modifiers: 0 },
  datetime: { type: 'timestamp', name: 'timestamp', modifiers: 0 },
  timestamptz: { type: 'timestamptz', name: 'timestamptz', modifiers: 0 },
  time: { type: 'time', name: 'time', modifiers: 0 },
  interval: { type: 'interval', name: 'interval', modifiers: 0 },
};

/** Field masks of `INTERVAL '3' DAY` (PostgreSQL's datetime.h): one bit per field. */
const intervalFields: Readonly<Record<number, string>> = {
  2: 'month',
  4: 'year',
  8: 'day',
  1024: 'hour',
  2048: 'minute',
  4096: 'second',
};

/** @throws AppError `SQL_NOT_ALLOWED` for a type that semantic SQL does not offer */
export function castType(t: NodeReader, arg: Expr, typeName: TypeName | undefined, at: Offset): Expr {
  const names = t.strings(typeName?.names ?? []);
  const name = names.at(-1) ?? '';
  const known = Object.hasOwn(castTypes, name) ? castTypes[name] : undefined;
  const qualified = names.length > 1 && names[0] !== 'pg_catalog';
  if (
    known === undefined ||
    qualified ||
    typeName?.setof === true ||
    typeName?.pct_type === true ||
    typeName?.arrayBounds !== undefined
  ) {
    throw t.refuse(typeName?.location ?? at, `The type ${names.join('.')} is not available`);
  }
  const modifiers = (typeName?.typmods ?? []).map((node) => modifier(t, node, at));
  if (known.type === 'interval') return interval(t, arg, modifiers, at);
  // Fractional digits of timestamps are left to the engine.
  const to: CastType = { type: known.type, name: known.name, modifiers: modifiers.slice(0, known.modifiers) };
  return { kind: 'cast', arg, to };
}

function interval(t: NodeReader, arg: Expr, modifiers: readonly number[], at: Offset): Expr {
  const to: CastType = { type: 'interval', name: 'interval', modifiers: [] };
  const [mask] = modifiers;
  if (mask === undefined || mask === 0x7fff) return { kind: 'cast', arg, to };
  const field = intervalFields[mask];
  if (field === undefined || arg.kind !== 'literal' || !/^[+-]?\d+(\.\d+)?$/.test(arg.text.trim())) {
    throw t.refuse(at, 'This form of INTERVAL is not supported', "Write INTERVAL '3 days'.");
  }
  return { kind: 'cast', arg: { kind: 'literal', type: 'text', text: `${arg.text.trim()} ${field}` }, to };
}

function modifier(t: NodeReader, node: Node, at: Offset): number {
  if ('A_Const' in node && node.A_Const.ival !== undefined) return node.A_Const.ival.ival ?? 0;
  throw t.refuse(at, 'This type is not available');
}
