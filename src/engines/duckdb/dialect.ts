import { AppError, longTextMessage } from '../../errors.ts';
import { quoteLiteral } from '../../quoting.ts';
import type { Dialect, SqlType, TimePattern } from '../dialect.ts';
import {
  asText,
  callOf,
  double,
  named,
  type PrintCall,
  standardAggregate,
  standardAggregates,
  standardDialect,
  standardFunctions,
} from '../standard-dialect.ts';

const rounding =
  (name: 'round' | 'trunc'): PrintCall =>
  ([value, ...rest]) => {
    const { sql = '', type } = value ?? {};
    if (type === 'integer' && rest.length === 0) return sql;
    const exact =
      type === 'integer' ? `CAST(${sql} AS decimal(38, 0))` : type === 'decimal' ? sql : double(sql);
    return `${name}(${[exact, ...rest.map((each) => each.sql)].join(', ')})`;
  };

const call = callOf({
  ...standardFunctions,
  round: rounding('round'),
  trunc: rounding('trunc'),
  btrim: named('trim'),
});

/** Its own IN takes nulls within rows for values. Conditions on nulls stand alone so that it need not compare all rows. */
function rowInQuery(items: readonly string[], query: string): string {
  const columns = items.map((_, index) => `v${index}`);
  const equal = items.map((item, index) => `${item} = n.v${index}`).join(' AND ');
  const exists = (condition: string): string =>
    `EXISTS (SELECT 1 FROM (${query}) AS n(${columns.join(', ')}) WHERE ${condition})`;
  const unsure = (values: readonly string[]): string =>
    exists(`(${values.map((value) => `${value} IS NULL`).join(' OR ')}) AND (${equal}) IS NULL`);
  const isUnsure = `${unsure(columns.map((column) => `n.${column}`))} OR ${unsure(items)}`;
  return `(CASE WHEN ${exists(equal)} THEN true WHEN ${isUnsure} THEN NULL ELSE false END)`;
}

export const duckDbDialect: Dialect = {
  ...standardDialect,
  typeName: (sql) => `CAST(typeof(${sql}) AS text)`,
  sourceType(name) {
    const written = name.toLowerCase();
    if (written.endsWith(']')) return { type: 'unknown', isExact: false };
    const type = sourceTypes.find(([pattern]) => pattern.test(written))?.[1] ?? 'unknown';
    return { type, isExact: exactTypes.test(written) };
  },
  byteOrder: '',
  like({ arg, pattern, escapeWith, negated, fold }) {
    // Backslash escapes by default in PostgreSQL.
    const needed = pattern.literal?.includes('\\') ?? true;
    const by = escapeWith ?? (needed ? quoteLiteral('\\') : undefined);
    const text = arg.type === 'unknown' ? arg.sql : asText(arg);
    const clause = by === undefined ? '' : ` ESCAPE ${by}`;
    return `(${text} ${negated ? 'NOT ' : ''}${fold ? 'ILIKE' : 'LIKE'} ${pattern.sql}${clause})`;
  },
  rowInQuery,
  // Its own `~` wants the whole text.
  regex: (arg, pattern, fold) => `(regexp_matches(${arg}, ${pattern}${fold ? ", 'i'" : ''}))`,
  call,
  windowCall: call,
  aggregate: standardAggregate(
    { byteOrder: '', direction: standardDialect.direction },
    callOf(standardAggregates),
  ),
  dateTrunc(unit, arg) {
    // Its centuries begin a year before those of PostgreSQL.
    if (unit !== 'century' || arg.type === 'interval') return standardDialect.dateTrunc(unit, arg);
    const moved = `(CAST(${arg.sql} AS timestamp) - INTERVAL '1 year')`;
    return `(${standardDialect.dateTrunc(unit, { sql: moved, type: 'unknown' })} + INTERVAL '1 year')`;
  },
  formatTime(arg, { pieces }) {
    const value = arg.type === 'interval' ? arg.sql : `CAST(${arg.sql} AS timestamp)`;
    const parts: string[] = [];
    let run = '';
    const flush = (): void => {
      if (run !== '') parts.push(`strftime(${value}, ${quoteLiteral(run)})`);
      run = '';
    };
    for (const piece of pieces) {
      if ('text' in piece) {
        run += piece.text.replaceAll('%', '%%');
        continue;
      }
      const specifier = specifiers[piece.pattern];
      if (typeof specifier === 'string') run += specifier;
      else {
        flush();
        parts.push(specifier(value));
      }
    }
    flush();
    return parts.length === 0 ? quoteLiteral('') : `(${parts.join(' || ')})`;
  },
  parseTime(arg, { text, pieces }, to) {
    const format = pieces.map((piece) => {
      if ('text' in piece) return piece.text.replaceAll('%', '%%');
      const specifier = specifiers[piece.pattern];
      if (typeof specifier === 'string') return specifier;
      throw new AppError('SQL_INVALID', `The date format "${text}" cannot be used to read a date.`);
    });
    return `CAST(strptime(${arg.sql}, ${quoteLiteral(format.join(''))}) AS ${to})`;
  },
  opaqueFunction: 'least',
  opensFences: true,
  boundText: (sql, isText, maxBytes) =>
    `(CASE WHEN strlen(${isText ? sql : `CAST(${sql} AS text)`}) > ${maxBytes} THEN error(${quoteLiteral(longTextMessage)}) ELSE ${sql} END)`,
};

