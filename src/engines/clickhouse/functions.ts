import type { Operand } from '../dialect.ts';
import { as, asText, float, instant, moment, shortestDecimal, unavailable } from './casts.ts';
import { interval } from './intervals.ts';

type PrintCall = (args: readonly Operand[]) => string;

export const nothing: Operand = { sql: 'NULL', type: 'null' };
const sqlOf = (args: readonly Operand[]): string => args.map(({ sql }) => sql).join(', ');
const named =
  (name: string): PrintCall =>
  (args) =>
    `${name}(${sqlOf(args)})`;
const floats =
  (name: string): PrintCall =>
  (args) =>
    `${name}(${args.map(float).join(', ')})`;
const whole =
  (name: string): PrintCall =>
  (args) =>
    `toInt64(${name}(${sqlOf(args)}))`;
const texts =
  (name: string): PrintCall =>
  ([value = nothing, ...rest]) =>
    `${name}(${[asText(value), ...rest.map(({ sql }) => sql)].join(', ')})`;
const integral =
  (name: string): PrintCall =>
  (args) =>
    args[0]?.type === 'decimal' ? named(name)(args) : floats(name)(args);

/** Half away from zero by the digits that people see; large doubles have no digits to lose. */
const rounding =
  (name: 'round' | 'trunc'): PrintCall =>
  ([value = nothing, digits]) => {
    const { sql, type } = value;
    if (type === 'integer' && digits === undefined) return sql;
    const by = digits === undefined ? '' : `, ${digits.sql}`;
    if (type === 'integer') return `${name}(toDecimal128(${sql}, 0)${by})`;
    if (type === 'decimal') return `${name}(${sql}${by})`;
    const double = float(value);
    return `if(abs(${double}) < 1e15, toFloat64(${name}(${shortestDecimal(value)}${by})), ${double})`;
  };

const padding =
  (name: string): PrintCall =>
  ([value = nothing, length = nothing, pad]) =>
    `${name}(${asText(value)}, ${length.sql}, ${pad?.sql ?? "' '"})`;

/** Characters before the first do not exist, but count. */
const substring: PrintCall = ([value = nothing, from = nothing, length]) => {
  const start = `greatest(${from.sql}, 1)`;
  const of = asText(value);
  if (length === undefined) return `substringUTF8(${of}, ${start})`;
  return `substringUTF8(${of}, ${start}, greatest(${from.sql} + ${length.sql} - ${start}, 0))`;
};

const regexpReplace: PrintCall = ([value = nothing, pattern = nothing, by = nothing, flags]) => {
  const letters = flags === undefined ? '' : flags.literal;
  if (letters === undefined || !/^[gi]*$/.test(letters))
    throw unavailable('regexp_replace() with other flags than g and i');
  const folded = letters.includes('i') ? `concat('(?i)', ${pattern.sql})` : pattern.sql;
  return `${letters.includes('g') ? 'replaceRegexpAll' : 'replaceRegexpOne'}(${asText(value)}, ${folded}, ${by.sql})`;
};

/** All functions that semantic SQL offers, but those of times that are written in a way of their own. */
export const functions: Readonly<Record<string, PrintCall>> = {
  abs: named('abs'),
  ceil: integral('ceil'),
  ceiling: integral('ceil'),
  floor: integral('floor'),
  round: rounding('round'),
  trunc: rounding('trunc'),
  sign: (args) => as(named('sign')(args), 'Float64'),
  power: floats('pow'),
  pow: floats('pow'),
  sqrt: floats('sqrt'),
  exp: floats('exp'),
  ln: floats('log'),
  log10: floats('log10'),
  log: floats('log10'),
  pi: named('pi'),
  coalesce: named('coalesce'),
  nullif: named('nullIf'),
  greatest: named('greatest'),
  least: named('least'),
  lower: texts('lowerUTF8'),
  upper: texts('upperUTF8'),
  length: whole('lengthUTF8'),
  char_length: whole('lengthUTF8'),
  character_length: whole('lengthUTF8'),
  trim: texts('trimBoth'),
  btrim: texts('trimBoth'),
  ltrim: texts('trimLeft'),
  rtrim: texts('trimRight'),
  substring,
  substr: substring,
  replace: texts('replaceAll'),
  concat: (args) => `concat(${args.map((arg) => `ifNull(${asText(arg)}, '')`).join(', ')})`,
  concat_ws: ([separator = nothing, ...args]) =>
    `arrayStringConcat(arrayMap(v -> assumeNotNull(v), arrayFilter(v -> isNotNull(v), [${args.map((arg) => as(asText(arg), 'String')).join(', ')}])), ${separator.sql})`,
  left: texts('leftUTF8'),
  right: texts('rightUTF8'),
  lpad: padding('leftPadUTF8'),
  rpad: padding('rightPadUTF8'),
  repeat: texts('repeat'),
  reverse: texts('reverseUTF8'),
  split_part: ([value = nothing, separator = nothing, position = nothing]) =>
    `if(isNull(${value.sql}), NULL, splitByString(${separator.sql}, assumeNotNull(${value.sql}))[${position.sql}])`,
  strpos: whole('positionUTF8'),
  position: whole('positionUTF8'),
  starts_with: named('startsWith'),
  translate: texts('translateUTF8'),
  md5: (args) => `lower(hex(MD5(${sqlOf(args)})))`,
  regexp_replace: regexpReplace,
  grouping: whole('grouping'),
  age: ([until = nothing, from]) => {
    if (from === undefined) throw unavailable('age() of one time', 'Give both.');
    const [start, end] = [moment(from), moment(until)];
    const months = `age('month', ${start}, ${end})`;
    return interval(months, `dateDiff('microsecond', addMonths(${start}, ${months}), ${end})`);
  },
  make_date: named('makeDate32'),
  to_timestamp: ([seconds = nothing]) =>
    `fromUnixTimestamp64Micro(toInt64(round(${float(seconds)} * 1000000)))`,
  timezone: ([zone = nothing, time = nothing]) =>
    `${time.type === 'timestamptz' ? 'fromUTCTimestamp' : 'toUTCTimestamp'}(${instant(time)}, ${zone.sql})`,
};

/** Of a row that does not exist, there is nothing rather than a zero. */
const ofRow =
  (name: string): PrintCall =>
  ([value = nothing, ...rest]) =>
    `${name}(${[`toNullable(${value.sql})`, ...rest.map(({ sql }) => sql)].join(', ')})`;

export const windowFunctions: Readonly<Record<string, PrintCall>> = {
  row_number: named('row_number'),
  rank: named('rank'),
  dense_rank: named('dense_rank'),
  percent_rank: named('percent_rank'),
  cume_dist: named('cume_dist'),
  ntile: named('ntile'),
  lag: ofRow('lag'),
  lead: ofRow('lead'),
  first_value: ofRow('first_value_respect_nulls'),
  last_value: ofRow('last_value_respect_nulls'),
  nth_value: ofRow('nth_value'),
};

export function callOf(
  table: Readonly<Record<string, PrintCall>>,
  name: string,
  args: readonly Operand[],
): string {
  const print = Object.hasOwn(table, name) ? table[name] : undefined;
  if (print === undefined) throw unavailable(`The function ${name}()`);
  return print(args);
}
