import { doubles, type FunctionSpec, named, type Print, spec, type TypeRule } from './function-spec.ts';

const sumType: TypeRule = (args) => args[0] ?? 'unknown';
const statistic = (name: string, args = 1): FunctionSpec =>
  spec('double', args, args, doubles(name), { aggregate: true });
const aggregate = (type: TypeRule, minArgs: number, maxArgs: number, print?: Print): FunctionSpec =>
  spec(type, minArgs, maxArgs, print, { aggregate: true });
/** Byte order, as DuckDB compares: PostgreSQL's depends on the database. */
const byteOrdered =
  (name: string): Print =>
  ({ dialect, args, types }) =>
    `${name}(${args.join(', ')}${dialect === 'postgres' && types[0] === 'text' ? ' COLLATE "C"' : ''})`;

export const aggregateFunctions: Readonly<Record<string, FunctionSpec>> = {
  count: aggregate('integer', 0, 1),
  sum: aggregate(sumType, 1, 1),
  avg: aggregate(
    (args) => (args[0] === 'interval' ? 'interval' : 'double'),
    1,
    1,
    (call) => (call.types[0] === 'interval' ? `avg(${call.args.join('')})` : doubles('avg')(call)),
  ),
  min: aggregate('first', 1, 1, byteOrdered('min')),
  max: aggregate('first', 1, 1, byteOrdered('max')),
  stddev: statistic('stddev_samp'),
  stddev_samp: statistic('stddev_samp'),
  stddev_pop: statistic('stddev_pop'),
  variance: statistic('var_samp'),
  var_samp: statistic('var_samp'),
  var_pop: statistic('var_pop'),
  corr: statistic('corr', 2),
  covar_pop: statistic('covar_pop', 2),
  covar_samp: statistic('covar_samp', 2),
  regr_slope: statistic('regr_slope', 2),
  regr_intercept: statistic('regr_intercept', 2),
  regr_r2: statistic('regr_r2', 2),
  bool_and: aggregate('boolean', 1, 1),
  bool_or: aggregate('boolean', 1, 1),
  every: aggregate('boolean', 1, 1, named('bool_and')),
  string_agg: aggregate('text', 2, 2, ({ args, types }) =>
    `string_agg(${types[0] === 'text' ? (args[0] ?? '') : `CAST(${args[0] ?? ''} AS text)`}, ${args[1] ?? ''}`.concat(
      ')',
    ),
  ),
  array_agg: aggregate('json', 1, 1),
  percentile_cont: aggregate('double', 1, 1),
  percentile_disc: aggregate('unknown', 1, 1),
  mode: aggregate('unknown', 0, 0),
  median: aggregate('double', 1, 1),
};
