import type { SqlType } from '../../engines/dialect.ts';
import { AppError } from '../../errors.ts';
import { commonType, type FunctionSpec, type Print, spec } from './function-spec.ts';

function roundedType(types: readonly SqlType[]): SqlType {
  if (types[0] === 'integer') return types.length === 1 ? 'integer' : 'decimal';
  return types[0] === 'decimal' ? 'decimal' : 'double';
}

const integralType = (types: readonly SqlType[]): SqlType => (types[0] === 'decimal' ? 'decimal' : 'double');

/** Lengths must be literals up to this, so that no string can fill the memory. */
const maxRepeat = 1000;

const bounded: Print = (dialect, args, name) => {
  const length = args[1];
  if (length?.type !== 'integer' || length.literal === undefined || Number(length.literal) > maxRepeat)
    throw new AppError('SQL_NOT_ALLOWED', `The length in ${name}() must be a number up to ${maxRepeat}.`);
  return dialect.call(name, args);
};

/** One of the arguments is the result. */
const unified: Print = (dialect, args, name) => {
  const type = commonType(args.map((arg) => arg.type));
  return dialect.call(
    name,
    dialect.unified(args, type).map((sql) => ({ sql, type })),
  );
};

const compared: Print = (dialect, args, name) => {
  const sql = dialect.comparable(args);
  return dialect.call(
    name,
    args.map((arg, index) => ({ ...arg, sql: sql[index] ?? arg.sql })),
  );
};

/** Functions of numbers and text, and those of any type. */
export const scalarFunctions: Readonly<Record<string, FunctionSpec>> = {
  abs: spec('first', 1, 1),
  ceil: spec(integralType, 1, 1),
  ceiling: spec(integralType, 1, 1),
  floor: spec(integralType, 1, 1),
  round: spec(roundedType, 1, 2),
  trunc: spec(roundedType, 1, 2),
  sign: spec('double', 1, 1),
  mod: spec('common', 2, 2),
  power: spec('double', 2, 2),
  pow: spec('double', 2, 2),
  sqrt: spec('double', 1, 1),
  exp: spec('double', 1, 1),
  ln: spec('double', 1, 1),
  log10: spec('double', 1, 1),
  log: spec('double', 1, 1),
  pi: spec('double', 0, 0),
  coalesce: spec('common', 1, 20, { print: unified }),
  nullif: spec('first', 2, 2, { print: compared }),
  greatest: spec('common', 1, 20, { print: unified }),
  least: spec('common', 1, 20, { print: unified }),
  lower: spec('text', 1, 1),
  upper: spec('text', 1, 1),
  length: spec('integer', 1, 1),
  char_length: spec('integer', 1, 1),
  character_length: spec('integer', 1, 1),
  trim: spec('text', 1, 2),
  btrim: spec('text', 1, 2),
  ltrim: spec('text', 1, 2),
  rtrim: spec('text', 1, 2),
  substring: spec('text', 2, 3),
  substr: spec('text', 2, 3),
  replace: spec('text', 3, 3),
  concat: spec('text', 1, 50),
  concat_ws: spec('text', 2, 50),
  left: spec('text', 2, 2),
  right: spec('text', 2, 2),
  lpad: spec('text', 2, 3, { print: bounded }),
  rpad: spec('text', 2, 3, { print: bounded }),
  repeat: spec('text', 2, 2, { print: bounded }),
  reverse: spec('text', 1, 1),
  split_part: spec('text', 3, 3),
  strpos: spec('integer', 2, 2),
  position: spec('integer', 2, 2),
  starts_with: spec('boolean', 2, 2),
  translate: spec('text', 3, 3),
  ascii: spec('integer', 1, 1),
  md5: spec('text', 1, 1),
  regexp_replace: spec('text', 3, 4),
  grouping: spec('integer', 1, 20),
};
