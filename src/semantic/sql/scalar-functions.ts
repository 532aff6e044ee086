import { AppError } from '../../errors.ts';
import type { SqlType } from './ast.ts';
import { bigint, double, doubles, type FunctionSpec, named, type Print, spec } from './function-spec.ts';

/** Whole numbers and decimals keep their kind; anything else is a double, which PostgreSQL's two-argument forms lack. */
const rounding =
  (name: 'round' | 'trunc'): Print =>
  ({ dialect, args, types }) => {
    const [value = '', ...rest] = args;
    if (types[0] === 'integer' && rest.length === 0) return value;
    const exact = types[0] === 'decimal' || types[0] === 'integer';
    if (exact) {
      const arg =
        types[0] === 'integer'
          ? dialect === 'duckdb'
            ? `CAST(${value} AS decimal(38, 0))`
            : `CAST(${value} AS numeric)`
          : value;
      return `${name}(${[arg, ...rest].join(', ')})`;
    }
    if (dialect === 'duckdb') return `${name}(${[double(value), ...rest].join(', ')})`;
    return double(`${name}(${[`CAST(${value} AS numeric)`, ...rest].join(', ')})`);
  };

function roundedType(types: readonly SqlType[]): SqlType {
  if (types[0] === 'integer') return types.length === 1 ? 'integer' : 'decimal';
  return types[0] === 'decimal' ? 'decimal' : 'double';
}

const integralType = (types: readonly SqlType[]): SqlType => (types[0] === 'decimal' ? 'decimal' : 'double');
const integral =
  (name: string): Print =>
  ({ args, types }) =>
    types[0] === 'decimal' ? `${name}(${args.join(', ')})` : `${name}(${args.map(double).join(', ')})`;

/** Lengths must be literals up to this, so that no string can fill the memory. */
const maxRepeat = 1000;
const bounded =
  (name: string): Print =>
  ({ args, exprs }) => {
    const length = exprs[1];
    if (length?.kind !== 'literal' || length.type !== 'integer' || Number(length.text) > maxRepeat) {
      throw new AppError('SQL_NOT_ALLOWED', `The length in ${name}() must be a number up to ${maxRepeat}.`);
    }
    // DuckDB has no two-argument padding.
    const padded = name !== 'repeat' && args.length === 2 ? [...args, "' '"] : args;
    return `${name}(${padded.join(', ')})`;
  };

/** Functions of numbers and text, and those of any type. */
export const scalarFunctions: Readonly<Record<string, FunctionSpec>> = {
  abs: spec('first', 1, 1),
  ceil: spec(integralType, 1, 1, integral('ceil')),
  ceiling: spec(integralType, 1, 1, integral('ceil')),
  floor: spec(integralType, 1, 1, integral('floor')),
  round: spec(roundedType, 1, 2, rounding('round')),
  trunc: spec(roundedType, 1, 2, rounding('trunc')),
  sign: spec('double', 1, 1, ({ args }) => double(`sign(${args.join('')})`)),
  mod: spec('common', 2, 2, ({ args }) => `mod(${args[0] ?? ''}, NULLIF(${args[1] ?? ''}, 0))`),
  power: spec('double', 2, 2, doubles('power')),
  pow: spec('double', 2, 2, doubles('power')),
  sqrt: spec('double', 1, 1, doubles('sqrt')),
  exp: spec('double', 1, 1, doubles('exp')),
  ln: spec('double', 1, 1, doubles('ln')),
  log10: spec('double', 1, 1, doubles('log10')),
  log: spec('double', 1, 1, doubles('log10')),
  pi: spec('double', 0, 0),
  coalesce: spec('common', 1, 20),
  nullif: spec('first', 2, 2),
  greatest: spec('common', 1, 20),
  least: spec('common', 1, 20),
  lower: spec('text', 1, 1),
  upper: spec('text', 1, 1),
  length: spec('integer', 1, 1, ({ args }) => bigint(`length(${args.join('')})`)),
  char_length: spec('integer', 1, 1, ({ args }) => bigint(`length(${args.join('')})`)),
  character_length: spec('integer', 1, 1, ({ args }) => bigint(`length(${args.join('')})`)),
  trim: spec('text', 1, 2, named('trim', 'btrim')),
  btrim: spec('text', 1, 2, named('trim', 'btrim')),
  ltrim: spec('text', 1, 2),
  rtrim: spec('text', 1, 2),
  substring: spec('text', 2, 3, named('substr')),
  substr: spec('text', 2, 3, named('substr')),
  replace: spec('text', 3, 3),
  concat: spec('text', 1, 50),
  concat_ws: spec('text', 2, 50),
  left: spec('text', 2, 2, ({ args }) => `"left"(${args.join(', ')})`),
  right: spec('text', 2, 2, ({ args }) => `"right"(${args.join(', ')})`),
  lpad: spec('text', 2, 3, bounded('lpad')),
  rpad: spec('text', 2, 3, bounded('rpad')),
  repeat: spec('text', 2, 2, bounded('repeat')),
  reverse: spec('text', 1, 1),
  split_part: spec('text', 3, 3),
  strpos: spec('integer', 2, 2, ({ args }) => bigint(`strpos(${args.join(', ')})`)),
  position: spec('integer', 2, 2, ({ args }) => bigint(`strpos(${args.join(', ')})`)),
  starts_with: spec('boolean', 2, 2),
  translate: spec('text', 3, 3),
  ascii: spec('integer', 1, 1),
  md5: spec('text', 1, 1),
  regexp_replace: spec('text', 3, 4),
  grouping: spec('integer', 1, 20, ({ args }) => bigint(`grouping(${args.join(', ')})`)),
};