/** As strftime has it, or SQL over the printed timestamp. */
const specifiers: Readonly<Record<TimePattern, string | ((value: string) => string)>> = {
  YYYY: '%Y',
  IYYY: '%G',
  YY: '%y',
  MM: '%m',
  FMMM: (value) => `CAST(month(${value}) AS text)`,
  Mon: '%b',
  MON: (value) => `upper(strftime(${value}, '%b'))`,
  FMMonth: '%B',
  Month: (value) => `rpad(strftime(${value}, '%B'), 9, ' ')`,
  MONTH: (value) => `rpad(upper(strftime(${value}, '%B')), 9, ' ')`,
  Q: (value) => `CAST(quarter(${value}) AS text)`,
  IW: '%V',
  ID: '%u',
  DDD: '%j',
  DD: '%d',
  FMDD: (value) => `CAST(day(${value}) AS text)`,
  Dy: '%a',
  DY: (value) => `upper(strftime(${value}, '%a'))`,
  FMDay: '%A',
  Day: (value) => `rpad(strftime(${value}, '%A'), 9, ' ')`,
  HH24: '%H',
  FMHH24: (value) => `CAST(hour(${value}) AS text)`,
  HH12: '%I',
  HH: '%I',
  MI: '%M',
  SS: '%S',
  MS: '%g',
  US: '%f',
  AM: '%p',
  PM: '%p',
};

const sourceTypes: readonly (readonly [RegExp, SqlType])[] = [
  [/^(u?(tiny|small|big|huge)int|u?integer)$/, 'integer'],
  [/^decimal/, 'decimal'],
  [/^(double|float)$/, 'double'],
  [/^varchar\b/, 'text'],
  [/^date$/, 'date'],
  [/^timestamp with time zone$/, 'timestamptz'],
  [/^timestamp/, 'utc'],
  [/^time/, 'time'],
  [/^interval$/, 'interval'],
  [/^boolean$/, 'boolean'],
  [/^json$/, 'json'],
];

/**
 * Types of which any two numbers, texts, dates or timestamps are compared without a conversion that can fail: a whole
 * number of 128 bits or a decimal of 38 digits does not fit every decimal, nor a timestamp of seconds one of microseconds.
 */
const exactTypes =
  /^(u?(tiny|small|big)int|u?integer|decimal\((\d|1[0-8]),\d+\)|double|float|varchar|boolean|date|timestamp)$/;
