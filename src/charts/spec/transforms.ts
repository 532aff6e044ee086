import { readExpression } from './expression.ts';
import { predicate, timeUnit } from './predicates.ts';
import type { Check, JsonObject, Properties, Rule } from './rule.ts';
import {
  checkFieldName,
  each,
  either,
  field,
  flag,
  fraction,
  integer,
  list,
  madeField,
  nothing,
  number,
  scalar,
  word,
} from './values.ts';

const plainOps =
  'average count distinct max mean median min missing product q1 q3 ci0 ci1 stderr stdev stdevp sum valid variance variancep';
const windowOps =
  'row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value';

/** Aggregates with a plain value: not `values`, `argmin` and `argmax`, which return lists and objects. */
export const aggregate: Rule = word(plainOps);

/** Neither steps nor extents: bins would have no end. */
const binParams: Rule = { object: { maxbins: integer(2, 200), nice: flag, binned: flag } };
/** Of an encoding, whose data may be in bins already. */
export const bin: Rule = either(flag, nothing, word('binned'), binParams);

/** How gaps in a series are filled: by listed values, never by a sequence. */
export const imputeParams: Properties = {
  value: scalar,
  method: word('value mean median max min'),
  keyvals: list(scalar, 100),
};

const groupby: Properties = { groupby: list(field, 50) };
const sort: Rule = list({ object: { field, order: either(word('ascending descending'), nothing) } }, 10);
const numbers = number(-1e15, 1e15);
const pair: Rule = either(madeField, list(madeField, 2));

function aggregates(of: Properties): Rule {
  return list({ object: { ...of, field, as: madeField } }, 50);
}

/** What each kind of transform may have; the property of the same name tells it. No `lookup`: it reads other data. */
const transforms: { readonly [kind: string]: Properties } = {
  aggregate: { aggregate: aggregates({ op: aggregate }), ...groupby },
  bin: { bin: either(flag, binParams), field, as: pair },
  calculate: { calculate: { string: () => undefined }, as: { string: checkFieldName } },
  density: {
    density: field,
    ...groupby,
    ...each('cumulative counts', flag),
    bandwidth: number(0, 1e15),
    extent: list(numbers, 2),
    ...each('minsteps maxsteps steps', integer(2, 200)),
    resolve: word('independent shared'),
    as: pair,
  },
  filter: { filter: predicate },
  fold: { fold: list(field, 20), as: pair },
  impute: { impute: field, key: field, ...imputeParams, ...groupby },
  joinaggregate: { joinaggregate: aggregates({ op: aggregate }), ...groupby },
  loess: { loess: field, on: field, ...groupby, bandwidth: number(0.05, 1), as: pair },
  quantile: { quantile: field, ...groupby, probs: list(fraction, 100), step: number(0.01, 1), as: pair },
  regression: {
    regression: field,
    on: field,
    ...groupby,
    method: word('linear log exp pow quad poly'),
    order: integer(1, 5),
    extent: list(numbers, 2),
    as: pair,
  },
  sample: { sample: integer(1, 100_000) },
  stack: { stack: field, ...groupby, offset: word('zero center normalize'), sort, as: pair },
  timeUnit: { timeUnit, field, as: madeField },
  window: {
    window: aggregates({ op: word(`${plainOps} ${windowOps}`), param: integer(1, 10_000) }),
    frame: list(either(number(-10_000, 10_000), nothing), 2),
    ignorePeers: flag,
    ...groupby,
    sort,
  },
};
const kinds = Object.keys(transforms);

function kindOf(transform: JsonObject): string | undefined {
  return kinds.find((kind) => kind in transform);
}

const refusedKinds: ReadonlyMap<string, string> = new Map([
  ['lookup', 'A chart reads no other data. Join in the SQL.'],
  ['flatten', 'Unnest in the SQL.'],
  ['pivot', 'Pivot in the SQL, or encode the column with "color".'],
  ['extent', 'A chart has no parameters. Leave it out.'],
]);

export const transform: Rule = {
  object: (value) => {
    const properties = transforms[kindOf(value) ?? ''];
    if (properties !== undefined) return properties;
    const refused = Object.keys(value).find((name) => refusedKinds.has(name)) ?? '';
    return refusedKinds.get(refused) ?? `Expected one of these transforms: ${kinds.join(', ')}.`;
  },
  verify: (value, ...rest) => {
    const kind = kindOf(value);
    return kind === 'calculate' ? checkCalculate(value, ...rest) : addDefaultNames(value, kind, ...rest);
  },
};

const checkCalculate: Check<JsonObject> = ({ calculate, as }, _path, found) => {
  if (typeof calculate !== 'string' || typeof as !== 'string') return 'Expected "calculate" and "as".';
  const read = readExpression(calculate, found.made);
  if ('problem' in read) return read.problem;
  found.made.set(as, read.weight);
  return undefined;
};

/** Fields that a transform creates without naming them. */
function addDefaultNames(
  value: JsonObject,
  kind: string | undefined,
  ...[, found]: [path: unknown, found: Parameters<Check<unknown>>[2]]
): undefined {
  const { as } = value;
  const names = defaultNames[kind ?? ''];
  if (as === undefined) for (const name of names ?? []) found.made.set(name, 1);
  if (typeof as === 'string' && (kind === 'bin' || kind === 'timeUnit')) found.made.set(`${as}_end`, 1);
}

const defaultNames: { readonly [kind: string]: readonly string[] } = {
  fold: ['key', 'value'],
  density: ['value', 'density'],
  quantile: ['prob', 'value'],
};

/** Maximum factor by which a view's transforms may multiply its rows. */
export function rowFactor(transform: JsonObject): number {
  const { fold, groupby } = transform;
  if (Array.isArray(fold)) return Math.max(1, fold.length);
  const grouped = Array.isArray(groupby) && groupby.length > 0;
  const kind = kindOf(transform);
  if (kind === 'impute') return 100;
  if (grouped && kind === 'density') return 200;
  if (grouped && kind === 'quantile') return 100;
  return 1;
}
