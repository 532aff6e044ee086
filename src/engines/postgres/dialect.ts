import { quoteLiteral } from '../../quoting.ts';
import type { AggregateCall, Dialect, Operand } from '../dialect.ts';
import {
  asText,
  bigint,
  callOf,
  double,
  named,
  type PrintCall,
  sqlOf,
  standardAggregate,
  standardAggregates,
  standardDialect,
  standardFunctions,
} from '../standard-dialect.ts';

/** Byte order, whatever the database's collation. */
const byteOrder = ' COLLATE "C"';
const { direction } = standardDialect;

/** Whole numbers and decimals keep their kind; anything else is a double, which the two-argument forms lack. */
const rounding =
  (name: 'round' | 'trunc'): PrintCall =>
  ([value, ...rest]) => {
    const { sql = '', type } = value ?? {};
    if (type === 'integer' && rest.length === 0) return sql;
    const digits = rest.map((each) => `, ${each.sql}`).join('');
    if (type === 'decimal') return `${name}(${sql}${digits})`;
    const rounded = `${name}(CAST(${sql} AS numeric)${digits})`;
    return type === 'integer' ? rounded : double(rounded);
  };

const byBytes =
  (name: string): PrintCall =>
  (args) =>
    `${name}(${sqlOf(args)}${args[0]?.type === 'text' ? byteOrder : ''})`;

const call = callOf({
  ...standardFunctions,
  round: rounding('round'),
  trunc: rounding('trunc'),
  trim: named('btrim'),
  // A sum of whole numbers stays whole; PostgreSQL widens it.
  ntile: (args) => `ntile(CAST(${sqlOf(args)} AS int4))`,
});

const plainAggregate = callOf({ ...standardAggregates, min: byBytes('min'), max: byBytes('max') });

const aggregate = standardAggregate({ byteOrder, direction }, plainAggregate, distinctArguments);

/** PostgreSQL wants DISTINCT and ORDER BY to name the very same value, of the type that the aggregate takes. */
function distinctArguments({ distinct, args, order }: AggregateCall): string | undefined {
  if (!distinct || order.length === 0) return undefined;
  const same = (value: Operand): string => (value.type === 'text' ? `CAST(${value.sql} AS text)` : value.sql);
  const items = order.map((item) => `${same(item)}${direction(item)}`);
  return `${args.map(same).join(', ')} ORDER BY ${items.join(', ')}`;
}

export const postgresDialect: Dialect = {
  ...standardDialect,
  foldName: (name) => name.toLowerCase(),
  typeName: (sql) => `CAST(pg_typeof(${sql}) AS text)`,
  sourceType: (name) => ({
    type: name.endsWith(']')
      ? 'unknown'
      : (sourceTypes.find(([pattern]) => pattern.test(name))?.[1] ?? 'unknown'),
    // Only asked for where policies are not fenced.
    isExact: false,
  }),
  byteOrder,
  binary(op, left, right) {
    const compares = op === '<' || op === '<=' || op === '>' || op === '>=';
    if (compares && left.type === 'text' && right.type === 'text')
      return `(${left.sql} ${op} ${right.sql}${byteOrder})`;
    return standardDialect.binary(op, left, right);
  },
  like({ arg, pattern, escapeWith, negated, fold }) {
    const text = arg.type === 'unknown' ? arg.sql : asText(arg);
    const clause = escapeWith === undefined ? '' : ` ESCAPE ${escapeWith}`;
    return `(${text} ${negated ? 'NOT ' : ''}${fold ? 'ILIKE' : 'LIKE'} ${pattern.sql}${clause})`;
  },
  regex: (arg, pattern, fold) => `(${arg} ~${fold ? '*' : ''} ${pattern})`,
  cast(arg, to) {
    if (to.type === 'boolean' && arg.type === 'decimal') return `(${arg.sql} <> 0)`;
    return standardDialect.cast(arg, to);
  },
  call,
  windowCall: call,
  aggregate(written) {
    const sql = aggregate(written);
    const isWhole = written.name === 'sum' && written.args[0]?.type === 'integer';
    return isWhole && !written.distinct && written.order.length === 0 ? bigint(sql) : sql;
  },
  formatTime: (arg, format) =>
    `to_char(${arg.type === 'interval' ? arg.sql : `CAST(${arg.sql} AS timestamp)`}, ${quoteLiteral(format.text)})`,
  parseTime: (arg, format, to) =>
    `CAST(${to === 'date' ? 'to_date' : 'to_timestamp'}(${arg.sql}, ${quoteLiteral(format.text)}) AS ${to})`,
  opaqueFunction: 'coalesce',
  opensFences: false,
  boundText: undefined,
};

const sourceTypes: readonly (readonly [RegExp, ReturnType<Dialect['sourceType']>['type']])[] = [
  [/^(small|big)?int(eger)?$/, 'integer'],
  [/^numeric/, 'decimal'],
  [/^(double precision|real)$/, 'double'],
  [/^(text|character varying|character|name)\b/, 'text'],
  [/^date$/, 'date'],
  [/^timestamp with time zone$/, 'timestamptz'],
  [/^timestamp/, 'utc'],
  [/^time/, 'time'],
  [/^interval$/, 'interval'],
  [/^boolean$/, 'boolean'],
  [/^jsonb?$/, 'json'],
];
