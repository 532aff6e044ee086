import { aggregateFunctions } from './aggregate-functions.ts';
import { type FunctionSpec, spec } from './function-spec.ts';
import { scalarFunctions } from './scalar-functions.ts';
import { timeFunctions } from './time-functions.ts';

/** The functions that a statement may call, by name. Everything else is refused. */
export const functions: ReadonlyMap<string, FunctionSpec> = new Map([
  ...Object.entries(scalarFunctions),
  ...Object.entries(timeFunctions),
  ...Object.entries(aggregateFunctions),
]);

/** Functions that need OVER. */
export const windowFunctions: ReadonlyMap<string, FunctionSpec> = new Map(
  Object.entries({
    row_number: spec('integer', 0, 0),
    rank: spec('integer', 0, 0),
    dense_rank: spec('integer', 0, 0),
    percent_rank: spec('double', 0, 0),
    cume_dist: spec('double', 0, 0),
    ntile: spec('integer', 1, 1),
    lag: spec('first', 1, 3),
    lead: spec('first', 1, 3),
    first_value: spec('first', 1, 1),
    last_value: spec('first', 1, 1),
    nth_value: spec('first', 2, 2),
  }),
);

export function isAggregate(name: string): boolean {
  return functions.get(name)?.aggregate === true;
}

/** Additional aggregates for the model's author, if the engine has them. */
const modelAggregates: ReadonlySet<string> = new Set(
  `any_value approx_count_distinct approx_quantile arg_max arg_min bit_and bit_or count_if entropy favg first fsum
   geomean histogram kurtosis last list mad max_by min_by product quantile quantile_cont quantile_disc skewness`.split(
    /\s+/,
  ),
);

export function isModelAggregate(name: string): boolean {
  return isAggregate(name) || modelAggregates.has(name);
}
