import type { Dialect, Operand, SqlType } from '../dialect.ts';
import { standardDialect } from '../standard-dialect.ts';
import { printAggregate } from './aggregates.ts';
import { as, asText, castTo, day, float, instant, isTime, moment, unavailable, wide } from './casts.ts';
import { callOf, functions, nothing, windowFunctions } from './functions.ts';
import { interval, lengthOf, microsOf, monthsOf, moved, times } from './intervals.ts';
import { quoteName, quoteText } from './quoting.ts';
import { datePart, dateTrunc, formatTime, parseTime } from './times.ts';
import { plainType } from './values.ts';

const isComparison = (op: string): boolean => /^(=|<>|[<>]=?|IS )/.test(op);

function binary(op: string, left: Operand, right: Operand): string {
  if (isComparison(op)) {
    const [one = '', other = ''] = comparable([left, right]);
    return `(${one} ${op} ${other})`;
  }
  if (left.type === 'interval' || right.type === 'interval') return withInterval(op, left, right);
  if (isTime(left.type)) return withTime(op, left, right);
  if (isTime(right.type)) return withTime(op, right, left);
  switch (op) {
    case '/':
      return `(${float(left)} / nullIf(${right.sql}, 0))`;
    case '%':
      return remainder(left, right);
    case '^':
      return `pow(${float(left)}, ${float(right)})`;
    case '||':
      return `concat(${asText(left)}, ${asText(right)})`;
    default:
      return arithmetic(op, left, right);
  }
}

/** Of numbers of one kind: it takes the digits of unlike decimals as they are, and a whole number as one without a sign. */
function remainder(left: Operand, right: Operand): string {
  const kinds = [left.type, right.type];
  const operands = [left, right];
  const [value, by] =
    kinds.includes('decimal') && !kinds.includes('double')
      ? ofOneScale(operands)
      : kinds.every((kind) => kind === 'integer')
        ? operands.map(({ sql }) => wide(sql))
        : operands.map(float);
  return `modulo(${value}, nullIf(${by}, 0))`;
}

/** In the widest numbers there are: narrower ones would wrap around. */
function arithmetic(op: string, left: Operand, right: Operand): string {
  const kinds = [left.type, right.type];
  if (kinds.every((kind) => kind === 'integer')) return `(${wide(left.sql)} ${op} ${wide(right.sql)})`;
  if (kinds.every((kind) => kind === 'integer' || kind === 'decimal')) {
    const begin = op === '*' ? 'toDecimal128(1, 0) *' : 'toDecimal128(0, 0) +';
    return `(${begin} ${left.sql} ${op} ${right.sql})`;
  }
  if (kinds.includes('double')) return `(${float(left)} ${op} ${float(right)})`;
  return `(${left.sql} ${op} ${right.sql})`;
}

function withInterval(op: string, left: Operand, right: Operand): string {
  const isSum = op === '+' || op === '-';
  if (left.type === 'interval' && right.type === 'interval' && isSum) {
    const part = (of: (sql: string) => string): string => `${of(left.sql)} ${op} ${of(right.sql)}`;
    return interval(part(monthsOf), part(microsOf));
  }
  const [span, other] = left.type === 'interval' ? [left, right] : [right, left];
  if (isSum && isTime(other.type) && (op === '+' || other === left))
    return moved(moment(other), span.sql, op === '-');
  if (op === '*') return times(span.sql, other.sql);
  if (op === '/' && span === left) return times(span.sql, `(1 / nullIf(${other.sql}, 0))`);
  throw unavailable('This operation on an interval');
}

function withTime(op: string, time: Operand, other: Operand): string {
  if (op === '-' && time.type === 'date' && other.type === 'date')
    return `dateDiff('day', ${other.sql}, ${time.sql})`;
  if (op === '-' && isTime(other.type))
    return interval('0', `dateDiff('microsecond', ${moment(other)}, ${moment(time)})`);
  if (time.type === 'date' && other.type === 'integer' && (op === '+' || op === '-'))
    return as(`addDays(${as(time.sql, 'Date32')}, ${op === '-' ? '-' : ''}${other.sql})`, 'Date32');
  if (op === '||') return `concat(${asText(time)}, ${asText(other)})`;
  throw unavailable('This operation on a time');
}

/** Texts beside times are times, and nothing else is converted: the engine refuses to compare unlike kinds. */
function comparable(operands: readonly Operand[]): readonly string[] {
  const isOfTime = operands.some(({ type }) => isTime(type));
  return operands.map((operand) => {
    if (operand.type === 'interval') return lengthOf(operand.sql);
    return isOfTime && operand.type === 'text' ? moment(operand) : operand.sql;
  });
}

const maxDecimals = 16;

