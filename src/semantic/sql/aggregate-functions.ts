import { type FunctionSpec, spec, type TypeRule } from './function-spec.ts';

const aggregate = (type: TypeRule, minArgs: number, maxArgs: number): FunctionSpec =>
  spec(type, minArgs, maxArgs, { aggregate: true });
const statistic = (args = 1): FunctionSpec => aggregate('double', args, args);

export const aggregateFunctions: Readonly<Record<string, FunctionSpec>> = {
  count: aggregate('integer', 0, 1),
  sum: aggregate('first', 1, 1),
  avg: aggregate((args) => (args[0] === 'interval' ? 'interval' : 'double'), 1, 1),
  min: aggregate('first', 1, 1),
  max: aggregate('first', 1, 1),
  stddev: statistic(),
  stddev_samp: statistic(),
  stddev_pop: statistic(),
  variance: statistic(),
  var_samp: statistic(),
  var_pop: statistic(),
  corr: statistic(2),
  covar_pop: statistic(2),
  covar_samp: statistic(2),
  regr_slope: statistic(2),
  regr_intercept: statistic(2),
  regr_r2: statistic(2),
  bool_and: aggregate('boolean', 1, 1),
  bool_or: aggregate('boolean', 1, 1),
  every: aggregate('boolean', 1, 1),
  string_agg: aggregate('text', 2, 2),
  array_agg: aggregate('json', 1, 1),
  percentile_cont: aggregate('double', 1, 1),
  percentile_disc: aggregate('unknown', 1, 1),
  mode: aggregate('unknown', 0, 0),
  median: aggregate('double', 1, 1),
};