/**
 * Decimals of one scale, the largest of theirs, which only the engine knows: the zeros of the others are added to each. A
 * conditional takes no decimals of different scales.
 */
function ofOneScale(operands: readonly Operand[]): readonly string[] {
  if (operands.length > maxDecimals) throw unavailable('A choice between so many decimals');
  const zero = ({ sql, type }: Operand): string | undefined =>
    type === 'decimal' ? `ifNull(${sql} * 0, 0)` : undefined;
  return operands.map((operand) => {
    if (operand.type === 'null') return operand.sql;
    const zeros = operands.filter((other) => other.sql !== operand.sql).map(zero);
    const own = operand.type === 'decimal' ? operand.sql : as(operand.sql, 'Decimal(38, 0)');
    const added = [...new Set(zeros)].filter((each) => each !== undefined);
    return added.length === 0 ? own : `(${[own, ...added].join(' + ')})`;
  });
}

function unified(operands: readonly Operand[], type: SqlType): readonly string[] {
  if (type === 'decimal' && operands.length > 1) return ofOneScale(operands);
  return operands.map((operand) => withType(operand, type));
}

function withType(operand: Operand, type: SqlType): string {
  const { sql } = operand;
  if (operand.type === 'null' || (operand.type === type && type !== 'utc')) return sql;
  switch (type) {
    case 'double':
      return float(operand);
    case 'decimal':
      return as(sql, 'Decimal(38, 0)');
    case 'date':
      return day(operand);
    case 'timestamp':
    case 'timestamptz':
    case 'utc':
      return moment(operand);
    case 'boolean':
    case 'integer':
    case 'interval':
    case 'json':
    case 'null':
    case 'text':
    case 'time':
    case 'unknown':
      return sql;
  }
}

/** As ClickHouse has it, without regard to nulls, of which its IN knows nothing. */
function inQuery(arg: Operand, query: string, negated: boolean): string {
  // 0: no row, 1: no null, 2: nulls.
  const kind = `(SELECT multiIf(count() = 0, 0, countIf(isNull("n"."v")) = 0, 1, 2) FROM (${query}) AS "n" ("v"))`;
  const found = `multiIf(${arg.sql} IN (${query}), 1, ${kind} <= if(isNull(${arg.sql}), 0, 1), 0, NULL)`;
  return negated ? `(NOT ${found})` : found;
}

function quantified(op: string, all: boolean, arg: Operand, query: string): string {
  if (op === '=' && !all) return inQuery(arg, query, false);
  if (op === '<>' && all) return inQuery(arg, query, true);
  if (op === '=' || op === '<>') throw unavailable(`${op} ${all ? 'ALL' : 'ANY'} of a subquery`);
  const extreme = op.startsWith('>') === all ? 'max' : 'min';
  const summary = `(SELECT tuple(count(), countIf(isNull("n"."v")), ${extreme}("n"."v")) FROM (${query}) AS "n" ("v"))`;
  const holds = `${arg.sql} ${op} tupleElement(s, 3)`;
  const [decided, otherwise] = all ? [`NOT (${holds})`, 1] : [holds, 0];
  return `arrayMap(s -> multiIf(tupleElement(s, 1) = 0, ${otherwise}, isNull(${arg.sql}), NULL, ${decided}, ${1 - otherwise}, tupleElement(s, 2) > 0, NULL, ${otherwise}), [${summary}])[1]`;
}

/** What ClickHouse writes so that the values are those of PostgreSQL. `settings.ts` is the other half of it. */
export const clickHouseDialect: Dialect = {
  quoteName,
  quoteText,
  foldName: (name) => name,

  literal(type, text) {
    if (type === 'text') return quoteText(text);
    if (type === 'double') return `toFloat64(${text})`;
    if (type === 'decimal')
      return `CAST(${quoteText(text)} AS Decimal(38, ${text.split('.')[1]?.length ?? 0}))`;
    return text.startsWith('-') ? `(${text})` : text;
  },
  parameter(position, type) {
    if (type === 'utc') return `CAST({p${position}:String} AS DateTime64(6))`;
    return `{p${position}:${{ integer: 'Int64', double: 'Float64', boolean: 'Bool' }[String(type)] ?? 'String'}}`;
  },

  typeName: (sql) => `toTypeName(${sql})`,
  sourceType(name) {
    const plain = plainType(name);
    const zone = /^DateTime(?:64)?\(.*'([^']*)'\)$/.exec(plain)?.[1];
    const type =
      zone !== undefined && zone !== 'UTC'
        ? 'timestamptz'
        : (sourceTypes.find(([pattern]) => pattern.test(plain))?.[1] ?? 'unknown');
    return { type, isExact: false };
  },

  byteOrder: '',
  direction: standardDialect.direction,

  negate: (arg) => (arg.type === 'interval' ? times(arg.sql, '-1') : `(- ${arg.sql})`),
  binary,
  test(test, { sql, type }) {
    const value = type === 'interval' ? monthsOf(sql) : sql;
    switch (test) {
      case 'IS NULL':
      case 'IS NOT NULL':
        return `(${value} ${test})`;
      case 'IS UNKNOWN':
        return `(${value} IS NULL)`;
      case 'IS NOT UNKNOWN':
        return `(${value} IS NOT NULL)`;
      default: {
        const is = `ifNull(${value} = ${test.endsWith('TRUE') ? 1 : 0}, 0)`;
        return test.includes('NOT') ? `(NOT ${is})` : is;
      }
    }
  },
  in(arg, list, negated) {
    const [value = '', ...items] = comparable([arg, ...list]);
    const isPlain = list.every(({ literal, type }) => literal !== undefined && type === arg.type);
    if (isPlain) return `(${value} ${negated ? 'NOT ' : ''}IN (${items.join(', ')}))`;
    // Its IN knows nothing of nulls, and wants constants of the type that is looked for.
    const found = `(${items.map((item) => `(${value} = ${item})`).join(' OR ')})`;
    return negated ? `(NOT ${found})` : found;
  },
  inQuery,
  rowInQuery() {
    throw unavailable('A row beside a subquery', 'Use a join.');
  },
  quantified,
  scalar(query, isCorrelated, empty) {
    if (!isCorrelated || empty === 'null') return `(${query})`;
    if (empty === 'zero') return `ifNull((${query}), 0)`;
    throw unavailable('An expression over aggregates in a correlated subquery');
  },
  // It joins them in without making the outer values distinct first, and so folds rows once per outer row.
  checkRepeatedCorrelation() {
    throw unavailable(
      'Counting or adding up in a subquery that refers to the query around it by values that several rows may share',
      'Join a subquery that is grouped by these values.',
    );
  },
  like({ arg, pattern, escapeWith, negated, fold }) {
    const clause = escapeWith === undefined ? '' : ` ESCAPE ${escapeWith}`;
    return `(${asText(arg)} ${negated ? 'NOT ' : ''}${fold ? 'ILIKE' : 'LIKE'} ${pattern.sql}${clause})`;
  },
  regex: (arg, pattern, fold) => `match(${arg}, ${fold ? `concat('(?i)', ${pattern})` : pattern})`,
  comparable,
  caseMatchesNulls: true,
  unified,
  cast: castTo,

  call: (name, args) => callOf(calls, name, args),
  windowCall: (name, args) => callOf(windowFunctions, name, args),
  aggregate: printAggregate,
  windowFrame(mode, start, end) {
    if (mode === 'GROUPS') throw unavailable('A window of GROUPS');
    return `${mode} BETWEEN ${start} AND ${end}`;
  },

  localized(arg, timezone) {
    if (timezone === 'UTC') return arg.type === 'timestamptz' ? instant(arg) : arg.sql;
    return `fromUTCTimestamp(${instant(arg)}, ${quoteText(timezone)})`;
  },
  now: (timezone) => (timezone === 'UTC' ? 'now64(6)' : `fromUTCTimestamp(now64(6), ${quoteText(timezone)})`),
  dateTrunc,
  datePart,
  formatTime,
  parseTime: (arg, format, to) =>
    to === 'date' ? as(parseTime(arg, format), 'Date32') : parseTime(arg, format),

  output(value, type) {
    if (type === 'boolean' && value.type !== 'null') return as(value.sql, 'Bool');
    if (type === 'timestamptz') throw unavailable('A column with a time zone', 'Use AT TIME ZONE.');
    return unified([value], type)[0] ?? value.sql;
  },
  values: (rows, types) =>
    rows
      .map(
        (row) =>
          `SELECT ${row.map((value, index) => unified([value], types[index] ?? 'unknown')[0]).join(', ')}`,
      )
      .join(' UNION ALL '),

  // It drops an OFFSET of nothing.
  fence: { limit: '9223372036854775807' },
  opaqueFunction: 'coalesce',
  opensFences: false,
  boundText: undefined,
};

const calls: typeof functions = {
  ...functions,
  mod: ([value = nothing, by = nothing]) => remainder(value, by),
};

const sourceTypes: readonly (readonly [RegExp, SqlType])[] = [
  [/^U?Int\d+$/, 'integer'],
  [/^Decimal/, 'decimal'],
  [/^Float\d+$/, 'double'],
  [/^String$/, 'text'],
  [/^Date(32)?$/, 'date'],
  [/^DateTime/, 'utc'],
  [/^Bool$/, 'boolean'],
];
